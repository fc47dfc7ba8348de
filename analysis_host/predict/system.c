/* First touches of pages, and system calls by what they do: most take as long as the shortest,
 * those that look up a name or change the map of memory far longer. */
#include "system.h"
#include <math.h>
#include <string.h>

enum { NUMBERS = 8, USUAL_PAGE_BYTES = 4096 };

/* Numbers of calls as Linux has them for an instruction set; 0 ends each list. */
struct calls {
    const char *isa;
    uint16_t maps[NUMBERS];    /* mmap and its like, whose memory is given back at the end */
    uint16_t changes[NUMBERS]; /* munmap, mprotect, brk, mremap */
    uint16_t names[NUMBERS]; /* open, stat, access, readlink and their like: a path is looked up */
};

static const struct calls known[] = {
    { "x86_64", { 9 }, { 10, 11, 12, 25 }, { 2, 4, 6, 21, 89, 257, 262 } },
    { "i386", { 90, 192 }, { 45, 91, 125, 163 }, { 5, 33, 85, 195, 196, 295, 300 } },
    { "arm", { 192 }, { 45, 91, 125, 163 }, { 5, 33, 85, 195, 196, 322, 327 } },
    { "aarch64", { 222 }, { 214, 215, 216, 226 }, { 48, 56, 78, 79, 291, 439 } },
    { "riscv64", { 222 }, { 214, 215, 216, 226 }, { 48, 56, 78, 79, 291, 439 } },
};

static const struct calls *calls_of(const char *isa)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].isa, isa) == 0)
            return &known[i];
    return NULL;
}

static bool holds(const uint16_t numbers[NUMBERS], uint32_t number)
{
    for (unsigned i = 0; i < NUMBERS && numbers[i] > 0; i++)
        if (numbers[i] == number)
            return true;
    return false;
}

static double cycles_of(const struct machine *m, const struct calls *c, uint32_t number)
{
    double call = m->number[MACHINE_CALL_CYCLES].value;
    double touch = m->number[MACHINE_TOUCH_CYCLES].value;

    if (c != NULL && holds(c->maps, number))
        return fmax(call, m->number[MACHINE_MAP_CYCLES].value);
    if (c != NULL && (holds(c->changes, number) || holds(c->names, number)))
        return fmax(call, touch);
    return call;
}

/* Cycles in which calls copied BYTES; in caches that the kernel finds full of other things. */
static double copying(const struct machine *m, uint64_t bytes)
{
    double rate = m->level[m->levels].bytes_per_cycle;

    return rate > 0 ? (double)bytes / rate : 0;
}

/* Cycles of pages that calls fill in files: each is a page of the system's own that nobody had. */
static double filling(const struct machine *m, const struct signature *s)
{
    double page = m->page_bytes > 0 ? m->page_bytes : USUAL_PAGE_BYTES;

    return m->number[MACHINE_TOUCH_CYCLES].value * ceil((double)s->file_bytes / page);
}

/* Cycles of first touches of data. A page that is read first and stored in later is of zeros that
 * all share until then; one that is never stored in is mostly of a file, and costs what another
 * does. */
static double touching(const struct machine *m, const struct signature *s)
{
    double twice = m->number[MACHINE_READ_CYCLES].value + m->number[MACHINE_COPY_CYCLES].value;

    return m->number[MACHINE_TOUCH_CYCLES].value * (double)(s->pages - s->pages_copied) +
           twice * (double)s->pages_copied;
}

double system_cycles(const struct machine *m, const struct signature *s)
{
    const struct calls *calls = calls_of(s->isa);
    double cycles = 0;

    if (!m->os || m->serial)
        return 0;
    cycles += touching(m, s) + filling(m, s);
    cycles += m->number[MACHINE_FILE_CYCLES].value * (double)s->code_pages;
    for (uint32_t i = 0; i < s->n_calls; i++)
        cycles += cycles_of(m, calls, s->calls[i].number) * (double)s->calls[i].count +
                  copying(m, s->calls[i].bytes);
    return cycles;
}
