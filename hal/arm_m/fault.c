/* Tells faults with their registers. Source: ARMv7-M Architecture Reference Manual, DDI 0403,
 * sections B1.5.14 and B3.2.15 to 18; an ARMv6-M core has one fault and no address. */
#include "fault.h"
#include "bare.h"
#include "memory_word.h"
#include <hal/console.h>

enum { CFSR = 0xe000ed28, MMFAR = 0xe000ed34, BFAR = 0xe000ed38 };
enum { MMARVALID = 1 << 7, BFARVALID = 1 << 15, STACKING = 1 << 12 | 1 << 4, UNDEFINED = 15 << 16 };
enum { IN_FRAME = 8, PC = 6, A_LINE = 4 };

extern char ram_start[]; /* from link.ld */

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

static void tell_registers(const uint32_t *frame)
{
    static const char *const names[IN_FRAME] = { "r0", "r1", "r2", "r3", "r12", "lr", "pc", "psr" };
    static struct bare_text t;

    hal_console_complain(""); /* a sentence may be under way */
    for (unsigned i = 0; i < IN_FRAME; i++) {
        if (i % A_LINE == 0) {
            t.n = 0;
            bare_text_add(&t, "registers:");
        }
        bare_text_add(&t, " ");
        bare_text_add(&t, names[i]);
        bare_text_add(&t, " ");
        bare_text_hex(&t, frame[i]);
        t.text[t.n] = '\0';
        if (i % A_LINE == A_LINE - 1)
            hal_console_complain(t.text);
    }
}

#if __ARM_ARCH >= 7
static _Noreturn void tell(const uint32_t *frame)
{
    uint32_t cause = word_in(CFSR);
    uintptr_t address = (cause & BFARVALID) != 0   ? word_in(BFAR)
                        : (cause & MMARVALID) != 0 ? word_in(MMFAR)
                                                   : frame[PC];

    bare_fault((cause & UNDEFINED) != 0 ? "undefined instruction" : "bus fault", frame[PC],
               address);
}

/* Its bits stay set until ones are written, and would report a later fault's cause wrongly. */
static void forget_cause(void)
{
    word_out(CFSR, word_in(CFSR));
}

static bool stack_is_full(const uint32_t *frame)
{
    return (word_in(CFSR) & STACKING) != 0 || (uintptr_t)frame < (uintptr_t)ram_start;
}
#else
static _Noreturn void tell(const uint32_t *frame)
{
    bare_fault("fault", frame[PC], frame[PC]);
}

static void forget_cause(void)
{
}

static bool stack_is_full(const uint32_t *frame)
{
    return (uintptr_t)frame < (uintptr_t)ram_start;
}
#endif

void m_fault(uint32_t *frame)
{
    if (!stack_is_full(frame) && trying) {
        faulted = true;
        frame[PC] += 2;
        forget_cause();
        return;
    }
    if (stack_is_full(frame)) /* and nothing was stacked */
        bare_fault("stack overflow", 0, (uintptr_t)frame);
    tell_registers(frame);
    tell(frame);
}
