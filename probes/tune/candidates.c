/* The candidates that probe tune times: as the command line lists them, else tiles of the image. */
#include "candidates.h"

enum { MOST_EDGE = 256, MOST_BLOCK = 65536, USUAL_L1 = 32768, USUAL_L2 = 262144, MOST_KC = 256 };

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

/* Reads a candidate of N bytes at TEXT; its type stays as it was where it names none. */
static bool read_candidate(struct tune_candidate *c, const char *text, size_t n)
{
    struct rest r = { text, n };

    if (take_text(&r, "gemm.f64:"))
        c->type = "f64";
    else if (take_text(&r, "gemm.f32:"))
        c->type = "f32";
    return take_number(&r, MOST_EDGE, &c->rows) && take_text(&r, "x") &&
           take_number(&r, MOST_EDGE, &c->columns) && take_text(&r, ":") &&
           take_number(&r, MOST_BLOCK, &c->kc) && take_text(&r, ":") &&
           take_number(&r, MOST_BLOCK, &c->mc) && r.n == 0;
}

bool tune_is_candidate(const char *text, size_t n)
{
    struct tune_candidate c = { .type = "f64" };

    return read_candidate(&c, text, n);
}

static size_t word_length(const char *text)
{
    size_t n = 0;

    while (text[n] != '\0' && text[n] != ',')
        n++;
    return n;
}

/* ---- tiles ---- */

static const struct tile_kernel *find_tile(const struct tune_candidate *c)
{
    for (unsigned i = 0; i < tile_table_count; i++) {
        const struct tile_kernel *t = tile_table[i];
        if (t->rows == c->rows && t->columns == c->columns && probe_same_text(t->type, c->type) &&
            probe_same_text(t->kernel, "gemm"))
            return t;
    }
    return 0;
}

static char *put_number(char *to, unsigned value)
{
    if (value >= 10)
        to = put_number(to, value / 10);
    *to++ = (char)('0' + value % 10);
    return to;
}

static void name_tile(struct tune_candidate *c)
{
    char *end = put_number(c->tile, c->rows);

    *end++ = 'x';
    end = put_number(end, c->columns);
    *end = '\0';
    c->kernel = find_tile(c);
}

static unsigned from_list(struct tune_candidate *at, const char *list)
{
    const char *type = "f64";
    unsigned n = 0;

    while (n < TUNE_CANDIDATES) {
        size_t bytes = word_length(list);
        struct tune_candidate c = { .type = type };
        if (!read_candidate(&c, list, bytes))
            break;
        name_tile(&c);
        type = c.type;
        at[n++] = c;
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
    c->kc = (unsigned)kc;
    c->mc = (unsigned)(tiles > 0 && tiles < 64 ? tiles : 1) * c->rows;
}

static unsigned from_image(struct tune_candidate *at, const struct plan *plan)
{
    unsigned n = 0;

    for (unsigned i = 0; i < tile_table_count && n < TUNE_CANDIDATES; i++) {
        const struct tile_kernel *t = tile_table[i];
        if (!probe_same_text(t->kernel, "gemm"))
            continue;
        at[n] = (struct tune_candidate){ .type = t->type, .rows = t->rows, .columns = t->columns };
        usual_blocks(&at[n], plan);
        name_tile(&at[n++]);
    }
    return n;
}

unsigned tune_candidates(struct tune_candidate *at, const char *list, const struct plan *plan)
{
    return list ? from_list(at, list) : from_image(at, plan);
}
