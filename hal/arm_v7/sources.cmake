# What an image leaves off, to compare it with the usual one: bits of SCTLR (0x4: data cache, 0x800: branch
# prediction, 0x1000: instruction cache) and of ACTLR (Cortex-A9, 0x40: SMP). The log reports them (RECORD.md).
foreach(register SCTLR ACTLR)
    set(PONTOON_${register}_OFF 0 CACHE STRING "Bits of ${register} that an ARMv7-A image leaves off, as 0x4")
    if(NOT PONTOON_${register}_OFF MATCHES "^(0x[0-9a-fA-F]+|[0-9]+)$")
        message(FATAL_ERROR "PONTOON_${register}_OFF: ${PONTOON_${register}_OFF}: a number is needed, as 0x4")
    endif()
endforeach()
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/mmu.c APPEND PROPERTY COMPILE_DEFINITIONS
             HAL_SCTLR_OFF=${PONTOON_SCTLR_OFF})
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/../arm_a9/core.c APPEND PROPERTY COMPILE_DEFINITIONS
             HAL_ACTLR_OFF=${PONTOON_ACTLR_OFF})
