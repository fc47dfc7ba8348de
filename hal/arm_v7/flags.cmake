# Compiler flags of every bare ARMv7-A core. -mthumb: the same instructions in two thirds of the bytes.
# -mno-unaligned-access: until the MMU is on, memory is Strongly-ordered, where an unaligned access faults.
set(ARM_V7_FLAGS -mthumb -mfloat-abi=hard -mno-unaligned-access -ffreestanding -ffunction-sections -fdata-sections
    -DHAL_LIMIT_CHAINS=12)
