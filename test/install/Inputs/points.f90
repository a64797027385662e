! Shots with series of their own, at points of an array; their traces.
program use_points
  use, intrinsic :: iso_c_binding
  use shots_stencil
  implicit none
  type(shots_simulation) :: simulation
  real(c_double) :: places(2, 3), numbers(3, 6)
  real(c_double), allocatable :: values(:, :)
  integer :: step, stat
  places = reshape([2.0_c_double, 3.0_c_double, 3.25_c_double, 4.0_c_double, 9.5_c_double, 5.0_c_double], [2, 3])
  numbers = reshape([(0.25_c_double * step, step=1, 18)], [3, 6])
  call simulation%create()
  call simulation%set_points("line", places(:, 1:2))
  call simulation%set_points("sparks", places)
  call simulation%set_series("wavelets", reshape(numbers, [18]))
  call simulation%run(8)
  call simulation%traces("line", values)
  print "(2i3)", shape(values)
  print "(es24.16)", values
  call simulation%set_series("wavelets", [1.0_c_double, 2.0_c_double])
  call simulation%run(1, stat=stat)
  print "(i0, 1x, a)", stat, simulation%last_error()
  call simulation%traces("sparks", values, stat)
  print "(i0, 1x, a)", stat, simulation%last_error()
end program
