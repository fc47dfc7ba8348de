/* Entries of the image in 32-bit protected mode, paging off; both go on in long mode. */
#include "layout.h"

        .text
        .global _start, x86_core_entry

        .equ    CR4_PAE, 1 << 5                 /* SDM vol. 3A, section 2.5 */
        .equ    CR0_PG, 1 << 31
        .equ    IA32_EFER, 0xc0000080            /* SDM vol. 4, table 2-2 */
        .equ    EFER_LME, 1 << 8
        .equ    LARGE_PAGE, 0x83                /* SDM vol. 3A, table 4-17: present, writable, large */
        .equ    LARGE_BYTES, 0x200000
        .equ    ENTRIES_AT_FIRST, 512           /* 1 GiB: image, and what the loader left */

/* SDM vol. 3A, section 9.8.5: PAE, CR3, EFER.LME, paging, then a far jump into a 64-bit segment. Data
 * segments are loaded on the way. Uses EAX, ECX, EDX. */
        .macro  enter_long_mode
        mov     $X86_DATA, %ecx
        mov     %ecx, %ds                       /* SDM vol. 3A, 3.4.2 */
        mov     %ecx, %es
        mov     %ecx, %ss
        mov     %cr4, %eax                      /* SDM vol. 3A, 9.8.5, step 2 */
        or      $CR4_PAE, %eax
        mov     %eax, %cr4
        mov     $x86_pml4, %eax                 /* step 3 */
        mov     %eax, %cr3
        mov     $IA32_EFER, %ecx                 /* step 4 */
        rdmsr
        or      $EFER_LME, %eax
        wrmsr
        mov     %cr0, %eax                      /* step 5 */
        or      $CR0_PG, %eax
        mov     %eax, %cr0
        ljmp    $X86_CODE64, $1f                /* SDM vol. 3A, 5.2.1: CS.L = 1 */
        .code64
1:
        .endm

/* The first processor, from the loader: Multiboot Specification 0.6.96, section 3.2. EAX: magic,
 * EBX: information. */
        .code32
_start:
        cli                                     /* SDM vol. 2A, CLI: no handlers yet */
        cld                                     /* SDM vol. 2A, CLD: what C code expects */
        mov     %eax, %edi                      /* System V x86-64 ABI, 3.2.3: first argument */
        mov     %ebx, %esi                      /* second argument */
        lgdt    x86_gdt_pointer                 /* SDM vol. 2A, LGDT */
        ljmp    $X86_CODE32, $0f                /* the loader's CS is not in our table */
0:      mov     $x86_directory, %edx
        mov     $LARGE_PAGE, %eax               /* SDM vol. 3A, table 4-17; the upper halves are 0 */
        mov     $ENTRIES_AT_FIRST, %ecx
2:      mov     %eax, (%edx)
        add     $LARGE_BYTES, %eax
        add     $8, %edx
        loop    2b
        enter_long_mode
        mov     $x86_stacks + X86_STACK_BYTES, %esp /* zeroes the upper half, too */
        call    x86_start                       /* System V x86-64 ABI, section 3.2.2 */

/* Any other processor, from the trampoline: GDT and CS are loaded. */
        .code32
x86_core_entry:
        enter_long_mode
        mov     x86_core_stack, %rsp            /* a stack of its own */
        call    x86_core_main                   /* System V x86-64 ABI, section 3.2.2 */

        .section .note.GNU-stack, "", @progbits
