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
