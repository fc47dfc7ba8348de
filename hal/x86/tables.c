/* Fills the tables of segments and exceptions. */
#include "tables.h"
#include "apic.h"
#include "cpu.h"
#include "fault.h"
#include "layout.h"
#include "vectors.h"
#include <stddef.h>

/* Segments that span everything, already marked as accessed: SDM vol. 3A, section 3.4.5. */
const uint64_t x86_gdt[X86_GDT_BYTES / sizeof(uint64_t)] = {
    [X86_CODE32 / 8] = 0x00cf9b000000ffff, /* 32-bit code, readable */
    [X86_DATA / 8] = 0x00cf93000000ffff,   /* data, writable */
    [X86_CODE64 / 8] = 0x00af9b000000ffff, /* 64-bit code */
};

/* Read by LGDT and LIDT: SDM vol. 3A, figure 2-6. */
struct table_pointer {
    uint16_t limit;
    const void *table;
} __attribute__((packed));

const struct table_pointer x86_gdt_pointer = { sizeof x86_gdt - 1, x86_gdt };

/* SDM vol. 3A, figures 6-2 and 6-8. */
struct gate {
    uint16_t low;
    uint16_t selector;
    uint16_t kind;
    uint16_t middle;
#ifdef __x86_64__
    uint32_t high;
    uint32_t reserved;
#endif
};

enum { VECTORS = X86_SPURIOUS_VECTOR + 1, INTERRUPT_GATE = 0x8e00 };

static struct gate idt[VECTORS];
static const struct table_pointer idt_pointer = { sizeof idt - 1, idt };

/* Pushed by the CPU: SDM vol. 3A, figures 6-4 and 6-9. */
struct frame {
    uintptr_t pc;
    uintptr_t code_segment;
    uintptr_t flags;
};

/* The compiler makes the entry and the return of such a function; no SSE register is saved. */
#define HANDLER static __attribute__((interrupt, target("general-regs-only"))) void

#define WITHOUT_CODE(n)                                                                            \
    HANDLER exception_##n(struct frame *frame)                                                     \
    {                                                                                              \
        x86_fault(n, 0, frame->pc);                                                                \
    }
#define WITH_CODE(n)                                                                               \
    HANDLER exception_##n(struct frame *frame, uintptr_t code)                                     \
    {                                                                                              \
        x86_fault(n, code, frame->pc);                                                             \
    }
#define GATE(n) [n] = (const void *)exception_##n,

/* SDM vol. 3A, table 6-1: which exceptions there are, and which of them push an error code. */
#define EXCEPTIONS_WITHOUT_CODE(X)                                                                 \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(9) X(15) X(16) X(18) X(19) X(20)
#define EXCEPTIONS_WITH_CODE(X) X(8) X(10) X(11) X(12) X(13) X(14) X(17)

EXCEPTIONS_WITHOUT_CODE(WITHOUT_CODE)
EXCEPTIONS_WITH_CODE(WITH_CODE)

HANDLER wake(struct frame *frame)
{
    (void)frame;
    x86_apic_end_of_interrupt();
}

/* Such an interrupt must not be answered: SDM vol. 3A, section 10.9. */
HANDLER spurious(struct frame *frame)
{
    (void)frame;
}

/* clang-format off */
static const void *const handlers[VECTORS] = {
    EXCEPTIONS_WITHOUT_CODE(GATE)
    EXCEPTIONS_WITH_CODE(GATE)
    [X86_WAKE_VECTOR] = (const void *)wake,
    [X86_SPURIOUS_VECTOR] = (const void *)spurious,
};
/* clang-format on */

void x86_tables_start(void)
{
    for (unsigned i = 0; i < VECTORS; i++) {
        uintptr_t handler = (uintptr_t)handlers[i];

        if (handler == 0)
            continue;
        idt[i].low = (uint16_t)handler;
        idt[i].selector = sizeof(void *) == 8 ? X86_CODE64 : X86_CODE32;
        idt[i].kind = INTERRUPT_GATE;
        idt[i].middle = (uint16_t)(handler >> 16); /* the image lies below 4 GiB */
    }
}

void x86_tables_load(void)
{
    __asm__ volatile("lidt %0" : : "m"(idt_pointer)); /* SDM vol. 2A, LGDT/LIDT */
}
