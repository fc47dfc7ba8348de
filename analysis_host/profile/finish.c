/* From what the plugin wrote to a signature that predict reads. */
#include "finish.h"
#include "decode/decode.h"
#include "objects.h"
#include <stdlib.h>
#include <string.h>

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

/* What ran is sure: an instruction that accessed memory loads or stores as it did. */
static void settle_accesses(struct signature *s, uint8_t *seen)
{
    for (uint32_t i = 0; i < s->n_memory; i++)
        if (s->memory[i].count > 0)
            seen[s->memory[i].instruction] |= s->memory[i].store ? 2 : 1;
    for (uint32_t i = 0; i < s->n_code; i++) {
        struct signature_instruction *at = &s->code[i];

        if (seen[i] == 0 || at->op == OP_REPEAT)
            continue;
        at->loads = (seen[i] & 1) == 0 ? 0 : at->loads == 0 ? 1 : at->loads;
        at->stores = (seen[i] & 2) == 0 ? 0 : at->stores == 0 ? 1 : at->stores;
        if (at->op == OP_LOAD && at->loads == 0)
            at->op = OP_STORE;
        else if (at->op == OP_STORE && at->stores == 0)
            at->op = OP_LOAD;
    }
}

/* Marks what was touched for the first time, by a load, in a file that MAPS lists. Returns false
 * without memory. */
static bool find_files(struct signature *s, const char *maps)
{
    size_t n;
    struct map *pieces;
    bool good = maps_read(&pieces, &n, maps);

    for (uint32_t i = 0; i < s->n_accesses && good; i++) {
        struct signature_access *a = &s->accesses[i];

        if (a->distance == SIGNATURE_COLD && !a->store && maps_at(pieces, n, a->address) != NULL)
            a->flags |= ACCESS_FILE;
    }
    free(pieces);
    return good;
}

bool finish_signature(struct signature *s, const char *maps, const char *program,
                      struct finish_report *report)
{
    /* What the plugin wrote has none of these. */
    free(s->loops);
    free(s->kernels);
    free(s->flow);
    free(s->rest);
    s->loops = NULL;
    s->kernels = NULL;
    s->flow = NULL;
    s->rest = NULL;
    s->n_loops = s->n_kernels = s->n_flow = s->n_rest = 0;
    uint8_t *unknown = calloc(s->n_code + (size_t)1, 1); /* and then: what each accessed */

    if (!unknown)
        return false;
    report->decoded = decode_all(s, unknown);
    report->unknown = report->decoded ? count_unknown(s, unknown) : s->instructions;
    memset(unknown, 0, s->n_code);
    settle_accesses(s, unknown);
    free(unknown);
    return find_files(s, maps) && loops_find(s) && symbols_find(s, maps, program) &&
           extract_kernels(s) && flow_find(s) && prune_signature(s);
}
