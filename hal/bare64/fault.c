/* Writes registers, and finds out whether a stack overflowed. */
#include "fault.h"
#include "bare.h"
#include "stacks.h"
#include <hal/console.h>
#include <stdbool.h>

enum { A_LINE = 4 };

static void tell_registers(const struct fault_register *r, unsigned n)
{
    static struct bare_text t[BARE_CORES];
    struct bare_text *line = &t[bare_core()];

    hal_console_complain(""); /* a sentence may be under way */
    for (unsigned i = 0; i < n; i++) {
        if (i % A_LINE == 0) {
            line->n = 0;
            bare_text_add(line, "registers:");
        }
        bare_text_add(line, " ");
        bare_text_add(line, r[i].name);
        bare_text_add(line, " ");
        bare_text_hex(line, r[i].value);
        if (i % A_LINE == A_LINE - 1 || i + 1 == n) {
            line->text[line->n] = '\0';
            hal_console_complain(line->text);
        }
    }
}

static bool below_a_stack(uintptr_t address)
{
    for (unsigned core = 0; core < BARE_CORES; core++)
        if (address - stack_guard(core) < STACK_GUARD_BYTES)
            return true;
    return false;
}

_Noreturn void fault64(const char *exception, uintptr_t pc, uintptr_t address,
                       const struct fault_register *r, unsigned n)
{
    tell_registers(r, n);
    bare_fault(below_a_stack(address) ? "stack overflow" : exception, pc, address);
}
