/* From entry.S to main(): one core after the other. */
#include "bare.h"
#include "command_line.h"
#include "cp15.h"
#include "mmu.h"
#include "needs.h"
#include "semihost.h"
#include <hal/thread.h>

_Noreturn void arm_start(uintptr_t r0, uintptr_t r1, uintptr_t r2);
_Noreturn void arm_start_other(void);
_Noreturn void arm_fault(unsigned exception, uintptr_t pc);

extern char bss_start[], bss_end[]; /* words, from the linker script */

/* Volatile, so that no library's memset runs before the memory that it may want is mapped. */
static void clear_bss(void)
{
    for (volatile uint32_t *word = (uint32_t *)(void *)bss_start; (char *)word < bss_end; word++)
        *word = 0;
}

static void note_cache(struct bare_text *t, const char *name, uint32_t csselr)
{
    cp15_set_csselr(csselr); /* B4.1, CSSELR: level - 1 above bit 0, which asks for instructions */
    cpu_isb();
    uint32_t ccsidr = cp15_ccsidr();
    uint32_t ways = ((ccsidr >> 3) & 0x3ff) + 1, sets = ((ccsidr >> 13) & 0x7fff) + 1;

    bare_text_add(t, name);
    bare_text_number(t, ways * sets * (16u << (ccsidr & 7)) >> 10);
    bare_text_add(t, " KiB, ways ");
    bare_text_number(t, ways);
}

static void note_what_is_on(void)
{
    static struct bare_text t;

    note_cache(&t, "on: MMU, branch prediction, instruction cache ", 1);
    note_cache(&t, ", data cache ", 0);
    bare_note(t.text);
}

_Noreturn void arm_start(uintptr_t r0, uintptr_t r1, uintptr_t r2)
{
    clear_bss();
    if (board.start)
        board.start();
    const char *line = command_line(r0, r1, r2); /* it may stand in what is not mapped later */
    core_start();
    core_outer_start();
    mmu_map();
    mmu_on();
    bare_console_start();
    note_what_is_on();
    bare_run(line);
}

_Noreturn void arm_start_other(void)
{
    core_start();
    mmu_on();
    core_arrived();
    bare_serve();
}

_Noreturn void arm_fault(unsigned exception, uintptr_t pc)
{
    static const char *const names[] = { "undefined instruction", "prefetch abort", "data abort",
                                         "interrupt", "fast interrupt" };
    enum { PREFETCH = 1, DATA = 2 };

    bare_fault(names[exception], pc,
               exception == DATA       ? cp15_dfar()
               : exception == PREFETCH ? cp15_ifar()
                                       : pc);
}

/* ARM IHI 0096, section 4.3: SVC 0xab in Thumb state, operation and block in r0 and r1, the answer
 * in r0. A call out of Supervisor mode overwrites its own lr. Where nobody listens, the image's own
 * handler answers: no call faults. */
intptr_t port_semihost(uintptr_t operation, void *block)
{
    register uintptr_t r0 __asm__("r0") = operation;
    register void *r1 __asm__("r1") = block;

    __asm__ volatile("svc 0xab" : "+r"(r0) : "r"(r1) : "lr", "memory", "cc");
    return (intptr_t)r0;
}

void trial_begin(void)
{
}

bool trial_end(void)
{
    return true;
}

_Noreturn void bare_leave(int status)
{
    semihost_exit(status);
    for (;;)
        cpu_wfi();
}

void hal_thread_pause(void)
{
    cpu_yield();
}
