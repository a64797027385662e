// Elastic waves: velocities and stresses in turn, material parameters in arrays, VLA parameters.
void elastic(int nz, int nx, float vx[restrict nz][nx], float vz[restrict nz][nx], float sxx[restrict nz][nx],
             float szz[restrict nz][nx], float sxz[restrict nz][nx], float lam[restrict nz][nx],
             float mu[restrict nz][nx], float dth, int nt) {
  for (int it = 0; it < nt; it++) {
    for (int z = 1; z < nz - 1; z++)
      for (int x = 1; x < nx - 1; x++) {
        vx[z][x] += dth * (sxx[z][x] - sxx[z][x - 1] + sxz[z][x] - sxz[z - 1][x]);
        vz[z][x] += dth * (sxz[z][x + 1] - sxz[z][x] + szz[z + 1][x] - szz[z][x]);
      }
    for (int z = 1; z < nz - 1; z++)
      for (int x = 1; x < nx - 1; x++) {
        const float exx = vx[z][x + 1] - vx[z][x], ezz = vz[z][x] - vz[z - 1][x];
        const float l2m = lam[z][x] + 2 * mu[z][x];
        sxx[z][x] += dth * (l2m * exx + lam[z][x] * ezz);
        szz[z][x] += dth * (lam[z][x] * exx + l2m * ezz);
        sxz[z][x] += dth * mu[z][x] * (vx[z + 1][x] - vx[z][x] + vz[z][x] - vz[z][x - 1]);
      }
  }
}

// Compare: 21,17 4 "elastic(17,21,vx,vz,sxx,szz,sxz,lam,m,0.1f,4)" --own=float:vx --own=float:vz --own=float:sxx
// Compare: --own=float:szz --own=float:sxz --own=float:lam --own=float:m --start=vx=vx --start=vz=vz --start=sxx=sxx
// Compare: --start=szz=szz --start=sxz=sxz --start=lam=lam --start=mu=m --set=dth=0.1
// Compare: --same=vx=vx --same=vz=vz --same=sxx=sxx --same=szz=szz --same=sxz=sxz
