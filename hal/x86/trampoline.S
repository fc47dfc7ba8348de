/* Where a processor begins that another one started: in real mode, at X86_TRAMPOLINE_AT, CS:IP =
 * X86_TRAMPOLINE_AT >> 4 : 0 (SDM vol. 3A, section 8.4.4.1, step 15). Copied there, so everything it
 * reads is copied with it. */
#include "layout.h"

        .section .rodata
        .code16
        .global x86_trampoline, x86_trampoline_end
x86_trampoline:
        cli                                     /* SDM vol. 2A, CLI: nothing to take interrupts yet */
        cld                                     /* SDM vol. 2A, CLD: what C code expects */
        mov     %cs, %ax                        /* SDM vol. 3A, 20.1.1: segment = address >> 4 */
        mov     %ax, %ds
        lgdtl   gdt_pointer - x86_trampoline    /* SDM vol. 2A, LGDT; vol. 3A, 9.9.1, step 2 */
        mov     %cr0, %eax                      /* SDM vol. 3A, 9.9.1, step 3: protection on, */
        or      $1, %al                         /* CR0.PE */
        mov     %eax, %cr0
        ljmpl   $X86_CODE32, $x86_core_entry    /* SDM vol. 3A, 9.9.1, step 4: CS from the table */
        .balign 4
gdt_pointer:
        .word   X86_GDT_BYTES - 1               /* SDM vol. 3A, figure 2-6: limit, */
        .long   x86_gdt                         /* base */
x86_trampoline_end:

        .section .note.GNU-stack, "", @progbits
