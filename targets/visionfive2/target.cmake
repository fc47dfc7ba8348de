# VisionFive 2: JH7110, four U74.
pontoon_target(HAL riscv64)
