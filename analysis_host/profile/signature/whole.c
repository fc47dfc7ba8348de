/* Which numbers of a signature lead where: what leads nowhere is dropped, or refused. */
#include "whole.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool index_is_good(uint32_t index, uint32_t n)
{
    return index < n || index == SIGNATURE_NONE;
}

static bool code_is_good(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_code; i++) {
        const struct signature_instruction *c = &s->code[i];
        if (c->length > SIGNATURE_BYTES || c->op >= SIGNATURE_OPS || c->type > TYPE_F64 ||
            c->idiom > IDIOM_SIGNED || c->end >= SIGNATURE_ENDS ||
            c->n_reads > SIGNATURE_REGISTERS || c->n_addresses > SIGNATURE_REGISTERS ||
            c->n_writes > SIGNATURE_REGISTERS)
            return false;
        for (unsigned r = 0; r < SIGNATURE_REGISTERS; r++)
            if ((c->reads[r] | c->addresses[r] | c->writes[r]) > 127)
                return false;
    }
    return true;
}

static bool blocks_are_good(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_blocks; i++) {
        const struct signature_block *b = &s->blocks[i];
        if (b->n == 0 || b->first >= s->n_code || b->n > s->n_code - b->first ||
            b->end >= SIGNATURE_ENDS)
            return false;
    }
    return true;
}

/* Bursts lie one after the other, and so do their events. */
static bool bursts_are_good(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_bursts; i++) {
        const struct signature_burst *b = &s->bursts[i];
        if (b->first_event > s->n_events || b->n_events > s->n_events - b->first_event ||
            b->first_access > s->n_accesses || b->n_accesses > s->n_accesses - b->first_access ||
            b->warm > b->instructions)
            return false;
        uint64_t accesses = 0;
        for (uint32_t e = 0; e < b->n_events; e++)
            accesses += s->events[b->first_event + e].n_accesses;
        if (accesses != b->n_accesses)
            return false;
    }
    return true;
}

static bool events_are_good(const struct signature *s)
{
    uint64_t accesses = 0;

    for (uint32_t i = 0; i < s->n_events; i++) {
        const struct signature_event *e = &s->events[i];
        if (e->block >= s->n_blocks || e->taken > 1)
            return false;
        accesses += e->n_accesses;
    }
    return accesses == s->n_accesses;
}

static bool distance_is_good(unsigned distance)
{
    return distance < SIGNATURE_GROUPS || distance == SIGNATURE_COLD;
}

/* That the instruction is in its block is known from reading the addresses. */
static bool accesses_are_good(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_accesses; i++) {
        const struct signature_access *a = &s->accesses[i];
        if (!distance_is_good(a->distance) || !distance_is_good(a->page_distance) || a->store > 1)
            return false;
        for (unsigned k = 0; k < SIGNATURE_SETS; k++)
            if (a->depth[k] >= SIGNATURE_DEPTHS || a->page_depth[k] > SIGNATURE_DEEP)
                return false;
    }
    return true;
}

static bool edges_are_good(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_edges; i++)
        if (s->edges[i].from >= s->n_blocks || s->edges[i].to >= s->n_blocks)
            return false;
    return true;
}

static bool functions_are_good(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_functions; i++)
        if (!s->functions[i].name || !s->functions[i].object)
            return false;
    return true;
}

/* A loop's parent stands before it, so that there is no circle. */
static bool loops_are_good(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_loops; i++) {
        const struct signature_loop *l = &s->loops[i];
        if (!index_is_good(l->header, s->n_blocks) || !index_is_good(l->parent, i) ||
            !index_is_good(l->function, s->n_functions))
            return false;
    }
    return true;
}

static bool memory_is_good(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_memory; i++)
        if (!index_is_good(s->memory[i].instruction, s->n_code) || s->memory[i].store > 1)
            return false;
    return true;
}

static bool flow_is_good(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_flow; i++)
        if (s->flow[i].producer >= s->n_code || s->flow[i].consumer >= s->n_code ||
            s->flow[i].memory > 1)
            return false;
    return true;
}

static bool calls_are_good(const struct signature *s)
{
    (void)s;
    return true;
}

static bool kernels_are_good(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_kernels; i++) {
        const struct signature_kernel *k = &s->kernels[i];
        if (!index_is_good(k->loop, s->n_loops))
            return false;
        for (uint32_t b = 0; b < k->n_blocks; b++)
            if (k->blocks[b] >= s->n_blocks)
                return false;
    }
    return true;
}

static bool driven_is_good(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_driven; i++)
        if (!index_is_good(s->driven[i].instruction, s->n_code))
            return false;
    return true;
}

/* Its loops are set right where they are lost. */
static bool rest_is_good(const struct signature *s)
{
    (void)s;
    return true;
}

/* In the order of signature_sections. */
static bool (*const rules[SIGNATURE_SECTIONS])(const struct signature *) = {
    code_is_good,   blocks_are_good,    bursts_are_good, events_are_good, accesses_are_good,
    edges_are_good, functions_are_good, loops_are_good,  memory_is_good,  flow_is_good,
    calls_are_good, kernels_are_good,   driven_is_good,  rest_is_good,
};

static void free_contents(struct signature *s, const struct section *section)
{
    if (section->n_rows == offsetof(struct signature, n_functions))
        for (uint32_t i = 0; i < s->n_functions; i++) {
            free(s->functions[i].name);
            free(s->functions[i].object);
        }
    if (section->n_rows == offsetof(struct signature, n_loops))
        for (uint32_t i = 0; i < s->n_loops; i++)
            free(s->loops[i].file);
    if (section->n_rows == offsetof(struct signature, n_kernels))
        for (uint32_t i = 0; i < s->n_kernels; i++)
            free(s->kernels[i].blocks);
}

void signature_drop(struct signature *s, const struct section *section)
{
    void *rows;
    uint32_t none = 0;

    free_contents(s, section);
    memcpy(&rows, (char *)s + section->rows, sizeof rows);
    free(rows);
    rows = NULL;
    memcpy((char *)s + section->rows, &rows, sizeof rows);
    memcpy((char *)s + section->n_rows, &none, sizeof none);
}

void signature_free(struct signature *s)
{
    for (size_t i = 0; i < SIGNATURE_SECTIONS; i++)
        signature_drop(s, &signature_sections[i]);
    memset(s, 0, sizeof *s);
}

/* LOOP becomes none where it is gone. */
static void forget_loop(const struct signature *s, uint32_t *loop)
{
    if (*loop >= s->n_loops)
        *loop = SIGNATURE_NONE;
}

/* Rows name loops and functions that may be gone. */
static void forget_lost(struct signature *s)
{
    for (uint32_t i = 0; i < s->n_blocks; i++) {
        forget_loop(s, &s->blocks[i].loop);
        if (s->blocks[i].function >= s->n_functions)
            s->blocks[i].function = SIGNATURE_NONE;
    }
    for (uint32_t i = 0; i < s->n_loops; i++)
        if (s->loops[i].function >= s->n_functions)
            s->loops[i].function = SIGNATURE_NONE;
    for (uint32_t i = 0; i < s->n_kernels; i++)
        forget_loop(s, &s->kernels[i].loop);
    for (uint32_t i = 0; i < s->n_memory; i++)
        forget_loop(s, &s->memory[i].loop);
    for (uint32_t i = 0; i < s->n_driven; i++)
        forget_loop(s, &s->driven[i].loop);
    for (uint32_t i = 0; i < s->n_rest; i++)
        forget_loop(s, &s->rest[i].loop);
}

bool signature_check(struct signature *s, char *message, size_t size)
{
    bool good = true;

    forget_lost(s);
    for (size_t i = 0; i < SIGNATURE_SECTIONS && good; i++) {
        if (rules[i](s))
            continue;
        size_t n = strlen(message);
        snprintf(message + n, size - n, "%ssection %s holds numbers that lead nowhere",
                 n ? "; " : "", signature_sections[i].tag);
        signature_drop(s, &signature_sections[i]);
        good = !signature_sections[i].matters;
    }
    forget_lost(s);
    return good;
}
