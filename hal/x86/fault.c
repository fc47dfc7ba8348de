/* Names exceptions and reports them. */
#include "fault.h"
#include "bare.h"
#include "cpu.h"

/* SDM vol. 3A, table 6-1. */
static const char *const names[] = {
    [0] = "divide error",
    [1] = "debug exception",
    [2] = "non-maskable interrupt",
    [3] = "breakpoint",
    [4] = "overflow",
    [5] = "bound range exceeded",
    [6] = "invalid opcode",
    [7] = "device not available",
    [8] = "double fault",
    [9] = "coprocessor overrun",
    [10] = "invalid TSS",
    [11] = "segment not present",
    [12] = "stack fault",
    [13] = "general protection",
    [14] = "page fault",
    [15] = "exception 15",
    [16] = "floating-point error",
    [17] = "alignment check",
    [18] = "machine check",
    [19] = "SIMD floating-point error",
    [20] = "virtualization exception",
};

enum { PAGE_FAULT = 14 };

/* The address of a page fault is what was accessed; other exceptions have none, so that the error
 * code is there, which is 0 or names a selector. */
_Noreturn void x86_fault(unsigned vector, uintptr_t code, uintptr_t pc)
{
    bare_fault(names[vector], pc, vector == PAGE_FAULT ? x86_fault_address() : code);
}
