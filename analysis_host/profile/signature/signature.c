/* Groups of distances, addresses. */
#include "signature.h"
#include <string.h>

enum { FIRST_GROUP = 16, AN_OCTAVE = 4 };

uint64_t signature_distance_least(unsigned code)
{
    /* 2 to the power of quarters, times 2^16 */
    static const uint64_t quarter[AN_OCTAVE] = { 65536, 77936, 92682, 110218 };

    if (code == 0)
        return 0;
    unsigned octave = (code - 1) / AN_OCTAVE;
    return ((FIRST_GROUP * quarter[(code - 1) % AN_OCTAVE] << octave) + 32768) >> 16;
}

uint64_t signature_address(const struct signature *s, uint32_t i)
{
    uint64_t mark = strcmp(s->isa, "arm") == 0;

    return s->code[i].address & ~mark;
}

uint32_t signature_stride(const struct signature *s, uint64_t most)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < s->n_bursts; i++)
        n += s->bursts[i].instructions;
    return (uint32_t)(n / most + 1);
}

uint32_t signature_strided(const struct signature *s, uint32_t stride)
{
    uint32_t every = stride > s->n_bursts ? s->n_bursts : stride;

    return every > 0 ? (s->n_bursts - every / 2 + every - 1) / every : 0;
}

uint32_t signature_strided_at(const struct signature *s, uint32_t stride, uint32_t i)
{
    uint32_t every = stride > s->n_bursts ? s->n_bursts : stride;

    return every / 2 + i * every;
}

/* Moves the events and accesses of burst FROM to number TO, after those of the bursts before. */
static void move_burst(struct signature *s, uint32_t to, uint32_t from)
{
    struct signature_burst *b = &s->bursts[to];

    *b = s->bursts[from];
    memmove(&s->events[s->n_events], &s->events[b->first_event], b->n_events * sizeof *s->events);
    memmove(&s->accesses[s->n_accesses], &s->accesses[b->first_access],
            b->n_accesses * sizeof *s->accesses);
    b->first_event = s->n_events;
    b->first_access = s->n_accesses;
    s->n_events += b->n_events;
    s->n_accesses += b->n_accesses;
}

void signature_thin(struct signature *s, uint64_t most)
{
    uint32_t stride = signature_stride(s, most), n = signature_strided(s, stride);

    if (n == s->n_bursts)
        return;
    s->n_events = s->n_accesses = 0;
    for (uint32_t i = 0; i < n; i++)
        move_burst(s, i, signature_strided_at(s, stride, i));
    s->n_bursts = n;
    s->every *= stride;
    signature_thin(s, most); /* those that are left may be longer than the mean */
}

/* Whether system call NUMBER of the ISA sleeps or reads a clock. */
static bool waits(const struct signature *s, uint32_t number)
{
    static const struct {
        const char *isa;
        uint32_t numbers[5];
    } rows[] = {
        { "x86_64", { 35, 230, 228, 96, 201 } },    { "i386", { 162, 267, 265, 78, 13 } },
        { "arm", { 162, 265, 263, 78, 407 } },      { "aarch64", { 101, 115, 113, 169, 113 } },
        { "riscv64", { 101, 115, 113, 169, 113 } },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t k = 0; strcmp(rows[i].isa, s->isa) == 0 && k < 5; k++)
            if (rows[i].numbers[k] == number)
                return true;
    return false;
}

uint64_t signature_waits(const struct signature *s)
{
    uint64_t n = s->clock_reads > SIGNATURE_USUAL_READS ? s->clock_reads : 0;

    for (uint32_t i = 0; i < s->n_calls; i++)
        n += waits(s, s->calls[i].number) ? s->calls[i].count : 0;
    return n;
}
