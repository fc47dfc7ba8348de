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
