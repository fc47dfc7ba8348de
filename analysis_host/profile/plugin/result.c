/* From what was collected to a signature: numbers for blocks, one row for each instruction. */
#include "collect.h"
#include "noted.h"
#include <stdlib.h>
#include <string.h>

/* Where an instruction is, while rows are made. */
struct code_row {
    const struct collect_instruction *insn;
    bool thumb;
};

static void *room(size_t n, size_t size)
{
    void *p = calloc(n + 1, size);

    if (!p)
        give_up("not enough memory");
    return p;
}

static int by_address(const void *a, const void *b)
{
    const struct collect_instruction *x = ((const struct code_row *)a)->insn;
    const struct collect_instruction *y = ((const struct code_row *)b)->insn;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->length != y->length)
        return x->length < y->length ? -1 : 1;
    return memcmp(x->bytes, y->bytes, x->length);
}

static bool has_run(const struct collect_block *b)
{
    return b->executions > 0;
}

/* All instructions that ran, sorted; N is set. */
static struct code_row *sorted_code(const struct collect *c, size_t *n)
{
    *n = 0;
    for (const struct collect_block *b = c->first; b; b = b->next)
        *n += has_run(b) ? b->n : 0;
    struct code_row *rows = room(*n, sizeof *rows), *at = rows;
    for (const struct collect_block *b = c->first; b; b = b->next)
        for (unsigned i = 0; has_run(b) && i < b->n; i++)
            *at++ = (struct code_row){ &b->instruction[i], b->thumb };
    qsort(rows, *n, sizeof *rows, by_address);
    return rows;
}

static void add_code(struct signature *s, const struct collect_instruction *insn, bool thumb)
{
    struct signature_instruction *row = &s->code[s->n_code++];

    row->address = insn->address | thumb;
    row->length = insn->length;
    memcpy(row->bytes, insn->bytes, insn->length);
}

/* The first row of code at ADDRESS, of the N that are sorted. */
static uint32_t row_at(const struct signature *s, uint32_t n, uint64_t address)
{
    uint32_t low = 0, high = n;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->code[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool lies_at(const struct signature *s, uint32_t row, uint32_t n,
                    const struct collect_block *b)
{
    for (unsigned i = 0; i < b->n; i++)
        if (row + i >= n || s->code[row + i].address != (b->instruction[i].address | b->thumb) ||
            s->code[row + i].length != b->instruction[i].length ||
            memcmp(s->code[row + i].bytes, b->instruction[i].bytes, b->instruction[i].length) != 0)
            return false;
    return true;
}

/* Rows of code: each instruction once, sorted. A block whose instructions do not lie one after the
 * other there (it begins in the middle of one, or was changed) has rows of its own at the end. */
static void make_code(const struct collect *c, struct signature *s, uint32_t *first)
{
    size_t n;
    struct code_row *rows = sorted_code(c, &n);

    s->code = room(2 * n, sizeof *s->code);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || by_address(&rows[i - 1], &rows[i]) != 0)
            add_code(s, rows[i].insn, rows[i].thumb);
    free(rows);
    uint32_t sorted = s->n_code;
    for (const struct collect_block *b = c->first; b; b = b->next) {
        if (!has_run(b))
            continue;
        first[b->number] = row_at(s, sorted, b->address | b->thumb);
        if (lies_at(s, first[b->number], sorted, b))
            continue;
        first[b->number] = s->n_code;
        for (unsigned i = 0; i < b->n; i++)
            add_code(s, &b->instruction[i], b->thumb);
    }
}

/* NUMBER[] becomes the row of each block that ran. */
static void make_blocks(const struct collect *c, struct signature *s, const uint32_t *first,
                        uint32_t *number)
{
    s->blocks = room(c->n_blocks, sizeof *s->blocks);
    for (const struct collect_block *b = c->first; b; b = b->next) {
        if (!has_run(b))
            continue;
        number[b->number] = s->n_blocks;
        struct signature_block *row = &s->blocks[s->n_blocks++];
        *row = (struct signature_block){ .first = first[b->number],
                                         .n = b->n,
                                         .executions = b->executions,
                                         .repeats = b->repeats,
                                         .taken = b->taken,
                                         .end = (uint8_t)b->end.end,
                                         .loop = SIGNATURE_NONE,
                                         .function = SIGNATURE_NONE };
        memcpy(row->missed, b->missed, sizeof row->missed);
        s->clock_reads += b->clock_reads * b->executions;
        s->cpu_asks += b->cpu_asks * b->executions;
    }
}

static void make_edges(const struct collect *c, struct signature *s, const uint32_t *number)
{
    s->edges = room((size_t)s->n_blocks * COLLECT_SUCCESSORS, sizeof *s->edges);
    for (const struct collect_block *b = c->first; b; b = b->next)
        for (unsigned i = 0; has_run(b) && i < COLLECT_SUCCESSORS && b->successor[i].block; i++)
            s->edges[s->n_edges++] =
                (struct signature_edge){ number[b->number], number[b->successor[i].block->number],
                                         b->successor[i].count };
}

static uint64_t sum_of(const uint64_t *counts, size_t n)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += counts[i];
    return sum;
}

/* Adds one side of an instruction to ROW: distances and depths by weight, as they were followed. */
static void add_side(struct signature_memory *row, const struct collect_instruction *insn,
                     unsigned store)
{
    const struct collect_side *side = &insn->side[store];

    if (row->count == 0 || side->strided > row->strided)
        row->stride = side->most_stride;
    if (side->counts)
        counts_add(side->counts, row);
    row->distance[0] += side->same;
    row->page_distance[0] += side->same;
    for (unsigned k = 0; k < SIGNATURE_SETS; k++) {
        row->depth[k][0] += side->same;
        row->page_depth[k][0] += side->same;
    }
    row->strided += side->strided;
    row->count += insn->count[store];
    row->cold += insn->cold[store];
    row->lines += insn->cold[store];
    row->cold_pages += insn->cold_pages[store];
}

/* Blocks may overlap: rows of one instruction are one. */
static void add_sides(const struct collect *c, struct signature *s, const uint32_t *first)
{
    uint32_t *row_of = room(2 * (size_t)s->n_code, sizeof *row_of); /* + 1 */
    uint32_t n = 0;

    for (int fill = 0; fill < 2; fill++) {
        if (fill)
            s->memory = room(n, sizeof *s->memory);
        for (const struct collect_block *b = c->first; b; b = b->next)
            for (unsigned i = 0; has_run(b) && i < 2U * b->n; i++) {
                const struct collect_instruction *insn = &b->instruction[i / 2];
                uint32_t *row = &row_of[2 * (first[b->number] + i / 2) + i % 2];
                if (insn->count[i % 2] && *row == 0)
                    *row = ++n;
                if (!insn->count[i % 2] || !fill)
                    continue;
                s->memory[*row - 1].instruction = first[b->number] + i / 2;
                s->memory[*row - 1].loop = SIGNATURE_NONE;
                s->memory[*row - 1].store = i % 2;
                add_side(&s->memory[*row - 1], insn, i % 2);
            }
    }
    s->n_memory = n;
    free(row_of);
}

/* Scales the N numbers of AS into H, so that their sum becomes SUM. Without any, all is the first.
 */
static void scale(uint64_t *h, const uint64_t *as, size_t n, uint64_t sum)
{
    uint64_t whole = sum_of(as, n), so_far = 0, given = 0;

    for (size_t i = 0; i < n; i++) {
        so_far += as[i];
        uint64_t up_to =
            whole ? (uint64_t)((double)so_far / (double)whole * (double)sum + 0.5) : sum;
        h[i] = up_to - given;
        given = up_to;
    }
}

/* Makes ROW's distances and depths those of its whole run, which are as those of AS. */
static void scale_row(struct signature_memory *row, const struct signature_memory *as)
{
    uint64_t known = row->count > row->cold ? row->count - row->cold : 0;
    uint64_t known_page = row->count > row->cold_pages ? row->count - row->cold_pages : 0;

    scale(row->distance, as->distance, SIGNATURE_GROUPS, known);
    scale(row->page_distance, as->page_distance, SIGNATURE_GROUPS, known_page);
    for (unsigned k = 0; k < SIGNATURE_SETS; k++) {
        scale(row->depth[k], as->depth[k], SIGNATURE_DEEP + 1, known);
        scale(row->page_depth[k], as->page_depth[k], SIGNATURE_DEEP + 1, known_page);
        row->depth[k][SIGNATURE_DEEP] += row->cold;
        row->page_depth[k][SIGNATURE_DEEP] += row->cold_pages;
    }
}

static void add_row(struct signature_memory *to, const struct signature_memory *row)
{
    for (unsigned i = 0; i < SIGNATURE_GROUPS; i++) {
        to->distance[i] += row->distance[i];
        to->page_distance[i] += row->page_distance[i];
    }
    for (unsigned k = 0; k < SIGNATURE_SETS; k++)
        for (unsigned i = 0; i <= SIGNATURE_DEEP; i++) {
            to->depth[k][i] += row->depth[k][i];
            to->page_depth[k][i] += row->page_depth[k][i];
        }
}

/* What ROW's distances and depths are to be as: its own, where it was followed, else MEAN's. */
static struct signature_memory shape_of(const struct signature_memory *row,
                                        const struct signature_memory *mean)
{
    struct signature_memory shape = *row;

    if (sum_of(row->distance, SIGNATURE_GROUPS) == 0) {
        memcpy(shape.distance, mean->distance, sizeof shape.distance);
        memcpy(shape.depth, mean->depth, sizeof shape.depth);
    }
    if (sum_of(row->page_distance, SIGNATURE_GROUPS) == 0) {
        memcpy(shape.page_distance, mean->page_distance, sizeof shape.page_distance);
        memcpy(shape.page_depth, mean->page_depth, sizeof shape.page_depth);
    }
    return shape;
}

/* FACTOR[] becomes, for each instruction that stores, the stores of the run by the weights of those
 * that were followed. An instruction none of whose accesses were followed is as the mean of all. */
static void make_memory(const struct collect *c, struct signature *s, const uint32_t *first,
                        double *factor)
{
    struct signature_memory mean[2] = { 0 };

    add_sides(c, s, first);
    for (uint32_t i = 0; i < s->n_memory; i++)
        add_row(&mean[s->memory[i].store], &s->memory[i]);
    for (uint32_t i = 0; i < s->n_memory; i++) {
        struct signature_memory *row = &s->memory[i];
        uint64_t followed = sum_of(row->page_distance, SIGNATURE_GROUPS);
        double by = followed ? (double)(row->count - row->cold_pages) / (double)followed : 0;
        const struct signature_memory as = shape_of(row, &mean[row->store]);
        scale_row(row, &as);
        row->strided = (uint64_t)(by * (double)row->strided + 0.5);
        if (row->store)
            factor[row->instruction] = by;
    }
}

/* Rows of stores that drove out something. Blocks may overlap here, too: FIRST has the row of each.
 */
static void make_writebacks(const struct collect *c, struct signature *s, const uint32_t *first,
                            const double *factor)
{
    uint32_t *row_of = room(s->n_code, sizeof *row_of); /* + 1 */

    s->writebacks = room(s->n_code, sizeof *s->writebacks);
    for (const struct collect_block *b = c->first; b; b = b->next)
        for (unsigned i = 0; has_run(b) && i < b->n; i++) {
            const struct access_counts *counts = b->instruction[i].side[1].counts;
            const struct counts_writebacks *out = counts ? counts->writebacks : NULL;
            uint32_t code = first[b->number] + i;
            if (!out)
                continue;
            if (row_of[code] == 0)
                row_of[code] = ++s->n_writebacks;
            struct signature_writebacks *row = &s->writebacks[row_of[code] - 1];
            row->instruction = code;
            row->loop = SIGNATURE_NONE;
            for (unsigned k = 0; k < SIGNATURE_SETS * SIGNATURE_DEEP; k++)
                row->ways[k / SIGNATURE_DEEP][k % SIGNATURE_DEEP] +=
                    (uint64_t)(factor[code] *
                                   (double)out->ways[k / SIGNATURE_DEEP][k % SIGNATURE_DEEP] +
                               0.5);
        }
    free(row_of);
}

static void add_burst(struct signature *s, const struct collect_burst *b, const uint32_t *number)
{
    struct signature_burst *row = &s->bursts[s->n_bursts++];

    *row = b->row;
    row->first_event = s->n_events;
    row->first_access = s->n_accesses;
    for (uint32_t i = 0; i < b->row.n_events; i++) {
        s->events[s->n_events] = b->events[i];
        s->events[s->n_events].block = number[b->events[i].block];
        s->n_events++;
    }
    if (b->row.n_accesses)
        memcpy(s->accesses + s->n_accesses, b->accesses, b->row.n_accesses * sizeof *b->accesses);
    s->n_accesses += b->row.n_accesses;
}

/* A burst needs accesses of its own, or it was only begun. */
static void make_bursts(const struct collect *c, struct signature *s, const uint32_t *number)
{
    size_t events = 0, accesses = 0;

    for (uint32_t i = 0; i < c->n_bursts; i++) {
        events += c->bursts[i].row.n_events;
        accesses += c->bursts[i].row.n_accesses;
    }
    s->bursts = room(c->n_bursts, sizeof *s->bursts);
    s->events = room(events, sizeof *s->events);
    s->accesses = room(accesses, sizeof *s->accesses);
    for (uint32_t i = 0; i < c->n_bursts; i++)
        if (c->bursts[i].row.n_events)
            add_burst(s, &c->bursts[i], number);
}

static void make_calls(const struct collect *c, struct signature *s)
{
    s->calls = room(COLLECT_CALLS, sizeof *s->calls);
    for (uint32_t i = 0; i < COLLECT_CALLS; i++)
        if (c->call[i].count)
            s->calls[s->n_calls++] =
                (struct signature_call){ i, c->call[i].count, c->call[i].bytes };
}

void result_make(const struct collect *c, struct signature *s)
{
    struct collect_sums sums = collect_sums(c);
    uint32_t *first = room(c->n_blocks, sizeof *first);
    uint32_t *number = room(c->n_blocks, sizeof *number);

    s->instructions = sums.instructions;
    s->lines = sums.lines;
    s->pages = sums.pages;
    s->pages_read = sums.pages_read;
    s->pages_copied = sums.pages_copied;
    s->file_bytes = sums.file_bytes;
    memcpy(s->works, c->works, sizeof s->works);
    s->code_lines = sums.code_lines;
    s->code_pages = sums.code_pages;
    s->threads = c->n_threads;
    s->line_bytes = 1U << c->rules.line_shift;
    s->page_bytes = 1U << c->rules.page_shift;
    s->burst = c->rules.burst;
    s->every = c->every;
    make_code(c, s, first);
    make_blocks(c, s, first, number);
    make_edges(c, s, number);
    double *factor = room(s->n_code, sizeof *factor);
    make_memory(c, s, first, factor);
    make_writebacks(c, s, first, factor);
    free(factor);
    make_bursts(c, s, number);
    make_calls(c, s);
    free(first);
    free(number);
}

/* A file's part in this process: a line of /proc/self/maps. */
struct mapping {
    char *start, *end;
    unsigned long long offset;
    char *path; /* with the end of its line */
};

struct mappings {
    struct mapping *rows; /* sorted, as the kernel writes them */
    size_t n;
};

/* Adds the part that LINE tells, if it is one of a file. */
static void add_mapping(struct mappings *m, const char *line)
{
    struct mapping row = { 0 };
    int path = 0;

    if (sscanf(line, "%p-%p %*s %llx %*s %*s %n", (void **)&row.start, (void **)&row.end,
               &row.offset, &path) != 3 ||
        path == 0 || line[path] != '/')
        return;
    row.path = strdup(line + path);
    struct mapping *rows = realloc(m->rows, (m->n + 1) * sizeof *rows);
    if (!row.path || !rows)
        give_up("not enough memory");
    m->rows = rows;
    m->rows[m->n++] = row;
}

/* The part that HOST lies in, or NULL. */
static struct mapping *mapping_of(const struct mappings *m, const char *host)
{
    size_t low = 0, high = m->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->rows[middle].end <= host)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m->n && m->rows[low].start <= host ? &m->rows[low] : NULL;
}

/* A block that lies in a file's part, and so tells how far the program's addresses are from this
 * process's; NULL: none does. */
static const struct collect_block *block_of_file(const struct collect *c, const struct mappings *m)
{
    for (const struct collect_block *b = c->first; b; b = b->next)
        if (has_run(b) && mapping_of(m, b->host))
            return b;
    return NULL;
}

static void write_mapping(const struct mapping *row, const struct collect_block *block, FILE *to)
{
    uint64_t at = block->address - (uint64_t)(block->host - row->start);

    fprintf(to, "%llx %llx %llx %s", (unsigned long long)at,
            (unsigned long long)(at + (uint64_t)(row->end - row->start)), row->offset, row->path);
}

void result_maps(const struct collect *c, FILE *maps, FILE *to)
{
    char line[4096];
    struct mappings m = { 0 };

    while (fgets(line, sizeof line, maps))
        add_mapping(&m, line);
    const struct collect_block *block = block_of_file(c, &m);
    for (size_t i = 0; i < m.n; i++) {
        if (block)
            write_mapping(&m.rows[i], block, to);
        free(m.rows[i].path);
    }
    free(m.rows);
}
