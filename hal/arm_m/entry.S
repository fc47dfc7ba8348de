/* Vectors and the way to m_start(). Sources: ARMv6-M and ARMv7-M Architecture Reference Manuals, DDI 0419 and DDI 0403,
 * section B1.5. */
        .syntax unified
        .thumb

        .section .vectors, "a"
vectors:
        .word   fault_stack_end
        .word   entry
        .rept   14                      /* faults, and exceptions that nobody asked for */
        .word   m_exception
        .endr

        .text
        .global entry
        .type   entry, %function
        .thumb_func
entry:
        ldr     r0, =stack_end          /* the program has a stack of its own */
        msr     psp, r0
        movs    r0, #2
        msr     control, r0
        isb
#if defined(__ARM_FP)
        ldr     r0, =0xe000ed88         /* CPACR: the floating-point unit, before any C */
        ldr     r1, [r0]
        ldr     r2, =0x00f00000
        orrs    r1, r2
        str     r1, [r0]
        dsb
        isb
#endif
        ldr     r0, =0xe000ed08         /* VTOR; a core without it ignores that */
        ldr     r1, =vectors
        str     r1, [r0]
        ldr     r0, =data_load
        ldr     r1, =data_start
        ldr     r2, =data_end
        b       2f
1:      ldr     r3, [r0]
        str     r3, [r1]
        adds    r0, #4
        adds    r1, #4
2:      cmp     r1, r2
        blo     1b
        ldr     r1, =bss_start
        ldr     r2, =bss_end
        movs    r3, #0
        b       4f
3:      str     r3, [r1]
        adds    r1, #4
4:      cmp     r1, r2
        blo     3b
        bl      m_start
        b       .

        /* m_fault(what the processor stacked): on the program's stack, or on that of faults */
        .global m_exception
        .type   m_exception, %function
        .thumb_func
m_exception:
        mrs     r0, psp
        mov     r1, lr
        movs    r2, #4
        tst     r1, r2
        bne     5f
        mrs     r0, msp
5:      push    {r4, lr}
        bl      m_fault
        pop     {r4, pc}
