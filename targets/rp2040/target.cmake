# RP2040, as on a Raspberry Pi Pico: two Cortex-M0+, of which one runs; 264 KiB of RAM, code in external flash memory
# behind a cache of 16 KiB. UNTESTED on hardware.
set(PONTOON_UF2_FAMILY 0xe48bff56)
pontoon_target(HAL arm_m ARCH armv6m
               PROBES timer_floor add_chain cache_size ops bandwidth live_ranges branch icache regions screen
               FLAGS -mcpu=cortex-m0plus -mfloat-abi=soft -DHAL_LIMIT_SWEEP_POINTS=128 -DHAL_LIMIT_BRANCH_LOG2=12
                     -DHAL_LIMIT_HELD_BYTES=16384)
