/* Signatures in memory: groups of distances, and their end. */
#include "signature.h"
#include <stdlib.h>
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

void signature_free(struct signature *s)
{
    for (uint32_t i = 0; i < s->n_functions; i++) {
        free(s->functions[i].name);
        free(s->functions[i].object);
    }
    for (uint32_t i = 0; i < s->n_loops; i++)
        free(s->loops[i].file);
    for (uint32_t i = 0; i < s->n_kernels; i++)
        free(s->kernels[i].blocks);
    void *arrays[] = { s->code,   s->blocks, s->edges,    s->functions, s->loops, s->memory,
                       s->bursts, s->events, s->accesses, s->flow,      s->calls, s->kernels };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    memset(s, 0, sizeof *s);
}
