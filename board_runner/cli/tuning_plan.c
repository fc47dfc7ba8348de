/* Reads plans of ways to build kernels. Nothing of one is believed before it was looked at: its
 * numbers are typed on boards. */
#include "tuning_plan.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 512, MOST_TILE = 1 << 30, MOST_BLOCK = 65536, MOST_EDGE = 256 };

static bool refuse(char *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(char *why, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)vsnprintf(why, PLAN_WHY, format, args);
    va_end(args);
    return false;
}

/* ---- a candidate ---- */

/* What a line says. */
struct line {
    const char *kernel, *type;
    struct plan_way way;
    unsigned long rank;
};

/* Digits alone, from LEAST to MOST. */
static bool read_number(const char *text, const char **end, unsigned long least, unsigned long most,
                        unsigned long *value)
{
    char *stop;

    if (*text < '0' || *text > '9')
        return false;
    *value = strtoul(text, &stop, 10);
    *end = stop;
    return *value >= least && *value <= most;
}

static bool read_whole(const char *text, unsigned long most, unsigned long *value)
{
    const char *end = text;

    return read_number(text, &end, 1, most, value) && *end == '\0';
}

static bool read_tile(struct line *l, const char *text, char *why)
{
    const char *end = text;
    bool right = read_number(text, &end, 1, MOST_TILE, &l->way.rows);

    if (right && *end == 'x')
        right = read_whole(end + 1, MOST_TILE, &l->way.columns);
    else
        right = right && *end == '\0';
    return right || refuse(why, "tile=%s is no tile", text);
}

static bool read_key(struct line *l, const char *word, char *why)
{
    const char *text = strchr(word, '=');
    size_t n = text != NULL ? (size_t)(text - word) : 0;

    if (n == 0)
        return refuse(why, "%s is no KEY=VALUE", word);
    text++;
    if (n == 4 && memcmp(word, "tile", n) == 0)
        return read_tile(l, text, why);
    if (n == 4 && memcmp(word, "rank", n) == 0)
        return read_whole(text, PLAN_RANKS, &l->rank) ||
               refuse(why, "%s: at most %d candidates of one kernel", word, PLAN_RANKS);
    if (n == 5 && memcmp(word, "block", n) == 0)
        return read_whole(text, MOST_TILE, &l->way.block) ||
               refuse(why, "%s: not a number from 1 to %d", word, MOST_TILE);
    if (n == 2 && memcmp(word, "kc", n) == 0)
        return read_whole(text, MOST_BLOCK, &l->way.kc) ||
               refuse(why, "%s: not a number from 1 to %d", word, MOST_BLOCK);
    if (n == 2 && memcmp(word, "mc", n) == 0)
        return read_whole(text, MOST_BLOCK, &l->way.mc) ||
               refuse(why, "%s: not a number from 1 to %d", word, MOST_BLOCK);
    return true; /* for other readers */
}

static bool is_one_of(const char *word, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strcmp(word, *words) == 0)
            return true;
    return false;
}

static bool is_product(const char *kernel)
{
    return strcmp(kernel, "gemm") == 0;
}

static bool check_line(const struct line *l, char *why)
{
    if (l->way.rows == 0)
        return refuse(why, "tile= is missing");
    if (l->rank == 0)
        return refuse(why, "rank= is missing");
    if (!is_product(l->kernel))
        return true;
    if (l->way.columns == 0 || l->way.rows > MOST_EDGE || l->way.columns > MOST_EDGE)
        return refuse(why, "a product's tile is two numbers from 1 to %d", MOST_EDGE);
    return (l->way.kc > 0 && l->way.mc > 0) || refuse(why, "kc= or mc= is missing");
}

static bool read_line(struct line *l, char *text, char *why)
{
    static const char *const kernels[] = {
        "gemm", "gemv", "dot", "transpose", "jacobi", "wht", NULL
    };
    static const char *const types[] = { "f64", "f32", NULL };
    char *rest = NULL;

    *l = (struct line){ .kernel = strtok_r(text, " ", &rest), .type = strtok_r(NULL, " ", &rest) };
    if (l->kernel == NULL || !is_one_of(l->kernel, kernels))
        return refuse(why, "%s: no such kernel", l->kernel != NULL ? l->kernel : "");
    if (l->type == NULL || !is_one_of(l->type, types))
        return refuse(why, "%s: no such type", l->type != NULL ? l->type : "");
    for (char *word = strtok_r(NULL, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest))
        if (!read_key(l, word, why))
            return false;
    return check_line(l, why);
}

/* ---- the plan ---- */

static struct plan_kernel *kernel_of(struct tuning_plan *plan, const struct line *l)
{
    for (size_t i = 0; i < plan->n; i++)
        if (strcmp(plan->at[i].kernel, l->kernel) == 0 && strcmp(plan->at[i].type, l->type) == 0)
            return &plan->at[i];
    if (plan->n == PLAN_KERNELS)
        return NULL;
    struct plan_kernel *k = &plan->at[plan->n++];
    (void)snprintf(k->kernel, sizeof k->kernel, "%s", l->kernel);
    (void)snprintf(k->type, sizeof k->type, "%s", l->type);
    return k;
}

static bool add_line(struct tuning_plan *plan, const struct line *l, char *why)
{
    struct plan_kernel *k = kernel_of(plan, l);

    if (k == NULL)
        return refuse(why, "more than %d kernels", PLAN_KERNELS);
    if (k->way[l->rank - 1].given)
        return refuse(why, "rank=%lu of %s %s is there twice", l->rank, l->kernel, l->type);
    k->way[l->rank - 1] = l->way;
    k->way[l->rank - 1].given = true;
    return true;
}

static void take_word(char *to, const char *word, const char *key)
{
    size_t n = strlen(key);

    if (strncmp(word, key, n) == 0 && strlen(word + n) < PLAN_WORD)
        (void)snprintf(to, PLAN_WORD, "%.*s", PLAN_WORD - 1, word + n);
}

static bool read_head(struct tuning_plan *plan, char *text, char *why)
{
    char *rest = NULL;
    const char *name = strtok_r(text, " ", &rest), *version = strtok_r(NULL, " ", &rest);

    if (name == NULL || strcmp(name, "tuning") != 0 || version == NULL)
        return refuse(why, "this is no plan, which begins with \"tuning 1\"");
    if (strcmp(version, "1") != 0)
        return refuse(why, "a plan of version %.20s; this program knows version 1", version);
    for (char *word = strtok_r(NULL, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        take_word(plan->target, word, "target=");
        take_word(plan->round, word, "round=");
    }
    return true;
}

/* Reads line NUMBER, of N bytes; *HEAD: the first that counts has been read. */
static bool take_line(struct tuning_plan *plan, const char *at, size_t n, bool *head, char *why)
{
    char text[LONGEST_LINE];
    struct line l;

    if (n == 0 || *at == '#')
        return true;
    if (n >= sizeof text || memchr(at, '\0', n) != NULL)
        return refuse(why, "is longer than %d bytes, or holds a zero byte", LONGEST_LINE - 1);
    memcpy(text, at, n);
    text[n] = '\0';
    if (!*head) {
        *head = true;
        return read_head(plan, text, why);
    }
    return read_line(&l, text, why) && add_line(plan, &l, why);
}

bool tuning_plan_read(struct tuning_plan *plan, const char *text, size_t n, char why[PLAN_WHY])
{
    char cause[PLAN_WHY];
    bool head = false;

    memset(plan, 0, sizeof *plan);
    for (unsigned long number = 1; n > 0; number++) {
        const char *end = memchr(text, '\n', n);
        size_t bytes = end != NULL ? (size_t)(end - text) : n;
        if (!take_line(plan, text, bytes, &head, cause))
            return refuse(why, "line %lu: %.*s", number, PLAN_WHY - 40, cause);
        bytes += end != NULL;
        text += bytes;
        n -= bytes;
    }
    return head || refuse(why, "line 1: it is empty");
}

/* ---- options ---- */

/* A word that ways are appended to; the last one's kernel and block are those of the next that has
 * none of its own. */
struct option_word {
    char *text;
    size_t size;
    const struct plan_kernel *last;
    unsigned long block;
    unsigned ways;
};

/* Writes WAY of K to TO, room for LONGEST_LINE, as it follows W. Returns its length. */
static size_t put_way(char *to, const struct option_word *w, const struct plan_kernel *k,
                      const struct plan_way *way)
{
    const bool product = is_product(k->kernel), named = w->last != k;
    size_t n = 0, size = LONGEST_LINE;

    if (named)
        n += (size_t)snprintf(to, size, "%s.%s:", k->kernel, k->type);
    n += (size_t)snprintf(to + n, size - n, "%lu", way->rows);
    if (way->columns > 0)
        n += (size_t)snprintf(to + n, size - n, "x%lu", way->columns);
    if (product)
        n += (size_t)snprintf(to + n, size - n, ":%lu:%lu", way->kc, way->mc);
    else if (way->block > 0 && (named || way->block != w->block))
        n += (size_t)snprintf(to + n, size - n, ":%lu", way->block);
    return n;
}

/* Appends WAY of K; false, and the word as it was, where that is full. */
static bool append_way(struct option_word *w, const struct plan_kernel *k,
                       const struct plan_way *way)
{
    char text[LONGEST_LINE];
    size_t used = strlen(w->text), n = put_way(text, w, k, way);

    if (used + n + 1 >= w->size)
        return false;
    (void)snprintf(w->text + used, w->size - used, "%s%s", w->ways > 0 ? "," : "", text);
    w->last = k;
    w->block = way->block;
    w->ways++;
    return true;
}

/* Appends the first ways of K. Returns how many do not fit. */
static unsigned append_kernel(struct option_word *w, const struct plan_kernel *k)
{
    unsigned left = 0, tried = 0;

    for (unsigned r = 0; r < PLAN_RANKS && tried < PLAN_TRIED; r++)
        if (k->way[r].given) {
            left += !append_way(w, k, &k->way[r]);
            tried++;
        }
    return left;
}

unsigned tuning_plan_option(const struct tuning_plan *plan, char *word, size_t size,
                            unsigned *left_out)
{
    struct option_word w = { .text = word, .size = size };

    *left_out = 0;
    (void)snprintf(word, size, "tune=");
    for (size_t i = 0; i < plan->n; i++)
        if (is_product(plan->at[i].kernel) && append_kernel(&w, &plan->at[i]) > 0)
            return 0;
    for (size_t i = 0; i < plan->n; i++)
        if (!is_product(plan->at[i].kernel))
            *left_out += append_kernel(&w, &plan->at[i]);
    return w.ways;
}
