# 0x4: data cache, 0x800: branch prediction, 0x1000: instruction cache. The log reports them (RECORD.md).
pontoon_register_bits(PONTOON_SCTLR_OFF "Bits of SCTLR that an ARMv7-A image leaves off, as 0x4"
                      ${CMAKE_CURRENT_LIST_DIR}/mmu.c HAL_SCTLR_OFF)
