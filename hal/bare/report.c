/* Keeps the notes of start-up and reports faults. */
#include "bare.h"
#include <hal/console.h>
#include <hal/report.h>
#include <stdbool.h>

static const char *notes[BARE_NOTES];
static unsigned n_notes;
static void (*told)(const char *text);
/* Not 0: one fault is reported, by the core that has it first. A word, as not all processors change
 * single bytes atomically. */
static unsigned faulted;

void bare_note(const char *text)
{
    if (n_notes < BARE_NOTES)
        notes[n_notes++] = text;
}

const char *hal_report_note(unsigned i)
{
    return i < n_notes ? notes[i] : NULL;
}

void hal_report_faults_to(void (*tell)(const char *text))
{
    told = tell;
}

_Noreturn void bare_fault(const char *exception, uintptr_t pc, uintptr_t address)
{
    static struct bare_text t;
    bool again = __atomic_exchange_n(&faulted, 1, __ATOMIC_ACQ_REL);

    t = (struct bare_text){ .n = 0 };
    bare_text_add(&t, exception);
    bare_text_add(&t, " on core ");
    bare_text_number(&t, bare_core());
    bare_text_add(&t, " at PC ");
    bare_text_hex(&t, pc);
    bare_text_add(&t, ", address ");
    bare_text_hex(&t, address);
    if (told && !again)
        told(t.text);
    hal_console_complain(t.text);
    hal_console_exit(HAL_REPORT_FAULT_STATUS);
}
