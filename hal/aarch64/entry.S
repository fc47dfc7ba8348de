/* From the boot loader to C, and from an exception to C. What is here cannot be C: no stack, or no memory that
 * may be trusted yet. Sections and registers are those of the ARM Architecture Reference Manual, DDI 0487. */
#include "stacks.h"

    .equ    CORES, 8
    .equ    EL2, 2 << 2                     /* CurrentEL */
    .equ    EL3, 3 << 2
    .equ    SPSR_EL1H, 0x3c5                /* D, A, I, F masked */
    .equ    SPSR_EL2H, 0x3c9
    .equ    SCTLR_EL1_OFF, 0x30d00800       /* RES1 bits alone: MMU and caches off */
    .equ    SCR_EL3, 0x5b1                  /* RW, HCE, SMD, NS, RES1 */
    .equ    CPTR_EL2_RES1, 0x33ff           /* nothing traps */
    .equ    CPACR_ALL, 0xf << 16 | 3 << 20  /* ZEN, FPEN */
    .equ    MAIR, 0x4400ff                  /* 0: Normal, write-back; 1: Device-nGnRnE; 2: Normal, no cache */
    .equ    TCR, 25 | 1 << 8 | 1 << 10 | 3 << 12 | 1 << 23 /* 39 bits, walks cached, inner shareable, no TTBR1 */
    .equ    SCTLR_ON, 0x1005                /* I, C, M */

/* Linux, Documentation/arm64/booting.rst, "Call the kernel image": x0 is the device tree. */
    .section .entry, "ax"
    .global entry
entry:
    b       first
    .word   0
    .quad   image_offset                    /* from the start of memory: what boot loaders add to it */
    .quad   image_bytes
    .quad   2                               /* little-endian, 4 KiB pages, near the start of memory */
    .quad   0, 0, 0
    .ascii  "ARM\x64"
    .word   0

first:
    mov     x19, x0
    mrs     x1, mpidr_el1
    tst     x1, #0xffffff                   /* the others came in with it: nobody wakes them */
    b.ne    parked
    bl      to_el1
    mov     x0, #0
    bl      set_up
    adrp    x0, bss_start
    add     x0, x0, :lo12:bss_start
    adrp    x1, bss_end
    add     x1, x1, :lo12:bss_end
clear:
    cmp     x0, x1
    b.hs    cleared
    str     xzr, [x0], #8
    b       clear
cleared:
    mov     x0, x19
    mov     x1, x19                         /* or an emulator's list of tags */
    mrs     x2, mpidr_el1
    ldr     x3, =0xff00ffffff               /* the affinity */
    and     x2, x2, x3
    bl      bare64_start

parked:
    wfe
    b       parked

/* A core that was started. Its number is the place of its name in core_ids. */
    .global a64_other_entry
a64_other_entry:
    bl      to_el1
    mrs     x1, mpidr_el1
    ldr     x2, =0xff00ffffff
    and     x1, x1, x2
    adrp    x2, core_ids
    add     x2, x2, :lo12:core_ids
    mov     x0, #0
look:
    ldr     x3, [x2, x0, lsl #3]
    cmp     x3, x1
    b.eq    found
    add     x0, x0, #1
    cmp     x0, #CORES
    b.lo    look
    b       parked                          /* it came too late */
found:
    bl      set_up
    bl      port_paging_on
    bl      bare64_start_other

/* Returns in EL1, MMU and caches off. Uses x1, x2. */
to_el1:
    mrs     x1, CurrentEL
    cmp     x1, #EL3
    b.eq    from_el3
    cmp     x1, #EL2
    b.eq    from_el2
    ldr     x1, =SCTLR_EL1_OFF
    msr     sctlr_el1, x1
    isb
    ret

from_el3:
    mrs     x1, midr_el1                    /* Cortex-A53, A57, A72 TRM, CPUECTLR_EL1: SMPEN, before caches are on */
    ubfx    x1, x1, #4, #12
    ldr     x2, =0xd03
    cmp     x1, x2
    b.eq    coherent
    ldr     x2, =0xd07
    cmp     x1, x2
    b.eq    coherent
    ldr     x2, =0xd08
    cmp     x1, x2
    b.ne    leave_el3
coherent:
    mrs     x1, s3_1_c15_c2_1
    orr     x1, x1, #1 << 6
    msr     s3_1_c15_c2_1, x1
leave_el3:
    mov     x1, #SCR_EL3
    msr     scr_el3, x1
    msr     cptr_el3, xzr
    adr     x1, to_el1
    msr     elr_el3, x1
    mov     x1, #SPSR_EL2H
    mrs     x2, id_aa64pfr0_el1
    tst     x2, #0xf00                      /* EL2: 0, there is none */
    b.ne    1f
    mov     x1, #SPSR_EL1H
1:  msr     spsr_el3, x1
    eret

from_el2:
    mov     x1, #1 << 31                    /* HCR_EL2: RW */
    msr     hcr_el2, x1
    mov     x1, #CPTR_EL2_RES1
    msr     cptr_el2, x1
    msr     hstr_el2, xzr
    mov     x1, #3                          /* CNTHCTL_EL2: counter and timer do not trap */
    msr     cnthctl_el2, x1
    msr     cntvoff_el2, xzr
    mrs     x1, midr_el1
    msr     vpidr_el2, x1
    mrs     x1, mpidr_el1
    msr     vmpidr_el2, x1
    mrs     x1, id_aa64dfr0_el1             /* PMUVer: 0 or 15, no counters of this architecture */
    ubfx    x1, x1, #8, #4
    cmp     x1, #0
    b.eq    2f
    cmp     x1, #15
    b.eq    2f
    mrs     x1, pmcr_el0                    /* MDCR_EL2.HPMN: EL1 has all N counters */
    ubfx    x1, x1, #11, #5
    msr     mdcr_el2, x1
2:  ldr     x1, =SCTLR_EL1_OFF
    msr     sctlr_el1, x1
    adr     x1, in_el1
    msr     elr_el2, x1
    mov     x1, #SPSR_EL1H
    msr     spsr_el2, x1
    eret
in_el1:
    ret

/* What C wants of core x0: floating point, vectors, a stack, and one for faults. Uses x1, x2. */
set_up:
    msr     tpidr_el1, x0
    ldr     x1, =CPACR_ALL
    msr     cpacr_el1, x1
    adrp    x1, vectors
    add     x1, x1, :lo12:vectors
    msr     vbar_el1, x1
    isb
    ldr     x2, =STACK_CORE_BYTES
    mul     x2, x2, x0
    adrp    x1, stacks_start
    add     x1, x1, :lo12:stacks_start
    add     x1, x1, x2
    ldr     x2, =STACK_CORE_BYTES
    add     x2, x1, x2
    msr     spsel, #1
    mov     sp, x2
    ldr     x2, =STACK_GUARD_BYTES + STACK_BYTES
    add     x2, x1, x2
    msr     spsel, #0
    mov     sp, x2
    ret

/* Touches no memory but by the tables. */
    .global port_paging_on
port_paging_on:
    mov     x0, #(MAIR & 0xffff)
    movk    x0, #(MAIR >> 16), lsl #16
    msr     mair_el1, x0
    ldr     x0, =TCR
    mrs     x1, id_aa64mmfr0_el1            /* PARange; more than 48 bits take another form of table */
    and     x1, x1, #0xf
    mov     x2, #5
    cmp     x1, x2
    csel    x1, x1, x2, lo
    orr     x0, x0, x1, lsl #32
    msr     tcr_el1, x0
    adrp    x0, page_root
    add     x0, x0, :lo12:page_root
    msr     ttbr0_el1, x0
    dsb     sy
    isb
    tlbi    vmalle1
    ic      iallu
    dsb     sy
    isb
    mrs     x0, sctlr_el1
    ldr     x1, =SCTLR_ON
    orr     x0, x0, x1
    ldr     x1, =HAL_SCTLR_EL1_OFF
    bic     x0, x0, x1
    msr     sctlr_el1, x0
    isb
    ret

/* ARM IHI 0096, section 4.3: operation in w0, block in x1, answer in x0. */
    .global port_semihost
port_semihost:
    hlt     #0xf000
    ret

/* D1.3.1.2: 128 bytes an exception; the first four are those of C, which uses SP_EL0. */
    .macro  vector kind
    .balign 0x80
    sub     sp, sp, #34 * 8
    stp     x0, x1, [sp]
    mov     x0, #\kind
    b       exception
    .endm

    .balign 0x800
vectors:
    vector  0
    vector  1
    vector  2
    vector  3
    .rept   12                              /* a fault while one is reported, or out of where this image never is */
    vector  4
    .endr

/* Everything in a frame (struct a64_frame), then C; where it returns, the instruction is skipped. */
exception:
    stp     x2, x3, [sp, #2 * 8]
    stp     x4, x5, [sp, #4 * 8]
    stp     x6, x7, [sp, #6 * 8]
    stp     x8, x9, [sp, #8 * 8]
    stp     x10, x11, [sp, #10 * 8]
    stp     x12, x13, [sp, #12 * 8]
    stp     x14, x15, [sp, #14 * 8]
    stp     x16, x17, [sp, #16 * 8]
    stp     x18, x19, [sp, #18 * 8]
    stp     x20, x21, [sp, #20 * 8]
    stp     x22, x23, [sp, #22 * 8]
    stp     x24, x25, [sp, #24 * 8]
    stp     x26, x27, [sp, #26 * 8]
    stp     x28, x29, [sp, #28 * 8]
    mrs     x1, sp_el0
    stp     x30, x1, [sp, #30 * 8]
    mrs     x1, elr_el1
    mrs     x2, spsr_el1
    stp     x1, x2, [sp, #32 * 8]
    mov     x1, sp
    bl      a64_exception
    ldr     x1, [sp, #32 * 8]
    add     x1, x1, #4
    msr     elr_el1, x1
    ldp     x2, x3, [sp, #2 * 8]
    ldp     x4, x5, [sp, #4 * 8]
    ldp     x6, x7, [sp, #6 * 8]
    ldp     x8, x9, [sp, #8 * 8]
    ldp     x10, x11, [sp, #10 * 8]
    ldp     x12, x13, [sp, #12 * 8]
    ldp     x14, x15, [sp, #14 * 8]
    ldp     x16, x17, [sp, #16 * 8]
    ldp     x18, x19, [sp, #18 * 8]
    ldr     x30, [sp, #30 * 8]
    ldp     x0, x1, [sp], #34 * 8
    eret
