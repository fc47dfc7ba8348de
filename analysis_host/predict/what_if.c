/* Replaces answers by what a person gives. An answer is one that the replay reads when the machine
 * becomes another one with it: so no list of them can be wrong. */
#include "board.h"
#include "record/similar_names.h"
#include "report/output/visible.h"
#include "result/query.h"
#include "say.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GIVEN_MOST = 32 };

#define CYCLES_MOST 1e5 /* of one operation or access */

static const char option[] = "--what-if";

/* What was given: names of answers, cut out of a copy of the text. */
struct given {
    char copy[1024];
    const char *name[GIVEN_MOST];
    double value[GIVEN_MOST];
    size_t n;
};

/* Reads a number with K, M or G at its end; false where TEXT is none from 0 on. */
static bool read_value(const char *text, double *value)
{
    static const char ends[] = "KMG";
    char *end;

    *value = strtod(text, &end);
    const char *unit = *end != '\0' ? strchr(ends, *end) : NULL;
    for (long i = unit != NULL ? unit - ends : -1; i >= 0; i--)
        *value *= 1024;
    return end != text && *value >= 0 && *value < 1e15 && end[unit != NULL] == '\0';
}

static bool is_whole(double value)
{
    return value == floor(value);
}

static bool is_power_of_two(double value)
{
    int exponent;

    return frexp(value, &exponent) == 0.5 && value >= 1;
}

/* Returns what a number of QUANTITY and UNIT has to be where VALUE is not that; NULL: it is. */
static const char *wanted(enum quantity quantity, const char *unit, double value)
{
    switch (quantity) {
    case CACHE_LEVELS:
        return is_whole(value) && value <= MACHINE_CACHES ? NULL : "1, 2, 3 or 4 is expected";
    case TLB_LEVELS:
        return is_whole(value) && value <= MACHINE_TLBS ? NULL : "1 or 2 is expected";
    case CACHE_LINE:
    case TLB_PAGE:
        return is_power_of_two(value) && value >= 8 ? NULL : "a power of two is expected, from 8";
    case CACHE_SIZE:
    case ICACHE_SIZE:
        return is_whole(value) && value >= 256 ? NULL : "a number of bytes is expected, from 256";
    case CACHE_WAYS:
    case TLB_WAYS:
    case TLB_ENTRIES:
        return is_whole(value) && value <= 1e6 ? NULL : "a whole number is expected";
    default:
        return strcmp(unit, "cycle") == 0 && value > CYCLES_MOST
                   ? "at most 100000 cycles are expected"
                   : NULL;
    }
}

/* True of what the table of operations has, a number an operation and type. */
static bool is_of_ops(enum quantity quantity)
{
    return quantity == OP_LATENCY || quantity == OP_RTHROUGHPUT;
}

/* True where nothing may be what R tells: time that something costs beside what it costs anyway. */
static bool may_be_zero(const struct result *r)
{
    for (unsigned p = 0; p < MACHINE_PARAMETERS; p++)
        if (strcmp(machine_parameter_id((enum machine_parameter)p).text, r->id) == 0)
            return machine_parameter_bounds((enum machine_parameter)p)[0] == 0 &&
                   !is_of_ops(r->name.quantity);
    return r->name.quantity == TLB_PENALTY || r->name.quantity == TLB_WALK ||
           r->name.quantity == OS_MUNMAP_PAGE;
}

/* ---- reading ---- */

static int read_one(struct given *g, char *one)
{
    char *value = strchr(one, '=');
    double number;

    if (value == NULL)
        return say(SAY_USAGE, option, "%.60s: ID=VALUE is expected", one);
    *value++ = '\0';
    if (!read_value(value, &number))
        return say(SAY_USAGE, option,
                   "%.60s=%.40s: a number is expected, from 0 on, with K, M or G where it is many",
                   one, value);
    for (size_t i = 0; i < g->n; i++)
        if (strcmp(g->name[i], one) == 0)
            return say(SAY_USAGE, option, "%.60s is given twice", one);
    if (g->n == GIVEN_MOST)
        return say(SAY_USAGE, option, "more than %d numbers", GIVEN_MOST);
    g->name[g->n] = one;
    g->value[g->n++] = number;
    return 0;
}

static int read_given(struct given *g, const char *text)
{
    char *rest = g->copy;
    int status = 0;

    g->n = 0;
    if (strlen(text) >= sizeof g->copy)
        return say(SAY_USAGE, option, "is longer than %zu bytes", sizeof g->copy - 1);
    strcpy(g->copy, text);
    for (char *one = strsep(&rest, ","); one != NULL && status == 0; one = strsep(&rest, ","))
        status = read_one(g, one);
    return status;
}

/* ---- replacing ---- */

static bool is_parameter(const char *name)
{
    for (unsigned p = 0; p < MACHINE_PARAMETERS; p++)
        if (strcmp(machine_parameter_id((enum machine_parameter)p).text, name) == 0)
            return true;
    return false;
}

static struct result *find(struct results *results, const char *name)
{
    const struct result *found = result_find_text(results, name);

    return found != NULL ? &results->at[found - results->at] : NULL;
}

/* NULL where NAME is that of no answer. */
static struct result *find_or_add(struct results *results, const char *name)
{
    struct result *found = find(results, name);
    struct result_id id = id_read(name);

    if (found != NULL)
        return found;
    if (id.quantity == QUANTITY_UNKNOWN && !is_parameter(name))
        return NULL;
    result_add(results, id);
    if (!results->no_memory)
        results_index(results);
    return find(results, name);
}

static void replace(struct result *r, double value)
{
    r->kind = RESULT_NUMBER;
    r->value = r->nominal = value;
    r->has_nominal = true;
    r->has_bounds = r->contradicts = false;
    r->confidence = 1;
    snprintf(r->method, sizeof r->method, "given");
}

/* ---- what is read ---- */

static bool same_levels(const struct machine *a, const struct machine *b)
{
    bool same = a->levels == b->levels && a->hz == b->hz && a->walk == b->walk &&
                a->tlbs == b->tlbs && a->line_bytes == b->line_bytes &&
                a->page_bytes == b->page_bytes;

    for (unsigned i = 0; i <= a->levels && same; i++) {
        const struct machine_level *x = &a->level[i], *y = &b->level[i];

        same = x->lines == y->lines && x->ways == y->ways && x->latency == y->latency;
        if (!a->serial) /* there accesses follow each other, and none is hurried */
            same = same && x->mlp == y->mlp && x->bytes_per_cycle == y->bytes_per_cycle;
    }
    for (unsigned i = 0; i < a->tlbs && same; i++) {
        const struct machine_tlb *x = &a->tlb[i], *y = &b->tlb[i];

        same = x->entries == y->entries && x->ways == y->ways && x->penalty == y->penalty;
    }
    return same;
}

static bool same_costs(const struct machine *a, const struct machine *b)
{
    for (unsigned op = 0; op < SIGNATURE_OPS; op++)
        for (unsigned type = 0; type <= TYPE_F64; type++)
            for (unsigned v = 0; v < MACHINE_VECTORS; v++) {
                const struct machine_cost *x = &a->cost[op][type][v], *y = &b->cost[op][type][v];

                if (x->latency != y->latency || x->interval != y->interval)
                    return false;
            }
    return true;
}

static bool same_numbers(const struct machine *a, const struct machine *b)
{
    for (unsigned i = 0; i < MACHINE_PARAMETERS; i++)
        if (a->number[i].value != b->number[i].value)
            return false;
    return a->predictor == b->predictor && a->shared == b->shared && a->cores == b->cores &&
           a->contexts == b->contexts && a->handover == b->handover &&
           a->contended == b->contended && a->false_sharing == b->false_sharing;
}

static bool same_machine(const struct machine *a, const struct machine *b)
{
    return same_levels(a, b) &&
           (a->serial || (a->os == b->os && same_numbers(a, b) && same_costs(a, b)));
}

/* True where M, made of RESULTS and RUN, is another machine with another value of R. *OTHER is
 * overwritten. */
static bool is_read(const struct machine *m, struct result *r, const struct results *results,
                    const struct log_run *run, struct machine *other)
{
    static const double times[] = { 2, 0.5, 8, 0.125, 1e3, 1e-3 };
    struct result was = *r;
    const char *why;
    bool read = false;

    for (unsigned i = 0; i < sizeof times / sizeof *times && !read; i++) {
        replace(r, was.value > 0 ? was.value * times[i] : times[i]);
        read = !machine_read(other, run, results, &why) || !same_machine(m, other);
    }
    *r = was;
    return read;
}

/* A line of names that grows until it is full. */
struct names {
    char text[64];
};

static void end_names(struct names *n)
{
    if (*n->text != '\0')
        say(0, option, "  %s", n->text);
    *n->text = '\0';
}

static void add_name(struct names *n, const char *name)
{
    enum { ROOM = 58 }; /* beside the program and the option */
    size_t used = strlen(n->text);

    if (used + strlen(name) + 3 > ROOM)
        end_names(n);
    used = strlen(n->text);
    snprintf(n->text + used, sizeof n->text - used, "%s%s", used > 0 ? ", " : "", name);
}

/* The machine that answers are given for, as it is without them. */
struct board_answers {
    const struct machine *machine;
    const struct log_run *run;
    struct results *results;
    struct machine *other; /* room for another one */
};

/* Says which numbers of the board are called nearly like NAME. */
static void say_near(const char *name, const struct board_answers *b)
{
    struct similar_names near = { .typed = name };
    struct results *all = b->results;
    struct result_id ids[MACHINE_PARAMETERS];

    for (unsigned i = 0; i < MACHINE_PARAMETERS && !b->machine->serial; i++) {
        ids[i] = machine_parameter_id((enum machine_parameter)i);
        similar_names_add(&near, ids[i].text, NULL);
    }
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].kind == RESULT_NUMBER && strcmp(all->at[i].id, name) != 0 &&
            similar_names_fits(&near, all->at[i].id) &&
            is_read(b->machine, &all->at[i], all, b->run, b->other))
            similar_names_add(&near, all->at[i].id, NULL);
    for (unsigned i = 0; i < near.n; i++)
        say(0, option, "%s %s", i == 0 ? "near that is" : "          or", near.name[i]);
}

/* True where a number of QUANTITY that the board has is read: one of the first MOST, as each takes
 * a machine to try. */
static bool is_any_read(enum quantity quantity, const struct board_answers *b)
{
    enum { MOST = 8 };
    struct results *all = b->results;
    unsigned tried = 0;

    for (size_t i = 0; i < all->n && tried < MOST; i++)
        if (all->at[i].name.quantity == quantity && all->at[i].kind == RESULT_NUMBER) {
            tried++;
            if (is_read(b->machine, &all->at[i], all, b->run, b->other))
                return true;
        }
    return false;
}

static bool is_of_parameter(enum quantity quantity)
{
    for (unsigned i = 0; i < MACHINE_PARAMETERS; i++)
        if (machine_parameter_id((enum machine_parameter)i).quantity == quantity)
            return true;
    return false;
}

/* NAME is not read: says what can be given. */
static int say_unknown(const char *name, const struct board_answers *b)
{
    const struct machine *m = b->machine;
    struct names n = { "" };

    say(0, option, "%.60s: no such number is read for this board; there are", name);
    for (enum quantity q = 0; q < QUANTITIES; q++)
        if ((m->serial || is_of_ops(q) || !is_of_parameter(q)) && is_any_read(q, b))
            add_name(&n, quantity_row(q)->id);
    for (unsigned i = 0; i < MACHINE_PARAMETERS && !m->serial; i++) {
        struct result_id id = machine_parameter_id((enum machine_parameter)i);

        if (!is_of_ops(id.quantity))
            add_name(&n, id.text);
    }
    end_names(&n);
    say_near(name, b);
    return SAY_USAGE;
}

static int replace_all(const struct given *g, const struct board_answers *b)
{
    for (size_t i = 0; i < g->n; i++) {
        struct result *r = find_or_add(b->results, g->name[i]);

        if (r == NULL || r->kind == RESULT_NAME)
            return say_unknown(g->name[i], b);
        const char *why = g->value[i] == 0 && !may_be_zero(r)
                              ? "a number above 0 is expected"
                              : wanted(r->name.quantity, r->unit, g->value[i]);
        if (why != NULL)
            return say(SAY_USAGE, option, "%.60s=%.10g: %s", g->name[i], g->value[i], why);
        replace(r, g->value[i]);
    }
    return 0;
}

/* Too large for a stack. */
struct what_if {
    struct given given;
    struct machine was, other;
};

static int take(struct what_if *w, struct machine *m, struct results *results,
                const struct log_run *run, const char *text)
{
    const struct given *g = &w->given;
    const struct board_answers board = { &w->was, run, results, &w->other };
    const char *why;
    int status = read_given(&w->given, text);

    w->was = *m;
    if (status == 0)
        status = replace_all(g, &board);
    if (status == 0 && !machine_read(m, run, results, &why))
        return say(SAY_USAGE, option, "%s", why);
    for (size_t i = 0; i < g->n && status == 0; i++)
        if (!is_read(m, find(results, g->name[i]), results, run, &w->other))
            status = say_unknown(g->name[i], &board);
    for (unsigned i = 0; i < MACHINE_PARAMETERS; i++)
        if (w->was.number[i].source == MACHINE_FITTED && m->number[i].source == MACHINE_ASSUMED)
            m->number[i] = w->was.number[i];
    return status;
}

int what_if_take(struct machine *m, struct results *results, const struct log_run *run,
                 const char *text)
{
    struct what_if *w = calloc(1, sizeof *w);
    int status =
        w != NULL ? take(w, m, results, run, text) : say(SAY_NOTHING, option, "out of memory");

    free(w);
    return status;
}
