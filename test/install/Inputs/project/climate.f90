program climate
  use heat3d_stencil
  implicit none
  type(heat3d_simulation) :: simulation
  call simulation%create([16, 16, 16])
  call simulation%run(10)
  print '(i0)', simulation%steps_done()
end program
