# A bare board with a Cortex-M. Copy this folder to targets/<board> and put a fact in place of each FILL_IN; the first
# one left stops the configuration or the compiler, which names it. ARCH: armv6m (M0, M0+), armv7m (M3) or armv7em (M4,
# M7). FLAGS choose core and floating-point unit: -mcpu=cortex-m3 -mfloat-abi=soft.
# PROBES: leave out what the core has not, and what does not fit (docs/reference/boards.md has the sizes). Lower limits, as
# -DHAL_LIMIT_SWEEP_POINTS=64, make tables short: hal/include/hal/board_limits.h.
pontoon_target(HAL arm_m ARCH FILL_IN_arch
               PROBES timer_floor add_chain cache_size ops live_ranges screen
               FLAGS FILL_IN_core_flags)
