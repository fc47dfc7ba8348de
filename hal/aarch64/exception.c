/* Names exceptions and reports them with all registers. */
#include "bare.h"
#include "fault.h"
#include "system.h"
#include "trial.h"
#include <hal/console.h>
#include <hal/report.h>

/* As entry.S stores them. */
struct a64_frame {
    uint64_t x[31], sp, pc, pstate;
};

enum { SYNCHRONOUS, INTERRUPT, FAST_INTERRUPT, SYSTEM_ERROR, TWICE };

void a64_exception(unsigned kind, const struct a64_frame *frame);

/* DDI 0487, D17.2.37: ESR_EL1, the exception class. */
static const char *const classes[64] = {
    [0x00] = "undefined instruction",
    [0x07] = "floating point is off",
    [0x0e] = "illegal execution state",
    [0x15] = "supervisor call",
    [0x18] = "system register access",
    [0x20] = "instruction abort",
    [0x21] = "instruction abort",
    [0x22] = "PC alignment",
    [0x24] = "data abort",
    [0x25] = "data abort",
    [0x26] = "SP alignment",
    [0x2f] = "system error",
    [0x3c] = "breakpoint",
};

static const char *name_of(unsigned kind, uint64_t esr)
{
    static const char *const names[] = { "", "interrupt", "fast interrupt", "system error" };

    if (kind != SYNCHRONOUS)
        return names[kind];
    const char *name = classes[esr >> 26 & 63];
    return name ? name : "exception";
}

static unsigned add(struct fault_register *r, unsigned n, const char *name, uint64_t value)
{
    r[n] = (struct fault_register){ name, value };
    return n + 1;
}

_Noreturn static void tell(unsigned kind, const struct a64_frame *frame)
{
    static const char names[31][4] = { "x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",
                                       "x8",  "x9",  "x10", "x11", "x12", "x13", "x14", "x15",
                                       "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23",
                                       "x24", "x25", "x26", "x27", "x28", "x29", "x30" };
    struct fault_register r[36];
    uint64_t esr = system_esr_el1(), far = system_far_el1();
    unsigned n = 0;

    n = add(r, n, "esr", esr);
    n = add(r, n, "far", far);
    n = add(r, n, "pstate", frame->pstate);
    n = add(r, n, "sp", frame->sp);
    for (unsigned i = 0; i < 31; i++)
        n = add(r, n, names[i], frame->x[i]);
    fault64(name_of(kind, esr), frame->pc, far, r, n);
}

void a64_exception(unsigned kind, const struct a64_frame *frame)
{
    if (kind == SYNCHRONOUS && trial_fault())
        return;
    if (kind < TWICE)
        tell(kind, frame);
    hal_console_complain("pontoon: a fault during the report of another fault");
    hal_console_exit(HAL_REPORT_FAULT_STATUS);
}
