/* The loads and stores of a packed matrix product, priced by the simulated board's memory. */
#include "gemm_trace.h"
#include "model.h"

/* Where everything lies in the arena. */
struct trace {
    struct sim_model *model;
    const struct gemm_trace *g;
    uint64_t a, b, c, packed_a, packed_b;
    uint64_t line_bytes;
    double hit; /* cycles */
    double hits;
};

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* COUNT elements from AT on: one access a line, the others hit. */
static void touch(struct trace *t, uint64_t at, unsigned count,
                  void (*access)(struct sim_model *, uint64_t))
{
    uint64_t end = at + (uint64_t)count * t->g->element_bytes;

    for (uint64_t line = at; line < end; line = (line / t->line_bytes + 1) * t->line_bytes) {
        access(t->model, line);
        t->hits -= 1;
    }
    t->hits += count;
}

/* Element (ROW, COLUMN) of a matrix with N rows. */
static uint64_t element(const struct trace *t, uint64_t matrix, unsigned row, unsigned column)
{
    return matrix + ((uint64_t)column * t->g->n + row) * t->g->element_bytes;
}

/* Copies ROWS x COLUMNS from (ROW, COLUMN) of FROM into strips of STRIP rows at TO. */
static void pack_rows(struct trace *t, unsigned row, unsigned rows, unsigned column,
                      unsigned columns)
{
    uint64_t to = t->packed_a;

    for (unsigned i = 0; i < rows; i += t->g->rows)
        for (unsigned p = 0; p < columns; p++, to += (uint64_t)t->g->rows * t->g->element_bytes) {
            touch(t, element(t, t->a, row + i, column + p), t->g->rows, sim_model_load);
            touch(t, to, t->g->rows, sim_model_store);
        }
}

static void pack_columns(struct trace *t, unsigned row, unsigned rows)
{
    uint64_t to = t->packed_b;

    for (unsigned j = 0; j < t->g->n; j += t->g->columns)
        for (unsigned p = 0; p < rows; p++)
            for (unsigned i = 0; i < t->g->columns; i++, to += t->g->element_bytes) {
                touch(t, element(t, t->b, row + p, j + i), 1, sim_model_load);
                touch(t, to, 1, sim_model_store);
            }
}

static void tile(struct trace *t, uint64_t a, uint64_t b, uint64_t c, unsigned kc)
{
    unsigned es = t->g->element_bytes;

    for (unsigned p = 0; p < kc; p++) {
        touch(t, a + (uint64_t)p * t->g->rows * es, t->g->rows, sim_model_load);
        touch(t, b + (uint64_t)p * t->g->columns * es, t->g->columns, sim_model_load);
    }
    for (unsigned j = 0; j < t->g->columns; j++) {
        touch(t, c + (uint64_t)j * t->g->n * es, t->g->rows, sim_model_load);
        touch(t, c + (uint64_t)j * t->g->n * es, t->g->rows, sim_model_store);
    }
}

static void block(struct trace *t, unsigned row, unsigned mc, unsigned kc)
{
    uint64_t es = t->g->element_bytes;

    for (unsigned j = 0; j < t->g->n; j += t->g->columns)
        for (unsigned i = 0; i < mc; i += t->g->rows)
            tile(t, t->packed_a + i * kc * es, t->packed_b + j * kc * es,
                 element(t, t->c, row + i, j), kc);
}

static void product(struct trace *t)
{
    const struct gemm_trace *g = t->g;

    for (unsigned p = 0; p < g->n; p += g->kc) {
        unsigned kc = least(g->kc, g->n - p);
        pack_columns(t, p, kc);
        for (unsigned i = 0; i < g->n; i += g->mc) {
            unsigned mc = least(g->mc, g->n - i);
            pack_rows(t, i, mc, p, kc);
            block(t, i, mc, kc);
        }
    }
}

/* Caches and translations have what a product just before would leave, as when a probe repeats it.
 */
static void warm(struct trace *t, uint64_t bytes)
{
    for (uint64_t at = 0; at < bytes; at += t->line_bytes)
        sim_model_load(t->model, at);
}

double gemm_trace_cycles(const struct sim_machine *machine, const struct gemm_trace *g)
{
    uint64_t large =
        machine->large_bytes > machine->page_bytes ? machine->large_bytes : machine->page_bytes;
    uint64_t bytes = (uint64_t)g->n * g->n * g->element_bytes;
    uint64_t apart = (bytes + 4096 + large - 1) / large * large;
    struct trace t = { .g = g,
                       .a = 0,
                       .b = apart,
                       .c = 2 * apart,
                       .packed_a = 3 * apart,
                       .packed_b = 4 * apart,
                       .line_bytes = machine->cache[0].line_bytes };

    t.model = sim_model_new(machine, 5 * apart);
    if (t.model == NULL)
        return 0;
    sim_model_map(t.model, 0, 5 * apart, false);
    t.hit = (double)machine->cache[0].latency_16ths / SIM_16THS;
    warm(&t, 5 * apart);
    uint64_t begin = sim_model_clock_16ths(t.model);
    product(&t);
    double cycles = (double)(sim_model_clock_16ths(t.model) - begin) / SIM_16THS + t.hits * t.hit;
    sim_model_free(t.model);
    return cycles;
}
