/* Addresses and sizes that assembly and C share. */
#ifndef X86_LAYOUT_H
#define X86_LAYOUT_H

/* Numbers that assembly and C have to agree on. */

#define X86_STACK_BYTES 65536

/* A page below 1 MiB, where a processor that is started begins (SDM vol. 3A, section 8.4.4); PCs
 * have nothing of the firmware's there. */
#define X86_TRAMPOLINE_AT 0x8000

/* Selectors: places in x86_gdt, bytes. */
#define X86_CODE32    8
#define X86_DATA      16
#define X86_CODE64    24
#define X86_GDT_BYTES 32

#endif
