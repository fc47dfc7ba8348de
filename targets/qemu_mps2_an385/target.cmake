# MPS2, application note 385: a Cortex-M3.
pontoon_target(HAL arm_m ARCH armv7m FLAGS -mcpu=cortex-m3 -mfloat-abi=soft)
