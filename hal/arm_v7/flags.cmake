# -mno-unaligned-access: until the MMU is on, memory is Strongly-ordered, where an unaligned access faults.
list(APPEND PONTOON_FLAGS -marm -mfloat-abi=hard -mno-unaligned-access -ffreestanding
     -ffunction-sections -fdata-sections)
