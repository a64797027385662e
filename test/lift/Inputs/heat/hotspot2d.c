// Temperature of a chip with heat sources: conditions on positions, linear index, a cell function.
static inline int at(int row, int column, int columns) { return row * columns + column; }

void hotspot(float *restrict temp, float *restrict result, const float *restrict power, int rows,
             int cols, float cap, float rx, float ry, int steps) {
  for (int s = 0; s < steps; s++) {
    for (int r = 0; r < rows; r++)
      for (int c = 0; c < cols; c++) {
        float here = temp[at(r, c, cols)];
        float north = r > 0 ? temp[at(r - 1, c, cols)] : here;
        float south = r < rows - 1 ? temp[at(r + 1, c, cols)] : here;
        float west = c > 0 ? temp[at(r, c - 1, cols)] : here;
        float east;
        if (c == cols - 1)
          east = here;
        else
          east = temp[at(r, c + 1, cols)];
        result[at(r, c, cols)] = here + cap * (power[at(r, c, cols)] + (north + south - 2.0f * here) * ry +
                                               (west + east - 2.0f * here) * rx);
      }
    float *swap = temp;
    temp = result;
    result = swap;
  }
}

// Compare: 15,11 3 "hotspot(T,r,p,11,15,0.5f,0.1f,0.2f,3)" --own=float:T --own=float:r --own=float:p
// Compare: --start=temp=T --start=temp=r --start=power=p --same=temp=r --set=cap=0.5 --set=rx=0.1
// Compare: --set=ry=0.2
