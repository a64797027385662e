! A user in Fortran: the module NAME_stencil, with arrays of the right and of the wrong type.
module watching
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: reports = 0
contains
  subroutine count_report(step, name, value)
    integer(c_int64_t), intent(in) :: step
    character(*), intent(in) :: name
    real(c_double), intent(in) :: value
    if (name == "change" .and. step > 0 .and. value > 0) reports = reports + 1
  end subroutine
  logical function stop_at_once(steps, wanted)
    integer(c_int64_t), intent(in) :: steps, wanted
    stop_at_once = steps >= wanted
  end function
end module

program use_heat
  use heat3d_stencil
  use convergence3d_stencil
  use watching
  implicit none
  type(heat3d_simulation) :: simulation
  type(convergence3d_simulation) :: converging
  real(c_double), allocatable :: T(:, :, :)
  real(c_float) :: narrow(40, 30, 20)
  integer :: stat, file
  integer(c_int64_t) :: step
  real(c_double) :: value
  character(256) :: path

  call simulation%create([40, 30, 20])
  allocate(T(40, 30, 20))
  T = 0
  T(20, 15, 10) = 1000
  call simulation%copy_in("T  ", T)
  call simulation%set_parameter("d", 0.15d0)
  call simulation%run(100)
  call simulation%copy_out("T", T)
  call get_command_argument(1, path)
  open(newunit=file, file=trim(path), access="stream", form="unformatted", status="replace")
  write(file) T
  close(file)

  call simulation%set_parameter("d", 1d0, stat)
  print '(a)', simulation%last_error()
  call simulation%copy_out("T", narrow, stat=stat)
  print '(a)', simulation%last_error()
  call simulation%copy_in("T", T(:, :, 1:3), stat=stat)
  print '(a)', simulation%last_error()
  call simulation%on_progress(stop_at_once, 0d0)
  call simulation%run(1000)
  print '(a, l1)', "stopped ", simulation%steps_done() < 1100

  call converging%create([16, 16, 16])
  call converging%on_report(count_report)
  call converging%run(10000)
  call converging%get_report("change", value, step)
  print '(a, a, a, l1, l1)', "ended by ", converging%stopped(), ", reports ", reports > 1, &
      step == converging%steps_done()
end program
