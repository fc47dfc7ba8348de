/* The command tune: run, ask for a plan of candidates, run again with them. */
#include "ask.h"
#include "capture/exit_status.h"
#include "commands.h"
#include "say.h"
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a plan of candidates ---- */

enum { PLAN_KERNELS = 16, PLAN_RANKS = 16, PLAN_WORD = 64, PLAN_WHY = 300, PLAN_TRIED = 5 };

struct plan_way {
    unsigned long rows, columns; /* columns 0: the tile has one number */
    unsigned long kc, mc;        /* of a product */
    unsigned long block;         /* bytes that stay near, 0: none are given */
    bool given;
};

struct tuning_plan {
    char target[PLAN_WORD]; /* of the log that it was made of */
    char round[PLAN_WORD];  /* "2,1FE336AA": what a further round of that log says; "": unknown */
    struct plan_kernel {
        char kernel[12], type[8];
        struct plan_way way[PLAN_RANKS]; /* by rank, from 1 */
    } at[PLAN_KERNELS];
    size_t n;
};

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

/* Reads the N bytes of TEXT. Returns false with "line N: cause" in WHY. */
static bool tuning_plan_read(struct tuning_plan *plan, const char *text, size_t n,
                             char why[PLAN_WHY])
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

/* Fills WORD, of SIZE bytes, with "tune=" and the first PLAN_TRIED ways of each kernel and type:
 * products, then the others while they fit. Returns how many; 0: the plan has none, or products do
 * not fit. *LEFT_OUT: so many others did not. */
static unsigned tuning_plan_option(const struct tuning_plan *plan, char *word, size_t size,
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

/* ---- the command ---- */

/* OTHER_WORDS: bytes of a typed line that are not for candidates. */
enum { MOST_PLAN = 1 << 20, OTHER_WORDS = 64 };

/* ---- plans ---- */

/* Reads FILE whole; NULL with errno. */
static char *read_file(const char *file, size_t *n)
{
    FILE *in = fopen(file, "rb");
    char *text = in != NULL ? malloc(MOST_PLAN + 1) : NULL;

    *n = text != NULL ? fread(text, 1, MOST_PLAN + 1, in) : 0;
    if (in != NULL && (ferror(in) != 0 || *n > MOST_PLAN)) {
        free(text);
        text = NULL;
        errno = ferror(in) != 0 ? EIO : EFBIG;
    }
    if (in != NULL)
        (void)fclose(in);
    return text;
}

/* Reads the plan that the user names. 0, or the exit status after a message. */
static int read_given(const struct request *q, struct tuning_plan *plan)
{
    char why[PLAN_WHY];
    size_t n;
    char *text = read_file(q->plan, &n);
    bool right = text != NULL && tuning_plan_read(plan, text, n, why);

    if (text == NULL)
        complain("%s: %s", q->plan, strerror(errno));
    else if (!right)
        complain("%s: %s", q->plan, why);
    else if (strcmp(plan->target, q->words[0]) != 0 && !q->force) {
        complain("%s: is of %s, not of %s: its tiles may not be in this image; --force tries them",
                 q->plan, *plan->target != '\0' ? plan->target : "a board without name",
                 q->words[0]);
        right = false;
    }
    free(text);
    return right ? EXIT_COMPLETE : EXIT_USAGE;
}

/* Asks ANALYZE for the plan of LOG. 0, or the exit status after a message. */
static int ask_plan(const char *name, const char *analyze, const char *log,
                    struct tuning_plan *plan)
{
    const char *argv[] = { analyze, "--export", "tuning", "--", log, NULL };
    char why[ASK_WHY_BYTES], cause[PLAN_WHY];
    char *text;
    size_t n;
    enum ask_end end = ask_program(argv, &text, &n, why);
    bool right = end == ASK_READ && tuning_plan_read(plan, text != NULL ? text : "", n, cause);

    free(text);
    if (right)
        return EXIT_COMPLETE;
    if (end == ASK_INTERRUPTED)
        return EXIT_INTERRUPTED;
    complain("%s: nothing is tried, as there is no plan for %s: %s --export tuning: %s", name, log,
             analyze, end == ASK_READ ? cause : why);
    return EXIT_NOT_ASKED;
}

/* ---- the loop ---- */

static void say_try(const struct request *q, const char *name, unsigned n)
{
    if (!q->quiet)
        say_line(stderr, "%s: tries %u ways to build kernels, about %u s", name, n, 1 + n * 9 / 25);
}

/* What the user does next. */
static void say_next(const struct request *q, const char *name, const char *log)
{
    if (!q->quiet)
        say_line(stderr, "%s: analyze --export kernels=DIR %s writes the kernels", name, log);
}

/* Runs the board again with what PLAN proposes; ROUND is of the log. */
static int try_plan(const struct request *q, const char *log, const struct tuning_plan *plan,
                    const char *round)
{
    char tune[SUGGESTED_LINE - OTHER_WORDS], again[PLAN_WORD + 16];
    const char *words[] = { "--only=tune", again, tune, NULL };
    const char *name = q->words[0];
    unsigned left_out, n = tuning_plan_option(plan, tune, sizeof tune, &left_out);

    if (n == 0 || *round == '\0') {
        complain("%s: nothing is tried: %s", name,
                 n == 0 ? "the plan has no kernels, or more products than a line holds"
                        : "the log's beginning is lost, so no further round can name it");
        return EXIT_NOT_ASKED;
    }
    (void)snprintf(again, sizeof again, "--round=%s", round);
    if (left_out > 0)
        complain("%s: %u ways of the plan are not tried: a line holds no more", name, left_out);
    say_try(q, name, n);
    int status = rounds_again(q, name, log, words);
    if (status == EXIT_COMPLETE)
        say_next(q, name, log);
    else
        complain("%s: the model's own choice remains: analyze --export kernels=DIR %s", name, log);
    return status;
}

static int go_on(const struct request *q, const char *log, const struct tuning_plan *given)
{
    const char *program = q->analyze != NULL ? q->analyze : q->analyze_beside;
    struct tuning_plan *own = calloc(1, sizeof *own);
    int status = EXIT_NOT_STARTED;

    if (own == NULL)
        complain("%s", strerror(ENOMEM));
    else
        status = ask_plan(q->words[0], program, log, own);
    if (status == EXIT_COMPLETE)
        status = try_plan(q, log, given != NULL ? given : own, own->round);
    free(own);
    return status;
}

int tune_board(const struct request *request)
{
    struct tuning_plan *given = request->plan != NULL ? calloc(1, sizeof *given) : NULL;
    struct run_outcome first = { .log = NULL };
    int status = given != NULL ? read_given(request, given) : EXIT_COMPLETE;

    if (status == EXIT_COMPLETE)
        status = run_once(request, request->words[0], &first);
    if (status == EXIT_COMPLETE)
        status = go_on(request, first.log, given);
    free(first.log);
    free(given);
    return status;
}
