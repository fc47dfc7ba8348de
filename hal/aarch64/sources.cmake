# 0x1: MMU, 0x4: data cache, 0x1000: instruction cache. The log reports them (RECORD.md).
pontoon_register_bits(PONTOON_SCTLR_EL1_OFF "Bits of SCTLR_EL1 that an AArch64 image leaves off, as 0x4"
                      ${CMAKE_CURRENT_LIST_DIR}/entry.S HAL_SCTLR_EL1_OFF)
