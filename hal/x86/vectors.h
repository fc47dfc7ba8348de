/* Interrupt vectors that the local APIC raises, beyond the exceptions. */
#ifndef X86_VECTORS_H
#define X86_VECTORS_H

enum { X86_WAKE_VECTOR = 0x20, X86_SPURIOUS_VECTOR = 0x2f };

#endif
