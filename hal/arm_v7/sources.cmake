# Bits of SCTLR that an image leaves off, to compare it with the usual one: 0x4 data cache, 0x800 branch prediction, 0x1000
# instruction cache. The log reports them (RECORD.md).
set(PONTOON_SCTLR_OFF 0 CACHE STRING "Bits of SCTLR that an ARMv7-A image leaves off, as 0x4")
if(NOT PONTOON_SCTLR_OFF MATCHES "^(0x[0-9a-fA-F]+|[0-9]+)$")
    message(FATAL_ERROR "PONTOON_SCTLR_OFF: ${PONTOON_SCTLR_OFF}: a number is needed, as 0x4")
endif()
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/mmu.c APPEND PROPERTY COMPILE_DEFINITIONS
             HAL_SCTLR_OFF=${PONTOON_SCTLR_OFF})
