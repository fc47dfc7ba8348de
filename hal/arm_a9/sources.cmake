# 0x40: SMP. The log reports it (RECORD.md).
pontoon_register_bits(PONTOON_ACTLR_OFF "Bits of ACTLR that a Cortex-A9 image leaves off, as 0x40"
                      ${CMAKE_CURRENT_LIST_DIR}/core.c HAL_ACTLR_OFF)
