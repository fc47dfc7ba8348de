/* For QEMU's `virt` board: writes the file `sent` to its PL011 and returns to U-Boot with 0. */
    .globl _start
_start:
    push {r4, r5, r6, lr}
    mov r4, #0x09000000         /* UARTDR */
    adr r5, stream
    ldr r6, length
    add r6, r5, r6
next:
    ldrb r0, [r5], #1
full:
    ldr r1, [r4, #0x18]         /* UARTFR */
    tst r1, #0x20               /* TXFF */
    bne full
    str r0, [r4]
    cmp r5, r6
    blo next
    mov r0, #0
    pop {r4, r5, r6, pc}
length:
    .word stream_end - stream
stream:
    .incbin "sent"
stream_end:
