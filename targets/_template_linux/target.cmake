# A board that runs Linux. Copy this folder to targets/<board> and put a fact in place of each FILL_IN; the first
# one left stops the configuration, which names it. ARCH is a word for the log (aarch64, armv7 ...), TOOLCHAIN a
# file under cmake/toolchains. FLAGS may choose the core, as -mcpu=cortex-a72.
pontoon_target(HAL posix OS linux ARCH FILL_IN_arch TOOLCHAIN FILL_IN_toolchain)
