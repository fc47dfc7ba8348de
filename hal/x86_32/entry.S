/* Entries of the image in 32-bit protected mode, paging off. */
#include "layout.h"

        .text
        .code32
        .global _start, x86_core_entry

/* The first processor, from the loader: Multiboot Specification 0.6.96, section 3.2. EAX: magic,
 * EBX: information. The loader's GDT may be gone, so segments are loaded from ours. */
_start:
        cli                                     /* SDM vol. 2A, CLI: no handlers yet */
        cld                                     /* SDM vol. 2A, CLD: what C code expects */
        lgdt    x86_gdt_pointer                 /* SDM vol. 2A, LGDT */
        ljmp    $X86_CODE32, $1f                /* SDM vol. 3A, 3.4.3: CS changes by a far jump */
1:      mov     $X86_DATA, %ecx
        mov     %ecx, %ds                       /* SDM vol. 3A, 3.4.2 and 3.4.3: the others by MOV */
        mov     %ecx, %es
        mov     %ecx, %fs
        mov     %ecx, %gs
        mov     %ecx, %ss
        mov     $x86_stacks + X86_STACK_BYTES - 8, %esp /* two arguments below a 16-byte boundary */
        push    %ebx
        push    %eax
        call    x86_start                       /* System V i386 ABI, section 2.2.2 */

/* Any other processor, from the trampoline: GDT and CS are loaded. */
x86_core_entry:
        mov     $X86_DATA, %ecx
        mov     %ecx, %ds                       /* SDM vol. 3A, 9.9.1, step 9 */
        mov     %ecx, %es
        mov     %ecx, %fs
        mov     %ecx, %gs
        mov     %ecx, %ss
        mov     x86_core_stack, %esp            /* a stack of its own */
        call    x86_core_main                   /* System V i386 ABI, section 2.2.2 */

        .section .note.GNU-stack, "", @progbits
