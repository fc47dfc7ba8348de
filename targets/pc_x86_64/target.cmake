# A 64-bit PC, as QEMU's.
pontoon_target(HAL x86_64)
