# Bits of ACTLR that an image leaves off, to compare it with the usual one: 0x40 SMP. The log reports them (RECORD.md).
set(PONTOON_ACTLR_OFF 0 CACHE STRING "Bits of ACTLR that a Cortex-A9 image leaves off, as 0x40")
if(NOT PONTOON_ACTLR_OFF MATCHES "^(0x[0-9a-fA-F]+|[0-9]+)$")
    message(FATAL_ERROR "PONTOON_ACTLR_OFF: ${PONTOON_ACTLR_OFF}: a number is needed, as 0x40")
endif()
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/core.c APPEND PROPERTY COMPILE_DEFINITIONS
             HAL_ACTLR_OFF=${PONTOON_ACTLR_OFF})
