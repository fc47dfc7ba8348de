/* From a reset to supervisor mode, on boards without firmware: what SBI firmware does for this image. Linked where the
 * board's link.ld names machine_entry (EXTERN), before everything else, at the address of the reset. Registers are those
 * of the RISC-V Privileged Architecture, 20211203, chapter 3. */
#include "machine.h"

    .equ    MISA_S, 1 << ('S' - 'A')
    .equ    PMP_ALL, 0x1f                   /* napot, of all that there is: read, write, execute */
    .equ    EXCEPTIONS_BUT_CALLS, 0xb1ff    /* environment calls of supervisor mode come here */
    .equ    SUPERVISOR_INTERRUPTS, 0x222
    .equ    MIE_MSIE, 1 << 3
    .equ    MSTATUS_MPP, 3 << 11
    .equ    MSTATUS_MPP_S, 1 << 11
    .equ    MSTATUS_MPIE, 1 << 7
    .equ    FRAME, 16 * 8

/* All harts come here at once: a0 is the hart, a1 the device tree. One of them goes on. */
    .section .machine_entry, "ax"
    .option norvc
    .global machine_entry
machine_entry:
    csrw    mie, zero
    csrr    s0, mhartid
    mv      s1, a1
    la      t0, machine_parked              /* a hart without supervisor mode traps, or says so */
    csrw    mtvec, t0
    csrr    t0, misa
    li      t1, MISA_S
    and     t0, t0, t1
    beqz    t0, machine_parked
    li      t0, MACHINE_HARTS
    bgeu    s0, t0, machine_parked

    la      t0, 1f                          /* some have no protection of memory */
    csrw    mtvec, t0
    li      t0, -1
    csrw    pmpaddr0, t0
    li      t0, PMP_ALL
    csrw    pmpcfg0, t0
    .balign 4
1:  la      t0, 2f                          /* or no counters for others */
    csrw    mtvec, t0
    li      t0, -1
    csrw    mcounteren, t0
    csrw    scounteren, t0
    .balign 4
2:  la      t0, 3f                          /* or none that can be stopped */
    csrw    mtvec, t0
    csrw    mcountinhibit, zero
    .balign 4
3:  la      t0, machine_trap
    csrw    mtvec, t0
    li      t0, EXCEPTIONS_BUT_CALLS
    csrw    medeleg, t0
    li      t0, SUPERVISOR_INTERRUPTS
    csrw    mideleg, t0
    csrw    satp, zero
    li      t0, MACHINE_STACK_BYTES
    mul     t0, t0, s0
    la      t1, machine_stacks + MACHINE_STACK_BYTES
    add     t0, t0, t1
    csrw    mscratch, t0
    li      t0, MSTATUS_MPP
    csrc    mstatus, t0
    li      t0, MSTATUS_MPP_S | MSTATUS_MPIE
    csrs    mstatus, t0
    li      t0, MIE_MSIE
    csrw    mie, t0

    la      t1, machine_harts               /* this hart's state */
    slli    t0, s0, MACHINE_HART_SHIFT
    add     t1, t1, t0
    la      t0, machine_first
    li      t2, 1
    amoswap.w t2, t2, (t0)
    bnez    t2, machine_wait
    la      t0, entry
    sd      t0, MACHINE_HART_ENTRY(t1)
    csrr    t0, misa
    la      t2, machine_misa
    sd      t0, (t2)
    sd      s1, MACHINE_HART_WORD(t1)
    li      t0, MACHINE_STARTED
    sw      t0, MACHINE_HART_STATE(t1)
    j       machine_go

/* A software interrupt ends the wait, also one that came before; interrupts are off, so that it does not trap. */
machine_wait:
    lw      t0, MACHINE_HART_STATE(t1)
    li      t2, MACHINE_STARTED
    beq     t0, t2, machine_started
    wfi
    j       machine_wait
machine_started:
    fence   r, rw
machine_go:
    fence.i
    ld      t0, MACHINE_HART_ENTRY(t1)
    csrw    mepc, t0
    mv      a0, s0
    ld      a1, MACHINE_HART_WORD(t1)
    mret

    .balign 4
machine_parked:
    wfi
    j       machine_parked

/* A call of supervisor mode, or a software interrupt for it. */
    .balign 4
machine_trap:
    csrrw   sp, mscratch, sp
    addi    sp, sp, -FRAME
    sd      ra, 0*8(sp)
    sd      t0, 1*8(sp)
    sd      t1, 2*8(sp)
    sd      t2, 3*8(sp)
    sd      t3, 4*8(sp)
    sd      t4, 5*8(sp)
    sd      t5, 6*8(sp)
    sd      t6, 7*8(sp)
    .irp    n, 0,1,2,3,4,5,6,7
    sd      a\n, (8 + \n)*8(sp)
    .endr
    addi    a0, sp, 8*8
    csrr    a1, mcause
    call    machine_trapped
    csrr    t0, mepc
    add     t0, t0, a0
    csrw    mepc, t0
    .irp    n, 0,1,2,3,4,5,6,7
    ld      a\n, (8 + \n)*8(sp)
    .endr
    ld      ra, 0*8(sp)
    ld      t0, 1*8(sp)
    ld      t1, 2*8(sp)
    ld      t2, 3*8(sp)
    ld      t3, 4*8(sp)
    ld      t4, 5*8(sp)
    ld      t5, 6*8(sp)
    ld      t6, 7*8(sp)
    addi    sp, sp, FRAME
    csrrw   sp, mscratch, sp
    mret
