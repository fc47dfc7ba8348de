/* From what the plugin wrote to a signature that predict reads. */
#include "finish.h"
#include "decode/decode.h"
#include "extract.h"
#include "flow.h"
#include "loops.h"
#include "symbols.h"
#include <stdlib.h>

/* Decodes all code. UNKNOWN has a byte for each instruction. */
static bool decode_all(struct signature *s, uint8_t *unknown)
{
    struct decoder *d = decoder_new(s->isa);

    if (!d)
        return false;
    for (uint32_t i = 0; i < s->n_code; i++)
        unknown[i] = !decode(d, &s->code[i]);
    decoder_free(d);
    return true;
}

static uint64_t count_unknown(const struct signature *s, const uint8_t *unknown)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < s->n_blocks; i++)
        for (uint32_t k = 0; k < s->blocks[i].n; k++)
            n += unknown[s->blocks[i].first + k] ? s->blocks[i].executions : 0;
    return n;
}

bool finish_signature(struct signature *s, const char *maps, const char *program,
                      struct finish_report *report)
{
    /* What the plugin wrote has none of these. */
    free(s->loops);
    free(s->kernels);
    free(s->flow);
    s->loops = NULL;
    s->kernels = NULL;
    s->flow = NULL;
    s->n_loops = s->n_kernels = s->n_flow = 0;
    uint8_t *unknown = calloc(s->n_code + (size_t)1, 1);

    if (!unknown)
        return false;
    report->decoded = decode_all(s, unknown);
    report->unknown = report->decoded ? count_unknown(s, unknown) : s->instructions;
    free(unknown);
    return loops_find(s) && symbols_find(s, maps, program) && extract_kernels(s) && flow_find(s);
}
