# Linux on Itanium 2.
pontoon_target(HAL ia64)
