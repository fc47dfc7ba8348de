/* From entry.S to main(): one core after the other. */
#include "bare.h"
#include "cp15.h"
#include "mmu.h"
#include "needs.h"
#include "semihost.h"
#include <hal/thread.h>
#include <stdint.h>

/* ---- the command line ---- */

enum { LINE_BYTES = 512 };

static char line[LINE_BYTES];

/* Returns whether N bytes at ADDRESS are words in memory. Emulators leave anything in the
 * registers. */
static bool in_ram(uintptr_t address, size_t n)
{
    return address % 4 == 0 && address != 0 && address >= board.ram.start &&
           address - board.ram.start <= board.ram.size_bytes - n;
}

static const char *behind_first_word(const char *text)
{
    while (*text && *text != ' ')
        text++;
    return text;
}

static const char *kept(const char *text)
{
    size_t n = 0;

    for (; text[n] && n + 1 < LINE_BYTES; n++)
        line[n] = text[n];
    line[n] = '\0';
    return line;
}

/* Source: Linux, Documentation/arm/booting.rst, and arch/arm/include/uapi/asm/setup.h for the tags:
 * a size in words, a type, what belongs to it; one of type 0 ends the list. */
static const char *from_tags(const uint32_t *tag)
{
    enum { CORE = 0x54410001, COMMAND_LINE = 0x54410009, HEADER_WORDS = 2, MOST_TAGS = 64 };

    if (tag[1] != CORE)
        return NULL;
    for (unsigned i = 0; i < MOST_TAGS && tag[1] != 0 && tag[0] >= HEADER_WORDS; i++) {
        if (!in_ram((uintptr_t)tag, tag[0] * 4))
            return NULL;
        if (tag[1] == COMMAND_LINE)
            return kept((const char *)(tag + HEADER_WORDS));
        tag += tag[0];
    }
    return NULL;
}

/* Returns the words after the first, which is the address that `go` was given, joined by blanks. */
static const char *from_words(unsigned argc, char *const *argv)
{
    size_t n = 0;

    for (unsigned i = 1; i < argc; i++) {
        for (const char *c = argv[i]; *c && n + 2 < LINE_BYTES; c++)
            line[n++] = *c;
        line[n++] = ' ';
        if (n + 2 >= LINE_BYTES)
            break;
    }
    line[n] = '\0';
    return line;
}

/* The words that whoever started the image gave it, or NULL. R0 to R2 are as they were at the
 * entry. Looked for in this order: a semihosting host's command line (its first word, the image,
 * left out); ATAGs (`bootm`, an emulator's kernel boot); argc and argv (U-Boot's `go`). The line is
 * in memory that stays. */
static const char *command_line(uintptr_t r0, uintptr_t r1, uintptr_t r2)
{
    enum { MOST_WORDS = 64 };

    if (semihost_command_line(line, sizeof line) == 0)
        return behind_first_word(line);
    if (r0 == 0 && in_ram(r2, 8))
        return from_tags((const uint32_t *)r2);
    if (r0 > 1 && r0 <= MOST_WORDS && in_ram(r1, r0 * sizeof(char *)))
        return from_words(r0, (char *const *)r1);
    return NULL;
}

/* ---- the start ---- */

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
    enum { ALL_ON = SCTLR_M | SCTLR_C | SCTLR_Z | SCTLR_I };
    static struct bare_text t;

    if ((cp15_sctlr() & ALL_ON) != ALL_ON) {
        bare_note("off: MMU, a cache or branch prediction; the keys claim.sctlr report which");
        return;
    }
    note_cache(&t, "on: MMU, branch prediction, instruction cache ", 1);
    note_cache(&t, ", data cache ", 0);
    bare_note(t.text);
}

_Noreturn void arm_start(uintptr_t r0, uintptr_t r1, uintptr_t r2)
{
    clear_bss();
    if (board.start)
        board.start();
    const char *words = command_line(r0, r1, r2); /* it may be in what is not mapped later */
    core_start();
    core_outer_start();
    mmu_map();
    mmu_on();
    bare_console_start();
    note_what_is_on();
    bare_run(words);
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
