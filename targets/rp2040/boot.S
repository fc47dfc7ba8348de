/* What the boot ROM runs of an RP2040's flash memory: 256 bytes, copied to RAM, whose last four are their checksum
 * (hal/arm_m/uf2 holds them to it). Lets flash memory be read at its address, by the command that every chip knows (03h,
 * 24 bits of address), and goes to the vectors after it. Source: RP2040 Datasheet, sections 2.8.1.3.1 and 4.10.13. */
        .syntax unified
        .cpu cortex-m0plus
        .thumb

        .section .boot, "ax"
        .global boot
boot:
        ldr     r3, =0x18000000         /* SSI_BASE */
        movs    r1, #0
        str     r1, [r3, #0x08]         /* SSIENR: off */
        movs    r1, #4
        str     r1, [r3, #0x14]         /* BAUDR: a quarter of the clock */
        ldr     r1, =0x001f0300         /* CTRLR0: one line, frames of 32 bits, reads after a command */
        str     r1, [r3, #0x00]
        movs    r1, #0
        str     r1, [r3, #0x04]         /* CTRLR1: one frame */
        ldr     r0, =0x180000f4         /* SPI_CTRLR0: command 03h, 8 bits; address of 24 bits; nothing to wait for */
        ldr     r1, =0x03000218
        str     r1, [r0]
        movs    r1, #1
        str     r1, [r3, #0x08]         /* SSIENR: on */
        ldr     r0, =0x10000100         /* the vectors */
        ldr     r1, =0xe000ed08         /* VTOR */
        str     r0, [r1]
        ldmia   r0!, {r1, r2}
        msr     msp, r1
        bx      r2
        .pool
        .org    252
        .word   0x19cc7c38             /* of the 252 bytes before */
