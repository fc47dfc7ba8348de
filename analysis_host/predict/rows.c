/* Shares of loops, with the numbers behind them in words. */
#include "rows.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double sum_of(const double cycles[CAUSES])
{
    double sum = 0;

    for (unsigned c = 0; c < CAUSES; c++)
        sum += cycles[c];
    return sum;
}

static enum cause main_of(const double cycles[CAUSES])
{
    unsigned most = 0;

    for (unsigned c = 1; c < CAUSES; c++)
        most = cycles[c] > cycles[most] ? c : most;
    return (enum cause)most;
}

static const char *function_name(const struct signature *s, uint32_t function)
{
    return function < s->n_functions && s->functions[function].name != NULL
               ? s->functions[function].name
               : "?";
}

const char *rows_kernel(const struct prediction *p, const struct paper_kernel *k)
{
    const struct signature *s = p->signature;

    return k->loop < s->n_loops ? function_name(s, s->loops[k->loop].function) : "outside loops";
}

/* "strcmp+0x1a"; of a function that has its place in the file for a name, the loop's place there.
 */
static void name_place(char *to, size_t size, const struct signature *s,
                       const struct signature_loop *loop)
{
    const char *name = function_name(s, loop->function);
    uint64_t begin = loop->function < s->n_functions ? s->functions[loop->function].address : 0;
    uint64_t offset = begin > 0 && loop->address > begin ? loop->address - begin : 0;

    if (strncmp(name, "+0x", 3) == 0)
        snprintf(to, size, "+0x%llx", strtoull(name + 3, NULL, 16) + (unsigned long long)offset);
    else if (offset > 0)
        snprintf(to, size, "%.40s+0x%llx", name, (unsigned long long)offset);
    else
        snprintf(to, size, "%.40s", name);
}

/* "words.c:5 main", else "strcmp+0x1a in libc.so.6". */
static void name_loop(struct prediction_row *row, const struct signature *s, uint32_t i)
{
    const struct signature_loop *loop = &s->loops[i];
    const char *file = loop->file != NULL ? strrchr(loop->file, '/') : NULL;
    char place[64];

    row->iterations = loop->iterations;
    file = file != NULL ? file + 1 : loop->file;
    name_place(place, sizeof place, s, loop);
    if (file != NULL)
        snprintf(row->at, sizeof row->at, "%.40s:%u %.40s", file, loop->line,
                 function_name(s, loop->function));
    else if (loop->function < s->n_functions && s->functions[loop->function].object != NULL)
        snprintf(row->at, sizeof row->at, "%.50s in %.30s", place,
                 s->functions[loop->function].object);
    else
        snprintf(row->at, sizeof row->at, "%s", place);
}

static double per_thousand(double n, double instructions)
{
    return instructions > 0 ? 1000 * n / instructions : 0;
}

static double served_at(const struct core_model_place *place, const struct prediction *p,
                        enum cause by)
{
    unsigned level = by == CAUSE_MEMORY ? p->board->machine.levels : (unsigned)(by - CAUSE_CACHE_1);

    return place->served[level];
}

static double beyond_first(const struct core_model_place *place)
{
    double n = 0;

    for (unsigned level = 1; level <= MACHINE_CACHES; level++)
        n += place->served[level];
    return n;
}

static void explain_level(struct prediction_row *row, const struct core_model_place *place,
                          const struct prediction *p)
{
    double beyond = beyond_first(place);
    double lines = per_thousand(served_at(place, p, row->by), place->instructions);

    if (p->board->machine.serial)
        snprintf(row->why, sizeof row->why, "%.4g lines in 1000 instructions", lines);
    else
        snprintf(row->why, sizeof row->why,
                 "%.4g lines in 1000 instructions; %.0f %% were prefetched", lines,
                 beyond > 0 ? 100 * fmin(1, place->streamed / beyond) : 0);
}

/* The same on a board where an instruction takes a cycle and accesses follow each other. */
static void explain_serial(struct prediction_row *row, const struct prediction *p)
{
    if (row->by == CAUSE_WIDTH)
        snprintf(row->why, sizeof row->why, "an instruction takes a cycle");
    if (row->by == CAUSE_CACHE_1)
        snprintf(row->why, sizeof row->why, "an access of cache 1 takes %.3g cycles",
                 p->board->machine.level[0].latency);
}

/* A share of a place's cycles in words. */
static void explain(struct prediction_row *row, const struct core_model_place *place,
                    const struct prediction *p)
{
    const struct machine *m = &p->board->machine;
    double all = sum_of(row->cycles), part = all > 0 ? 100 * row->cycles[row->by] / all : 0;

    if (m->serial && (row->by == CAUSE_WIDTH || row->by == CAUSE_CACHE_1)) {
        explain_serial(row, p);
        return;
    }
    switch (row->by) {
    case CAUSE_CACHE_2:
    case CAUSE_CACHE_3:
    case CAUSE_CACHE_4:
    case CAUSE_MEMORY:
        explain_level(row, place, p);
        break;
    case CAUSE_BRANCH:
        snprintf(row->why, sizeof row->why, "%.3g of 100 go wrong, %.3g cycles each",
                 place->branches > 0 ? 100 * place->misses / place->branches : 0,
                 m->number[MACHINE_BRANCH_PENALTY].value);
        break;
    case CAUSE_WIDTH:
        snprintf(row->why, sizeof row->why,
                 "%.0f %% of the cycles start as many operations as the board can", part);
        break;
    case CAUSE_DEPENDENCE:
        snprintf(row->why, sizeof row->why, "%.0f %% of the cycles wait for results of operations",
                 part);
        break;
    case CAUSE_UNIT:
        snprintf(row->why, sizeof row->why, "%.0f %% of the cycles wait for a busy unit", part);
        break;
    case CAUSE_CACHE_1:
        snprintf(row->why, sizeof row->why, "loads that wait for loads, %.3g cycles each",
                 m->level[0].latency);
        break;
    case CAUSE_TLB:
        snprintf(row->why, sizeof row->why, "%.0f %% of the cycles translate addresses", part);
        break;
    case CAUSE_CODE:
        snprintf(row->why, sizeof row->why, "%.0f %% of the cycles fetch code", part);
        break;
    case CAUSE_STORES:
        snprintf(row->why, sizeof row->why,
                 "stores leave no faster: %.3g lines beyond cache 1 in 1000 instructions",
                 per_thousand(beyond_first(place), place->instructions));
        break;
    case CAUSE_SYSTEM:
    case CAUSES:
        break;
    }
}

static void make_row(struct prediction_row *row, const struct prediction *p,
                     const struct core_model_place *place, uint32_t i)
{
    memcpy(row->cycles, place->cycles, sizeof row->cycles);
    row->share = sum_of(place->cycles);
    row->by = main_of(place->cycles);
    if (i < p->signature->n_loops)
        name_loop(row, p->signature, i);
    else
        snprintf(row->at, sizeof row->at, "outside loops");
    explain(row, place, p);
}

static int by_share(const void *a, const void *b)
{
    const struct prediction_row *x = a, *y = b;

    return (x->share < y->share) - (x->share > y->share);
}

static void add_system_row(struct prediction *p)
{
    struct prediction_row *row = &p->row[p->n_rows];

    if (p->system_cycles <= 0)
        return;
    row->by = CAUSE_SYSTEM;
    row->share = p->system_cycles;
    row->cycles[CAUSE_SYSTEM] = p->system_cycles;
    const struct signature *s = p->signature;
    uint64_t calls = 0;
    for (uint32_t i = 0; i < s->n_calls; i++)
        calls += s->calls[i].count;
    snprintf(row->at, sizeof row->at, "first touches, system calls");
    snprintf(row->why, sizeof row->why,
             "%llu pages of data, %llu of them twice, %llu of code; %llu calls",
             (unsigned long long)s->pages, (unsigned long long)s->pages_copied,
             (unsigned long long)s->code_pages, (unsigned long long)calls);
    p->n_rows++;
}

int rows_make(struct prediction *p, const struct core_model *b)
{
    double times = b->cycles > 0 ? p->cycles / b->cycles : 0, all = p->cycles + p->system_cycles;

    p->row = calloc(b->n_places + 1, sizeof *p->row);
    if (p->row == NULL)
        return -1;
    for (uint32_t i = 0; i < b->n_places; i++)
        if (sum_of(b->place[i].cycles) > 0)
            make_row(&p->row[p->n_rows++], p, &b->place[i], i);
    for (size_t i = 0; i < p->n_rows; i++) {
        p->row[i].share *= times;
        for (unsigned c = 0; c < CAUSES; c++)
            p->row[i].cycles[c] *= times;
    }
    add_system_row(p);
    for (size_t i = 0; i < p->n_rows; i++)
        p->row[i].share = all > 0 ? p->row[i].share / all : 0;
    qsort(p->row, p->n_rows, sizeof *p->row, by_share);
    return 0;
}
