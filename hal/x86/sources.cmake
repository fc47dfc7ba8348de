# 0x40000000: CD, caches off. The log reports it (RECORD.md).
pontoon_register_bits(PONTOON_CR0_ON "Bits of CR0 that an x86 image sets, as 0x40000000" ${CMAKE_CURRENT_LIST_DIR}/cores.c
                      HAL_CR0_ON)
