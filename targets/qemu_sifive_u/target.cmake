# HiFive Unleashed: FU540, four U54 and an E51, which cannot run what needs pages.
pontoon_target(HAL riscv64)
