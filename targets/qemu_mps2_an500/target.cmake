# MPS2, application note 500: a Cortex-M7 with a floating-point unit of double precision.
pontoon_target(HAL arm_m ARCH armv7em FLAGS -mcpu=cortex-m7 -mfpu=fpv5-d16 -mfloat-abi=hard)
