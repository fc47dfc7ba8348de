# 64-bit RISC-V without an operating system, in supervisor mode after SBI firmware.
pontoon_port(ARCH riscv64 OS none TOOLCHAIN riscv64-none.cmake USES bare64 bare parts written encode
             FLAGS -march=rv64imafdc_zicsr_zifencei -mabi=lp64d -mcmodel=medany -mstrict-align
                   -fno-delete-null-pointer-checks)
