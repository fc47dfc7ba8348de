/* The candidates that probe tune times: as the command line lists them, else tiles of the image. */
#include "candidates.h"

enum {
    MOST_BYTES = 1 << 30,
    MOST_ROWS = 1 << 26,
    MOST_COLUMNS = 1 << 20,
    MOST_EDGE = 256,
    MOST_BLOCK = 65536,
    USUAL_L1 = 32768,
    USUAL_L2 = 262144,
    MOST_KC = 256
};

bool tune_is_product(const struct tune_candidate *c)
{
    return probe_same_text(c->name, "gemm");
}

static bool is_whole_product(const struct tune_candidate *c)
{
    return c->rows <= MOST_EDGE && c->columns >= 1 && c->columns <= MOST_EDGE && c->first >= 1 &&
           c->first <= MOST_BLOCK && c->second >= 1 && c->second <= MOST_BLOCK;
}

/* ---- words ---- */

/* What is left of a word. */
struct rest {
    const char *at;
    size_t n;
};

/* Takes END's letters from the front of R; false, and R as it was, where it begins otherwise. */
static bool take_text(struct rest *r, const char *end)
{
    size_t i = 0;

    while (i < r->n && end[i] != '\0' && r->at[i] == end[i])
        i++;
    if (end[i] != '\0')
        return false;
    r->at += i;
    r->n -= i;
    return true;
}

/* Takes a number from 1 to MOST. */
static bool take_number(struct rest *r, unsigned most, unsigned *value)
{
    size_t begin = r->n;

    *value = 0;
    while (r->n > 0 && *r->at >= '0' && *r->at <= '9' && *value <= most) {
        *value = *value * 10 + (unsigned)(*r->at++ - '0');
        r->n--;
    }
    return r->n < begin && *value >= 1 && *value <= most;
}

/* Takes KERNEL.TYPE: where C is to have another than before. */
static bool take_name(struct rest *r, struct tune_candidate *c)
{
    static const char *const names[] = { "gemm", "gemv", "dot", "transpose", "jacobi", "wht" };

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct rest at = *r;
        if (!take_text(&at, names[i]) || !take_text(&at, "."))
            continue;
        if (!take_text(&at, "f64:") && !take_text(&at, "f32:"))
            return false;
        c->type = at.at[-2] == '4' ? "f64" : "f32";
        c->name = names[i];
        c->first = 0;
        *r = at;
        return true;
    }
    return false;
}

/* Reads a candidate of N bytes at TEXT; its kernel and type stay as they were where it names none,
 * and so does what follows the tile where there is nothing. */
static bool read_candidate(struct tune_candidate *c, const char *text, size_t n)
{
    struct rest r = { text, n };
    bool named = take_name(&r, c);

    return take_number(&r, MOST_ROWS, &c->rows) &&
           (!take_text(&r, "x") || take_number(&r, MOST_COLUMNS, &c->columns)) &&
           (!take_text(&r, ":") || take_number(&r, MOST_BYTES, &c->first)) &&
           (!take_text(&r, ":") || take_number(&r, MOST_BYTES, &c->second)) && r.n == 0 &&
           (!named || !tune_is_product(c) || is_whole_product(c));
}

bool tune_is_candidate(const char *text, size_t n)
{
    struct tune_candidate c = { .name = "gemm", .type = "f64" };

    return read_candidate(&c, text, n);
}

static size_t word_length(const char *text)
{
    size_t n = 0;

    while (text[n] != '\0' && text[n] != ',')
        n++;
    return n;
}

/* ---- what the image has ---- */

static const struct tile_kernel *find_tile(const struct tune_candidate *c)
{
    for (unsigned i = 0; i < tile_table_count; i++) {
        const struct tile_kernel *t = tile_table[i];
        if (t->rows == c->rows && t->columns == c->columns && probe_same_text(t->type, c->type) &&
            probe_same_text(t->kernel, c->name))
            return t;
    }
    return 0;
}

static const struct tuned_kernel *find_kernel(const struct tune_candidate *c)
{
    const struct tuned_way way = { c->rows, c->columns, c->first };

    for (unsigned i = 0; i < tuned_kernel_count; i++) {
        const struct tuned_kernel *k = tuned_kernel_table[i];
        if (probe_same_text(k->type, c->type) && probe_same_text(k->kernel, c->name))
            return k->take(&way) ? k : 0;
    }
    return 0;
}

static void find(struct tune_candidate *c)
{
    if (!tune_is_product(c))
        c->kernel = find_kernel(c);
    else if (is_whole_product(c))
        c->tile = find_tile(c);
}

static char *put_number(char *to, unsigned value)
{
    if (value >= 10)
        to = put_number(to, value / 10);
    *to++ = (char)('0' + value % 10);
    return to;
}

void tune_tile_name(const struct tune_candidate *c, char word[TUNE_WORD])
{
    char *end = put_number(word, c->rows);

    if (c->columns > 0) {
        *end++ = 'x';
        end = put_number(end, c->columns);
    }
    *end = '\0';
}

static unsigned from_list(struct tune_candidate *at, const char *list)
{
    struct tune_candidate last = { .name = "gemm", .type = "f64" };
    unsigned n = 0;

    while (n < TUNE_CANDIDATES) {
        size_t bytes = word_length(list);
        struct tune_candidate c = { .name = last.name, .type = last.type };
        c.first = tune_is_product(&c) ? 0 : last.first;
        if (!read_candidate(&c, list, bytes))
            break;
        find(&c);
        at[n++] = c;
        last = c;
        if (list[bytes] == '\0')
            break;
        list += bytes + 1;
    }
    return n;
}

/* Two strips of B within the first level, A's block within half of the second. */
static void usual_blocks(struct tune_candidate *c, const struct plan *plan)
{
    size_t bytes = probe_same_text(c->type, "f32") ? 4 : 8;
    size_t first = plan->n_caches > 0 ? plan->cache_bytes[0] : USUAL_L1;
    size_t second = plan->n_caches > 1 ? plan->cache_bytes[1] : USUAL_L2;
    size_t kc = first / (2 * c->columns * bytes);

    kc = kc > MOST_KC ? MOST_KC : kc < 16 ? 16 : kc;
    size_t tiles = second / 2 / (kc * bytes * c->rows);
    c->first = (unsigned)kc;
    c->second = (unsigned)(tiles > 0 && tiles < 64 ? tiles : 1) * c->rows;
}

static unsigned from_image(struct tune_candidate *at, const struct plan *plan)
{
    unsigned n = 0;

    for (unsigned i = 0; i < tile_table_count && n < TUNE_CANDIDATES; i++) {
        const struct tile_kernel *t = tile_table[i];
        at[n] = (struct tune_candidate){
            .name = t->kernel, .type = t->type, .rows = t->rows, .columns = t->columns
        };
        usual_blocks(&at[n], plan);
        find(&at[n++]);
    }
    return n;
}

unsigned tune_candidates(struct tune_candidate *at, const char *list, const struct plan *plan)
{
    return list ? from_list(at, list) : from_image(at, plan);
}
