set(PORT_USES arm_v7 bare)
list(PREPEND PONTOON_FLAGS -mcpu=cortex-a9 -mfpu=neon)
include(${CMAKE_CURRENT_LIST_DIR}/../arm_v7/flags.cmake)
