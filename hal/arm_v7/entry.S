/* From the boot loader to C, and from an exception to C. What is here cannot be C: no stack, or no
 * memory that may be written yet. Sections are those of the ARM Architecture Reference Manual, DDI 0406C.
 *
 * Core 0 comes from an emulator (MMU off), from `bootm` (off; r0 = 0, r1 = machine, r2 = ATAGs) or from
 * `go` (on; r0 = argc, r1 = argv). Others come with it on some machines, or later, when released. */
    .syntax unified
    .arm
    .fpu neon

    .section .entry, "ax"
    .global entry
entry:
    cpsid   aif, #0x13              /* B9.3.2: Supervisor mode, nothing interrupts */
    mrc     p15, 0, r3, c0, c0, 5   /* B4.1, MPIDR */
    tst     r3, r3
    bpl     first                   /* bit 31 clear: no multiprocessing extensions, one core */
    tst     r3, #3
    bne     others
first:
    mov     r8, r0
    mov     r9, r1
    mov     r10, r2

    /* A loader's data cache holds what memory lacks: write it back. Turned off first, so that nothing
     * new gets dirty; after a reset it is off, and full of nonsense that must not be written back. */
    mrc     p15, 0, r1, c1, c0, 0   /* B4.1, SCTLR */
    ubfx    r0, r1, #2, #1          /* C: the data cache is on */
    bic     r1, r1, #4
    mcr     p15, 0, r1, c1, c0, 0
    isb                             /* B4.2.5: takes effect before what follows */
    bl      every_set_and_way
    bl      clean_outer

    mrc     p15, 0, r1, c1, c0, 0
    bic     r1, r1, #1              /* M: MMU off; loaders map memory one to one, so we stay here */
    bic     r1, r1, #0x1800         /* I, Z: instruction cache and branch prediction off */
    bic     r1, r1, #0x2000         /* V: vectors where VBAR says */
    orr     r1, r1, #2              /* A: until the MMU is on, emulators too fault where an access is unaligned */
    mcr     p15, 0, r1, c1, c0, 0
    isb
    bl      set_up
    mov     r0, r8
    mov     r1, r9
    mov     r2, r10
    bl      arm_start

    /* A core that came in with core 0. */
others:
    bl      set_up
    bl      core_park

    /* A core that was released; its data cache is off and, after a reset, full of nonsense. */
    .global arm_released_entry
arm_released_entry:
    cpsid   aif, #0x13
    mov     r0, #0
    bl      every_set_and_way
    bl      set_up
    bl      arm_start_other

/* Sets up what C wants: no stale translations, instructions or branches, vectors, floating point, a stack. */
set_up:
    mov     r0, #0
    mcr     p15, 0, r0, c8, c7, 0   /* B4.2.2, TLBIALL */
    mcr     p15, 0, r0, c7, c5, 0   /* B4.2.1, ICIALLU */
    mcr     p15, 0, r0, c7, c5, 6   /* B4.2.1, BPIALL */
    dsb
    isb
    ldr     r0, =arm_vectors
    mcr     p15, 0, r0, c12, c0, 0  /* B4.1, VBAR */
    mrc     p15, 0, r0, c1, c0, 2   /* B4.1, CPACR */
    orr     r0, r0, #0xf00000       /* cp10, cp11: full access */
    mcr     p15, 0, r0, c1, c0, 2
    isb
    mov     r0, #0x40000000         /* B4.1, FPEXC: EN */
    vmsr    fpexc, r0
    b       set_stack

/* sp = the top of the core's stack. Uses r3, r12. */
set_stack:
    mrc     p15, 0, r3, c0, c0, 5   /* B4.1, MPIDR */
    tst     r3, r3
    andmi   r3, r3, #3
    movpl   r3, #0
    ldr     sp, =stacks_end
    ldr     r12, =stack_bytes
    mls     sp, r3, r12, sp
    bx      lr

/* B2.2.6: every line of every data cache up to the point of coherency, r0 = 0 invalidated, 1 written
 * back and invalidated. Touches no memory. Uses r1 to r7, r11, r12. */
every_set_and_way:
    mrc     p15, 1, r1, c0, c0, 1   /* B4.1, CLIDR */
    mov     r2, #0                  /* level, twice: as CSSELR and the operations want it */
level:
    ubfx    r3, r1, #24, #3         /* LoC */
    cmp     r2, r3, lsl #1
    bhs     last_level
    add     r3, r2, r2, lsr #1      /* three times the level */
    lsr     r3, r1, r3
    and     r3, r3, #7              /* Ctype: 2, 3, 4 have data */
    cmp     r3, #2
    blo     next_level
    mcr     p15, 2, r2, c0, c0, 0   /* B4.1, CSSELR */
    isb
    mrc     p15, 1, r3, c0, c0, 0   /* B4.1, CCSIDR */
    and     r4, r3, #7
    add     r4, r4, #4              /* log2 of bytes in a line: where the set's number begins */
    ubfx    r5, r3, #3, #10         /* highest way */
    clz     r6, r5                  /* where the way's number begins */
way:
    ubfx    r7, r3, #13, #15        /* highest set */
set:
    orr     r11, r2, r5, lsl r6
    orr     r11, r11, r7, lsl r4
    tst     r0, r0
    mcreq   p15, 0, r11, c7, c6, 2  /* B4.2.1, DCISW */
    mcrne   p15, 0, r11, c7, c14, 2 /* B4.2.1, DCCISW */
    subs    r7, r7, #1
    bpl     set
    subs    r5, r5, #1
    bpl     way
next_level:
    add     r2, r2, #2
    b       level
last_level:
    dsb
    isb
    bx      lr

/* A PL310 that a loader turned on: written back and invalidated by way, and left on. DDI 0246, 3.3. */
clean_outer:
    movw    r1, #:lower16:board_pl310
    movt    r1, #:upper16:board_pl310
    tst     r1, r1
    bxeq    lr
    ldr     r2, [r1, #0x100]        /* control */
    tst     r2, #1
    bxeq    lr
    ldr     r2, [r1, #0x104]        /* auxiliary control: bit 16, sixteen ways, else eight */
    tst     r2, #0x10000
    movweq  r3, #0x00ff
    movwne  r3, #0xffff
    str     r3, [r1, #0x7fc]        /* clean and invalidate by way */
outer_busy:
    ldr     r2, [r1, #0x7fc]
    tst     r2, r3
    bne     outer_busy
    mov     r2, #0
    str     r2, [r1, #0x730]        /* cache sync */
    bx      lr

/* B1.8.1: one word an exception, and 32-byte aligned for VBAR. */
    .balign 32
    .global arm_vectors
arm_vectors:
    b       entry
    b       undefined
    b       supervisor
    b       prefetch
    b       data
    b       .                       /* hypervisor trap: not without virtualisation */
    b       interrupt
    b       fast_interrupt

/* B1.8.3: what each exception adds to the address of its instruction in lr. r0: number of its name. */
undefined:
    mov     r0, #0
    sub     r1, lr, #4
    b       fault
prefetch:
    mov     r0, #1
    sub     r1, lr, #4
    b       fault
data:
    mov     r0, #2
    sub     r1, lr, #8
    b       fault
interrupt:
    mov     r0, #3
    sub     r1, lr, #4
    b       fault
fast_interrupt:
    mov     r0, #4
    sub     r1, lr, #4
fault:
    cps     #0x13                   /* B9.3.2: Supervisor mode, whose stack is begun anew: nothing returns */
    bl      set_stack
    bl      arm_fault

/* A semihosting call that nobody listens to: -1, "failed". B9.3.20: back to where it came from. */
supervisor:
    mvn     r0, #0
    movs    pc, lr
