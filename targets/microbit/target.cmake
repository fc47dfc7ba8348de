# BBC micro:bit v1: nRF51822, a Cortex-M0 with 256 KiB of flash memory and 16 KiB of RAM. UNTESTED on hardware.
pontoon_target(HAL arm_m ARCH armv6m PROBES timer_floor add_chain ops live_ranges
               FLAGS -mcpu=cortex-m0 -mfloat-abi=soft -DHAL_LIMIT_SWEEP_POINTS=32 -DHAL_LIMIT_LINE_BYTES=192
                     -DHAL_LIMIT_HELD_BYTES=1024)
