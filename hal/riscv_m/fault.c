/* Names traps and reports them with all registers. Source: RISC-V Privileged Architecture,
 * 20211203, table 3.6 (mcause). */
#include "bare.h"
#include <hal/console.h>
#include <hal/report.h>
#include <stdbool.h>

/* As entry.S stores them; x[0] is not stored. */
struct m_frame {
    uint32_t x[32], pc, unused;
};

/* Returns where to go on. */
uint32_t m_trap(const struct m_frame *frame);

enum { A_LINE = 4, REGISTERS = 32 };

extern char stack_start[]; /* from image.ld */

static volatile bool trying, faulted;

void trial_begin(void)
{
    faulted = false;
    trying = true;
}

bool trial_end(void)
{
    trying = false;
    return !faulted;
}

static const char *name_of(uint32_t cause)
{
    static const char *const names[] = {
        "instruction address misaligned",
        "instruction access fault",
        "illegal instruction",
        "breakpoint",
        "load address misaligned",
        "load access fault",
        "store address misaligned",
        "store access fault",
    };

    if (cause >> 31 != 0)
        return "interrupt";
    return cause < sizeof names / sizeof names[0] ? names[cause] : "exception";
}

static void report_registers(const struct m_frame *frame)
{
    static struct bare_text t;

    hal_console_complain(""); /* a sentence may be under way */
    for (unsigned i = 1; i < REGISTERS; i++) {
        if (i % A_LINE == 1) {
            t.n = 0;
            bare_text_add(&t, "registers:");
        }
        bare_text_add(&t, " x");
        bare_text_number(&t, i);
        bare_text_add(&t, " ");
        bare_text_hex(&t, frame->x[i]);
        t.text[t.n] = '\0';
        if (i % A_LINE == 0 || i + 1 == REGISTERS)
            hal_console_complain(t.text);
    }
}

uint32_t m_trap(const struct m_frame *frame)
{
    static bool is_reporting;
    uint32_t cause, value;

    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    __asm__ volatile("csrr %0, mtval" : "=r"(value));
    if (trying) {
        faulted = true;
        return frame->pc + sizeof(uint32_t); /* the image has no short instructions */
    }
    if (!is_reporting) {
        is_reporting = true;
        report_registers(frame);
        bare_fault(frame->x[2] < (uint32_t)(uintptr_t)stack_start ? "stack overflow"
                                                                  : name_of(cause),
                   frame->pc, value);
    }
    hal_console_complain("pontoon: a fault during the report of another fault");
    hal_console_exit(HAL_REPORT_FAULT_STATUS);
}
