# The simulated board (hal/sim/README.md).
pontoon_target(HAL sim)
