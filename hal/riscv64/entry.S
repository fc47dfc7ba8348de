/* From the boot loader to C, and from a trap to C. What is here cannot be C: no stack yet. Registers are those of
 * the RISC-V Privileged Architecture, 20211203, chapter 4. */
#include "stacks.h"

    .equ    SSTATUS_FS_INITIAL, 1 << 13
    .equ    SIE_SSIE, 1 << 1                /* a software interrupt ends a wfi; it is never taken */
    .equ    SATP_SV39, 8 & ~HAL_SATP_MODE_OFF
    .equ    FRAME, 34 * 8

/* Linux, Documentation/riscv/boot-image-header.rst: a0 is the hart, a1 the device tree. */
    .section .entry, "ax"
    .global entry
entry:
    .option push
    .option norvc
    j       first
    .word   0
    .quad   image_offset                    /* from the start of memory: what boot loaders add to it */
    .quad   image_bytes
    .quad   0                               /* little-endian */
    .word   2                               /* version 0.2 */
    .word   0
    .quad   0
    .ascii  "RISCV\0\0\0"
    .ascii  "RSC\x05"
    .word   0
    .option pop

first:
    csrw    sie, zero
    csrw    satp, zero
    mv      s0, a0
    mv      s1, a1
    li      a0, 0
    call    set_up
    la      t0, bss_start
    la      t1, bss_end
clear:
    bgeu    t0, t1, cleared
    sd      zero, 0(t0)
    addi    t0, t0, 8
    j       clear
cleared:
    mv      a0, s0
    mv      a1, s1
    call    riscv64_start

/* A hart that was started: a0 is its name, a1 its number. */
    .global riscv64_other_entry
    .balign 4
riscv64_other_entry:
    csrw    sie, zero
    csrw    satp, zero
    la      t0, core_ids
    slli    t1, a1, 3
    add     t0, t0, t1
    ld      t0, 0(t0)
    bne     t0, a0, parked                  /* it came too late */
    mv      a0, a1
    call    set_up
    call    port_paging_on
    call    bare64_start_other

parked:
    wfi
    j       parked

/* What C wants of core a0: its number in tp, floating point, traps, a stack, and one for faults. Uses t0 to t2. */
set_up:
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
    mv      tp, a0
    li      t0, SSTATUS_FS_INITIAL
    csrs    sstatus, t0
    la      t0, trap
    csrw    stvec, t0
    li      t0, SIE_SSIE
    csrs    sie, t0
    li      t0, STACK_CORE_BYTES
    mul     t0, t0, a0
    la      t1, stacks_start
    add     t1, t1, t0
    li      t0, STACK_CORE_BYTES
    add     t2, t1, t0
    csrw    sscratch, t2
    li      t0, STACK_GUARD_BYTES + STACK_BYTES
    add     sp, t1, t0
    ret

/* 4.1.11, satp. Touches no memory but by the tables. */
    .global port_paging_on
port_paging_on:
    la      t0, page_root
    srli    t0, t0, 12
    li      t1, SATP_SV39 << 60
    or      t0, t0, t1
    .if     SATP_SV39 == 0                  /* mode Bare: all other fields are 0 */
    li      t0, 0
    .endif
    sfence.vma
    csrw    satp, t0
    sfence.vma
    ret

/* RISC-V Semihosting 1.0: operation in a0, block in a1, answer in a0; three words in one page. */
    .option push
    .option norvc
    .option norelax
    .balign 16
    .global port_semihost
port_semihost:
    slli    x0, x0, 0x1f
    ebreak
    srai    x0, x0, 7
    ret
    .option pop

/* Everything in a frame (struct riscv64_frame) on the stack for faults, then C; where it returns, the instruction is
 * skipped: a0 says how long it is. sscratch holds the interrupted stack meanwhile. */
    .balign 4
trap:
    csrrw   sp, sscratch, sp
    addi    sp, sp, -FRAME
    sd      x1, 1*8(sp)
    .irp    n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    sd      x\n, \n*8(sp)
    .endr
    csrr    t0, sscratch
    sd      t0, 2*8(sp)
    csrr    t0, sepc
    sd      t0, 32*8(sp)
    csrr    t0, sstatus
    sd      t0, 33*8(sp)
    mv      a0, sp
    call    riscv64_trap
    ld      t0, 32*8(sp)
    add     t0, t0, a0
    csrw    sepc, t0
    ld      x1, 1*8(sp)
    .irp    n, 5,6,7,10,11,12,13,14,15,16,17,28,29,30,31
    ld      x\n, \n*8(sp)
    .endr
    addi    sp, sp, FRAME
    csrrw   sp, sscratch, sp
    sret
