/* show_signature FILE: what is in a signature, a line for each thing. */
#include "signature/file.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *function_of(const struct signature *s, uint32_t function)
{
    return function == SIGNATURE_NONE ? "?" : s->functions[function].name;
}

static void show_loops(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_loops; i++) {
        const struct signature_loop *l = &s->loops[i];
        printf("loop %" PRIu32 " in %" PRId32 " %s activations %" PRIu64 " iterations %" PRIu64
               " instructions %" PRIu64 " at %s:%" PRIu32 "\n",
               i, (int32_t)l->parent, function_of(s, l->function), l->activations, l->iterations,
               l->instructions, l->file ? l->file : "?", l->line);
    }
}

static void show_threads(const struct signature *s)
{
    static const char *const kinds[SIGNATURE_SYNCS] = { "create", "after", "spin",
                                                        "wait",   "sleep", "end" };

    for (uint32_t i = 0; i < s->n_thread; i++)
        printf("thread %" PRIu32 " first %" PRIu64 " instructions %" PRIu64 "\n", i,
               s->thread[i].first, s->thread[i].instructions);
    for (uint32_t i = 0; i < s->n_sync; i++) {
        const struct signature_sync *y = &s->sync[i];
        printf("sync %" PRIu32 " %s at %" PRIu64 " by %" PRId32 " %" PRIu64 " pages %" PRIu32
               " calls %" PRIu32 " bytes %" PRIu64 "\n",
               y->thread, kinds[y->kind], y->at, (int32_t)y->by, y->by_at, y->pages, y->calls,
               y->bytes);
    }
}

static void show_code(const struct signature *s, const struct signature_block *b)
{
    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        const struct signature_instruction *c = &s->code[i];
        printf("  %" PRIx64 " op %u type %u vector %u loads %u stores %u reads", c->address, c->op,
               c->type, c->vector, c->loads, c->stores);
        for (unsigned k = 0; k < c->n_reads; k++)
            printf(" %u", c->reads[k]);
        printf(" addresses");
        for (unsigned k = 0; k < c->n_addresses; k++)
            printf(" %u", c->addresses[k]);
        printf(" writes");
        for (unsigned k = 0; k < c->n_writes; k++)
            printf(" %u", c->writes[k]);
        printf(" end %u\n", c->end);
    }
}

static void show_blocks(const struct signature *s)
{
    uint64_t unknown = 0;

    for (uint32_t i = 0; i < s->n_blocks; i++) {
        const struct signature_block *b = &s->blocks[i];
        printf("block %" PRIu32 " n %" PRIu32 " executions %" PRIu64 " taken %" PRIu64
               " missed %" PRIu64 " %" PRIu64 " loop %" PRId32 " %s\n",
               i, b->n, b->executions, b->taken, b->missed[0], b->missed[3], (int32_t)b->loop,
               function_of(s, b->function));
        show_code(s, b);
        for (uint32_t k = 0; k < b->n; k++)
            unknown += s->code[b->first + k].op == OP_OTHER ? b->executions : 0;
    }
    printf("unknown %" PRIu64 "\n", unknown > s->instructions / 1000 ? unknown : 0);
}

/* Of the loop that holds it; the first of its blocks may be in no sample. */
static uint32_t function_of_kernel(const struct signature *s, const struct signature_kernel *k)
{
    if (k->loop != SIGNATURE_NONE)
        return s->loops[k->loop].function;
    return k->n_blocks ? s->blocks[k->blocks[0]].function : SIGNATURE_NONE;
}

static void show_kernels(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_kernels; i++) {
        const struct signature_kernel *k = &s->kernels[i];
        printf("kernel %" PRIu32 " in %s static %" PRIu32 " executed %.1f%% longest %" PRIu64
               " stability %.2f parallel %.4f reuse %.1f of %.0f bytes, volume %" PRIu64 "\n",
               i, function_of(s, function_of_kernel(s, k)), k->instructions,
               100.0 * (double)k->executed / (double)s->instructions, k->longest, k->stability,
               k->parallel, k->reuse, k->reuse_bytes, k->volume_bytes);
    }
    printf("flow %" PRIu32 "\n", s->n_flow);
}

int main(int argc, char **argv)
{
    struct signature s;
    char message[512];

    if (argc != 2 || signature_read(&s, argv[1], message, sizeof message) != SIGNATURE_WHOLE)
        return 1;
    printf("isa %s\nprogram %s\ninstructions %" PRIu64 "\nlines %" PRIu64 "\npages %" PRIu64
           "\nthreads %" PRIu32 "\nbursts %" PRIu32 "\n",
           s.isa, s.program, s.instructions, s.lines, s.pages, s.threads, s.n_bursts);
    for (uint32_t i = 0; i < s.n_functions; i++)
        printf("function %s of %s\n", s.functions[i].name, s.functions[i].object);
    show_loops(&s);
    show_kernels(&s);
    show_threads(&s);
    show_blocks(&s);
    signature_free(&s);
    return 0;
}
