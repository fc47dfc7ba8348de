# Compiler flags of every bare ARMv7-A core.
# -mno-unaligned-access: until the MMU is on, memory is Strongly-ordered, where an unaligned access faults.
set(ARM_V7_FLAGS -marm -mfloat-abi=hard -mno-unaligned-access -ffreestanding -ffunction-sections -fdata-sections)
