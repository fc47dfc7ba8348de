/* From a reset or a boot loader to C, and from a trap to C. Registers are those of the RISC-V Privileged Architecture,
 * 20211203, chapter 3; a0 is the hart, a1 the device tree, as Linux, Documentation/riscv/boot.rst, has it. */
    .equ    FRAME, 34 * 4

    .section .entry, "ax"
    .global entry
entry:
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
    csrw    mie, zero
    la      t0, trap
    csrw    mtvec, t0
    la      t0, fault_stack_end
    csrw    mscratch, t0
    la      sp, stack_end
    la      t0, bss_start
    la      t1, bss_end
clear:
    bgeu    t0, t1, cleared
    sw      zero, 0(t0)
    addi    t0, t0, 4
    j       clear
cleared:
    mv      a0, a1
    call    m_start

/* RISC-V Semihosting 1.0: operation in a0, block in a1, answer in a0; three words in one page. */
    .balign 16
    .global port_semihost
port_semihost:
    slli    x0, x0, 0x1f
    ebreak
    srai    x0, x0, 7
    ret

/* Everything in a frame (struct m_frame) on the stack for faults, then C; where it returns, the instruction is skipped.
 * mscratch holds the interrupted stack meanwhile. */
    .balign 4
trap:
    csrrw   sp, mscratch, sp
    addi    sp, sp, -FRAME
    sw      x1, 1*4(sp)
    .irp    n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    sw      x\n, \n*4(sp)
    .endr
    csrr    t0, mscratch
    sw      t0, 2*4(sp)
    csrr    t0, mepc
    sw      t0, 32*4(sp)
    mv      a0, sp
    call    m_trap
    csrw    mepc, a0
    lw      x1, 1*4(sp)
    .irp    n, 5,6,7,10,11,12,13,14,15,16,17,28,29,30,31
    lw      x\n, \n*4(sp)
    .endr
    addi    sp, sp, FRAME
    csrrw   sp, mscratch, sp
    mret
