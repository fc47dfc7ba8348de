/* First touches of pages, and system calls by what they do: most take as long as the shortest,
 * those that read, write, look up, open or list files longer, and those that change the map of
 * memory far longer. */
#include "system.h"
#include "signature/system_calls.h"
#include <math.h>
#include <string.h>

enum { USUAL_PAGE_BYTES = 4096 };

/* An entry of a folder: 19 bytes before its name, a zero after it, and up to a whole number of
 * eights. */
#define ENTRY_BYTES 32

/* What all calls did. */
struct done {
    struct signature_works works[SIGNATURE_WORKS];
    double calls, bytes;
};

static double page_bytes(const struct machine *m)
{
    return m->page_bytes > 0 ? m->page_bytes : USUAL_PAGE_BYTES;
}

static void add_calls(struct done *d, const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_calls; i++) {
        d->calls += (double)s->calls[i].count;
        d->bytes += (double)s->calls[i].bytes;
    }
}

static bool is_counted(const struct signature *s)
{
    for (unsigned w = 0; w < SIGNATURE_WORKS; w++)
        if (s->works[w].count > 0)
            return true;
    return false;
}

/* Older signatures have numbers of calls alone: what opens is taken to succeed, what reads to read
 * a file, and as many calls as can be fill a page of one. */
static void guess_works(struct done *d, const struct machine *m, const struct signature *s)
{
    enum signature_isa isa = isa_called(s->isa);
    uint64_t pages = (uint64_t)ceil((double)s->file_bytes / page_bytes(m));

    for (uint32_t i = 0; i < s->n_calls; i++) {
        enum signature_work work = work_of_call(isa, s->calls[i].number);
        if (work < SIGNATURE_WORKS)
            d->works[work].count += s->calls[i].count;
    }
    uint64_t writes = d->works[WORK_WRITE].count;
    d->works[WORK_WRITE].count = 0; /* most write to no file */
    d->works[WORK_GROW] = (struct signature_works){ pages < writes ? pages : writes, pages };
}

static struct done work_of(const struct machine *m, const struct signature *s)
{
    struct done d = { .calls = 0 };

    add_calls(&d, s);
    if (is_counted(s))
        memcpy(d.works, s->works, sizeof d.works);
    else
        guess_works(&d, m, s);
    return d;
}

/* Cycles in which calls copied BYTES; in caches that the kernel finds full of other things. */
static double copying(const struct machine *m, double bytes)
{
    double rate = m->level[m->levels].bytes_per_cycle;

    return rate > 0 ? fmax(0, bytes) / rate : 0;
}

/* Calls that take as long as the shortest. A file that is opened is closed, and that is counted
 * with it, whether the program does so or its end. */
static double short_calls(const struct done *d)
{
    double n = d->calls;
    uint64_t opened = d->works[WORK_OPEN].count, closed = d->works[WORK_CLOSE].count;

    for (unsigned w = 0; w < SIGNATURE_WORKS; w++)
        n -= (double)d->works[w].count;
    return fmax(0, n) + (double)(closed > opened ? closed - opened : 0);
}

/* Pages that nobody had before, a page or more a call; their bytes are copied with that. */
static double growing(const struct machine *m, const struct done *d)
{
    double calls = (double)d->works[WORK_GROW].count, pages = (double)d->works[WORK_GROW].units;

    return m->number[MACHINE_OS_APPEND].value * calls +
           m->number[MACHINE_OS_APPEND_BULK].value * fmax(0, pages - calls);
}

static double calling(const struct machine *m, const struct done *d)
{
    static const struct {
        enum signature_work work;
        enum machine_parameter number;
    } each[] = {
        { WORK_READ, MACHINE_OS_READ },
        { WORK_LIST, MACHINE_OS_READ },
        { WORK_WRITE, MACHINE_OS_WRITE },
        { WORK_FIND, MACHINE_OS_STAT },
        { WORK_OPEN, MACHINE_OS_OPEN_CLOSE },
        { WORK_MAP, MACHINE_OS_MMAP_MUNMAP },
        { WORK_CHANGE, MACHINE_OS_PAGE_FAULT_ANONYMOUS },
    };
    double call = m->number[MACHINE_OS_SYSCALL].value, cycles = call * short_calls(d);

    for (unsigned i = 0; i < sizeof each / sizeof *each; i++)
        cycles +=
            fmax(call, m->number[each[i].number].value) * (double)d->works[each[i].work].count;
    cycles += m->number[MACHINE_OS_READDIR].value * (double)d->works[WORK_LIST].units / ENTRY_BYTES;
    return cycles + growing(m, d) +
           copying(m, d->bytes - (double)d->works[WORK_GROW].units * page_bytes(m));
}

/* Cycles of first touches of data. A page that is read first and stored in later is of zeros that
 * all share until then; one that is never stored in is mostly of a file, and costs what another
 * does. */
static double touching(const struct machine *m, const struct signature *s)
{
    double twice = m->number[MACHINE_OS_PAGE_FAULT_ZERO_PAGE].value +
                   m->number[MACHINE_OS_PAGE_FAULT_COPY_ON_WRITE].value;

    return m->number[MACHINE_OS_PAGE_FAULT_ANONYMOUS].value * (double)(s->pages - s->pages_copied) +
           twice * (double)s->pages_copied;
}

double system_cycles(const struct machine *m, const struct signature *s)
{
    if (!m->os || m->serial)
        return 0;
    const struct done done = work_of(m, s);
    return touching(m, s) + m->number[MACHINE_OS_PAGE_FAULT_FILE].value * (double)s->code_pages +
           calling(m, &done);
}
