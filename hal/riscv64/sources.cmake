# 0x8: Sv39, so that addresses are not translated. The log reports it (RECORD.md).
pontoon_register_bits(PONTOON_SATP_MODE_OFF "Bits of satp.MODE that a 64-bit RISC-V image leaves off, as 0x8"
                      ${CMAKE_CURRENT_LIST_DIR}/entry.S HAL_SATP_MODE_OFF)
