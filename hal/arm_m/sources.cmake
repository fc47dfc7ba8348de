# Functions that are alike must not become one, as each has a place of its own.
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/placed.c APPEND PROPERTY COMPILE_OPTIONS -O2 -fno-ipa-icf -fno-lto)
# 0x8: UNALIGN_TRP. The log reports it (RECORD.md).
pontoon_register_bits(PONTOON_CCR_ON "Bits of CCR that a Cortex-M image sets, as 0x8" ${CMAKE_CURRENT_LIST_DIR}/start.c HAL_CCR_ON)
