/* Writes the kernels of probe shared_units: laps of two operations, each on chains of its own, as
 * many of each as keep units busy that do so many a cycle. */
#include "shared.h"
#include "lib/unit_kernel.h"
#include "op_rows.h"
#include "peaks.h"
#include <string.h>

/* How an operation is written; P is its row of variables, px and py its operands. */
enum form {
    BINARY,   /* p0 = add(p0, px) */
    TOGGLE,   /* xor(p0, px) and xor(p0, py) in turn: twice the same would be nothing */
    SELECT,   /* max(p0, px) and min(p0, py) in turn */
    SHIFT,    /* left and right in turn */
    UNARY,    /* sqrt(p0) */
    MULTIPLY, /* p0 = fma(p0, px, py) */
    LOAD,     /* of a table, which nothing waits for */
    STORE,    /* to a table */
    BRANCH,   /* never taken, on a comparison of its own */
};

/* RATE: operations that wide cores start in 8 cycles: the two of a loop should take as long. Left
 * out are those that are several operations of the processor: conversions, and selections of
 * integers. */
static const struct shared_op {
    const char *name, *op; /* OP: as elements have it */
    char kind;             /* 'i', 'f': scalar; 'v': a vector of integers */
    enum form form;
    unsigned rate;
    bool small; /* there, too, where code has to be small */
    const char *x, *y;
} ops[] = {
    { "add", "add", 'i', BINARY, 32, true, "37", "0" },
    { "xor", "xor", 'i', TOGGLE, 32, false, "37", "-21" },
    { "shift", "", 'i', SHIFT, 16, true, "0", "0" },
    { "mul", "mul", 'i', BINARY, 8, true, "5", "0" },
    { "div", "div", 'i', BINARY, 1, false, "7", "0" },
    { "load", "", 'i', LOAD, 16, true, "0", "0" },
    { "store", "", 'i', STORE, 16, true, "37", "0" },
    { "branch", "", 'i', BRANCH, 16, false, "0", "0" },
    { "add", "add", 'f', BINARY, 16, true, "1.5", "0" },
    { "mul", "mul", 'f', BINARY, 16, true, "0x1.fffffep-1", "0" },
    { "fma", "", 'f', MULTIPLY, 16, false, "0.5", "1.0" },
    { "cmp", "", 'f', SELECT, 16, false, "1.5", "9.5" },
    { "div", "div", 'f', BINARY, 2, true, "1.0009765625", "0" },
    { "sqrt", "sqrt", 'f', UNARY, 2, false, "0", "0" },
    { "add", "add", 'v', BINARY, 32, false, "37", "0" },
    { "mul", "mul", 'v', BINARY, 8, false, "5", "0" },
    { "shift", "", 'v', SHIFT, 16, false, "0", "0" },
};
enum {
    OPS = sizeof ops / sizeof ops[0],
    LEAST_HALF = 48,
    SMALL_HALF = 24,
    CASE_LEAST = 4,
    SHIFT_CHAINS = 4,
    LINE_ELEMENTS = 8,
    CHAINS_MOST = 8,
    FAR = 8,
    NEARER = 4
};
enum { NAME_BYTES = 32, FUNCTION_BYTES = 96 };

/* What the words of the command line say. */
struct shared {
    const char *type[3]; /* of kinds 'i', 'f', 'v'; NULL: there are none */
    bool fused, small;
    unsigned chains[3]; /* of kinds 'i', 'f', 'v' */
    char *const *words;
    int n;
};

/* Chains of one of two operations that have REGISTERS for theirs. */
static unsigned half_of(unsigned registers)
{
    unsigned half = registers / 2;

    return half < 2 ? 2 : half > CHAINS_MOST ? CHAINS_MOST : half;
}

static unsigned kind_of(const char *type)
{
    return type[0] == 'v' ? 2 : type[0] == 'f' ? 1 : 0;
}

/* The operands of both operations, and what a loop itself needs, have registers, too. */
static void read_words(struct shared *s, char *const *words, int n, bool small)
{
    struct peak_registers r;

    *s = (struct shared){ .small = small, .words = words, .n = n, .chains = { 4, 4, 4 } };
    for (int i = 0; i < n; i++) {
        if (op_is_type(words[i]))
            s->type[kind_of(words[i])] = words[i];
        s->fused |= strcmp(words[i], "fused") == 0;
        if (peak_read_registers(words[i], &r)) {
            s->chains[0] = half_of(r.integers - 4);
            s->chains[1] = half_of(r.floats - 4);
            s->chains[2] = half_of(r.floats - 6);
        }
    }
}

const char *shared_wrong_word(char *const *words, int n)
{
    struct peak_registers r;

    for (int i = 0; i < n; i++)
        if (!op_is_type(words[i]) && words[i][0] != '-' && strcmp(words[i], "fused") != 0 &&
            !peak_read_registers(words[i], &r))
            return words[i];
    return n > 0 ? NULL : "nothing";
}

static const char *type_of(const struct shared *s, const struct shared_op *o)
{
    return s->type[o->kind == 'v' ? 2 : o->kind == 'f' ? 1 : 0];
}

static bool is_missing(const struct shared *s, const struct shared_op *o)
{
    char name[64];

    (void)snprintf(name, sizeof name, "-%s.%s", o->name, type_of(s, o));
    for (int i = 0; i < s->n; i++)
        if (strcmp(s->words[i], name) == 0)
            return true;
    return false;
}

static bool has(const struct shared *s, const struct shared_op *o)
{
    return type_of(s, o) != NULL && (o->form != MULTIPLY || s->fused) && (!s->small || o->small) &&
           !is_missing(s, o);
}

/* "add_i64": how files and functions call an operation. */
static const char *name_of(char to[NAME_BYTES], const struct shared *s, const struct shared_op *o)
{
    (void)snprintf(to, NAME_BYTES, "%s_%s", o->name, type_of(s, o));
    return to;
}

/* The chains of O, which leave registers for as many of another operation on the same registers.
 * Shifts of vectors need few, and compilers more registers for them. */
static unsigned chains_of(const struct shared *s, const struct shared_op *o)
{
    unsigned kind = kind_of(type_of(s, o)), chains = s->chains[kind];

    if (o->form >= LOAD)
        return 0;
    return kind == 2 && o->form == SHIFT && chains > SHIFT_CHAINS ? SHIFT_CHAINS : chains;
}

/* Where the other registers are free, too. */
static unsigned chains_alone(const struct shared *s, const struct shared_op *o)
{
    return o->form >= LOAD ? 0 : 2 * (chains_of(s, o) - 1);
}

/* The same where it shares a loop with OTHER. */
static unsigned chains_with(const struct shared *s, const struct shared_op *o,
                            const struct shared_op *other)
{
    bool apart = (o->kind == 'i') != (other->kind == 'i') || other->form >= LOAD;

    return apart ? chains_alone(s, o) : chains_of(s, o);
}

/* ---- one loop ---- */

/* A row of operations of one kind in a lap: variables a0, a1 ... or b0, b1 ... */
struct row {
    const struct shared_op *op;
    const char *type;
    char name[NAME_BYTES];
    char variable;
    unsigned chains, n; /* N: written so far */
};

static void declare_row(FILE *out, const struct row *r)
{
    char p = r->variable;

    if (r->op->form <= SELECT || r->op->form == MULTIPLY || r->op->form == STORE)
        fprintf(out, "    el_%s %cx = of_%s(%s_x);\n", r->type, p, r->type, r->name);
    if (r->op->form == TOGGLE || r->op->form == SELECT || r->op->form == MULTIPLY)
        fprintf(out, "    el_%s %cy = of_%s(%s_y);\n", r->type, p, r->type, r->name);
    if (r->op->form == BRANCH)
        fprintf(out, "    size_t never = never_left;\n");
    if (r->op->form == LOAD || r->op->form == STORE)
        fprintf(out, "    raw_%s *%c_at = %s_at;\n", r->type, p, r->op->name);
    for (unsigned i = 0; i < r->chains; i++)
        fprintf(out, "    el_%s %c%u = of_%s(%s_start);\n", r->type, p, i, r->type, r->name);
}

static void write_one(FILE *out, struct row *r)
{
    char p = r->variable;
    const char *type = r->type;
    unsigned c = r->chains > 0 ? r->n % r->chains : r->n % LINE_ELEMENTS;
    bool odd = r->chains > 0 && r->n / r->chains % 2 == 1;

    fprintf(out, "            ");
    if (r->op->form == BINARY)
        fprintf(out, "%c%u = %s_%s(%c%u, %cx);\n", p, c, r->op->op, type, p, c, p);
    else if (r->op->form == TOGGLE)
        fprintf(out, "%c%u = %s_%s(%c%u, %c%c);\n", p, c, r->op->op, type, p, c, p,
                odd ? 'y' : 'x');
    else if (r->op->form == SELECT)
        fprintf(out, "%c%u = %s_%s(%c%u, %c%c);\n", p, c, odd ? "min" : "max", type, p, c, p,
                odd ? 'y' : 'x');
    else if (r->op->form == SHIFT)
        fprintf(out, "%c%u = %s_%s(%c%u);\n", p, c, odd ? "shr" : "shl", type, p, c);
    else if (r->op->form == UNARY)
        fprintf(out, "%c%u = %s_%s(%c%u);\n", p, c, r->op->op, type, p, c);
    else if (r->op->form == MULTIPLY)
        fprintf(out, "%c%u = fma_%s(%c%u, %cx, %cy);\n", p, c, type, p, c, p, p);
    else if (r->op->form == LOAD)
        fprintf(out, "apart_%s(%c_at, %u);\n", type, p, c);
    else if (r->op->form == STORE)
        fprintf(out, "put_%s(%c_at, %u, %cx);\n", type, p, c, p);
    else
        fprintf(out, "if (branch_%s(left, never))\n                goto done;\n", type);
    r->n++;
}

/* Whether one more operation of R may stand in a case with IN of them: no chain twice, which a
 * compiler could join, and one branch. */
static bool fits_case(const struct row *r, unsigned in)
{
    return r->op->form == BRANCH ? in == 0 : r->chains == 0 || in < r->chains;
}

static void begin_case(FILE *out, unsigned at)
{
    fprintf(out, "        %s\n        case %u:\n", at > 0 ? "OPS_FALL" : "default:", at);
}

/* Writes N operations of A and M of B, evenly mixed, in cases from AT on; returns the next case.
 * Within a case a compiler may reorder: each begins with the rarer operation. */
static unsigned write_half(FILE *out, struct row *a, unsigned n, struct row *b, unsigned m,
                           unsigned at)
{
    unsigned in_a = 0, in_b = 0, done = 0;

    begin_case(out, at++);
    for (unsigned i = 0; i < n + m; i++) {
        bool second = m > 0 && (done + 1) * (n + m) <= (i + 1) * m;
        bool rare = m > 0 && (second ? m < n : n <= m) && in_a + in_b >= CASE_LEAST;
        if (rare || !fits_case(second ? b : a, second ? in_b : in_a)) {
            begin_case(out, at++);
            in_a = in_b = 0;
        }
        write_one(out, second ? b : a);
        done += second;
        in_a += !second;
        in_b += second;
    }
    return at;
}

static void give(FILE *out, const struct row *r)
{
    for (unsigned i = 0; i < r->chains; i++)
        fprintf(out, "    sink_%s = %c%u;\n", r->type, r->variable, i);
}

static void begin_loop(FILE *out, const char *fn, const struct row *a, unsigned n,
                       const struct row *b, unsigned m)
{
    bool selects = a->op->form == SELECT || (m > 0 && b->op->form == SELECT);

    fprintf(out, "/* timed loop in registers: %u %s", 2 * n, a->name);
    if (m > 0)
        fprintf(out, " %u %s", 2 * m, b->name);
    fprintf(out, " */\nstatic %svoid %s(uint64_t laps)\n{\n", selects ? "STEP_CODE " : "", fn);
    declare_row(out, a);
    if (m > 0)
        declare_row(out, b);
    fprintf(out, "    for (size_t left = (size_t)laps; left > 0; left--) {\n"
                 "        switch (ops_entry) {\n");
}

/* Writes loop FN, each half of which has N operations of A and M of B; what it is entered at for
 * the second half is FN_half. */
static void write_loop(FILE *out, const char *fn, struct row *a, unsigned n, struct row *b,
                       unsigned m)
{
    bool branches = a->op->form == BRANCH || (m > 0 && b->op->form == BRANCH);

    begin_loop(out, fn, a, n, b, m);
    unsigned half = write_half(out, a, n, b, m, 0);
    (void)write_half(out, a, n, b, m, half);
    fprintf(out, "        }\n    }\n");
    if (branches)
        fprintf(out, "done:\n");
    give(out, a);
    if (m > 0)
        give(out, b);
    fprintf(out, "    return;\n}\nenum { %s_half = %u };\n\n", fn, half);
}

static struct row row_of(const struct shared *s, const struct shared_op *o, char variable,
                         unsigned chains)
{
    struct row r = { .op = o, .type = type_of(s, o), .variable = variable, .chains = chains };

    (void)name_of(r.name, s, o);
    return r;
}

/* ---- the loops of an operation ---- */

/* A loop of operation A with B, or of A alone where B is NULL. */
struct loop {
    const struct shared_op *a, *b;
    unsigned n, m, chains, others; /* N of A in half a lap, on CHAINS, and M of B, on OTHERS */
};

typedef void each_fn(FILE *out, const struct shared *s, const struct loop *l, const char *fn);

static void loop_name(char to[FUNCTION_BYTES], const struct shared *s, const struct loop *l)
{
    char a[NAME_BYTES], b[NAME_BYTES];

    if (l->b != NULL)
        (void)snprintf(to, FUNCTION_BYTES, "%s_%s_%u_%u", name_of(a, s, l->a), name_of(b, s, l->b),
                       2 * l->n, 2 * l->m);
    else
        (void)snprintf(to, FUNCTION_BYTES, "%s_alone_%u_%u", name_of(a, s, l->a), 2 * l->n,
                       l->chains);
}

/* Operations of half a lap, at least: so many take longer than the loop itself, which would hide
 * them otherwise. */
static unsigned least_half(const struct shared *s)
{
    return s->small ? SMALL_HALF : LEAST_HALF;
}

/* Fills *L with the Kth loop of A and B: as many of each as wide cores start in the same time; and
 * half and twice as many of the faster, as cores differ. Where the units of the faster one are the
 * busier ones, a slower operation that needs some of them makes the loop longer, and one that needs
 * others has time. Returns false where there is none. */
static bool pair_loop(struct loop *l, const struct shared *s, const struct shared_op *a,
                      const struct shared_op *b, unsigned k)
{
    static const unsigned halves[UNIT_LOOPS] = { 2, 4, 1 };
    bool first = a->rate >= b->rate;
    unsigned fast = (first ? a->rate / b->rate : b->rate / a->rate) * halves[k % UNIT_LOOPS];
    unsigned slow = fast % 2 == 0 ? 1 : 2;

    fast = slow == 1 ? fast / 2 : fast;
    unsigned times = (least_half(s) + fast + slow - 1) / (fast + slow);
    *l = (struct loop){ .a = a,
                        .b = b,
                        .n = times * (first ? fast : slow),
                        .m = times * (first ? slow : fast),
                        .chains = chains_with(s, a, b),
                        .others = chains_with(s, b, a) };
    return k < (s->small ? 1 : UNIT_LOOPS);
}

/* The same of A alone: on as many chains as in pairs of either kind. */
static bool alone_loop(struct loop *l, const struct shared *s, const struct shared_op *a,
                       unsigned k)
{
    unsigned chains = k == 0 ? chains_of(s, a) : chains_alone(s, a);
    unsigned unit = chains > 0 ? chains : 1;

    *l = (struct loop){ .a = a, .chains = chains, .n = (least_half(s) + unit - 1) / unit * unit };
    return k < (chains_alone(s, a) > chains_of(s, a) ? 2 : 1);
}

static void write_code(FILE *out, const struct shared *s, const struct loop *l, const char *fn)
{
    struct row a = row_of(s, l->a, 'a', l->chains);
    struct row b = l->b ? row_of(s, l->b, 'b', l->others) : a;

    write_loop(out, fn, &a, l->n, &b, l->m);
}

static void write_entry(FILE *out, const struct shared *s, const struct loop *l, const char *fn)
{
    (void)s;
    fprintf(out, " { %s, %u, %u, %s_half, %u, %u },", fn, 2 * l->n, 2 * l->m, fn, l->chains,
            l->others);
}

/* Calls EACH for the loops of A and B, or of A alone. */
static void for_each_loop(FILE *out, const struct shared *s, const struct shared_op *a,
                          const struct shared_op *b, each_fn *each)
{
    char fn[FUNCTION_BYTES];
    struct loop l;

    for (unsigned k = 0; b ? pair_loop(&l, s, a, b, k) : alone_loop(&l, s, a, k); k++) {
        loop_name(fn, s, &l);
        each(out, s, &l, fn);
    }
}

static void write_row(FILE *out, const struct shared *s, const struct shared_op *a,
                      const struct shared_op *b)
{
    fprintf(out, "    { \"%s\", \"%s\", ", a->name, type_of(s, a));
    if (b != NULL)
        fprintf(out, "\"%s\", \"%s\", {", b->name, type_of(s, b));
    else
        fprintf(out, "0, 0, {");
    for_each_loop(out, s, a, b, write_entry);
    fprintf(out, " } },\n");
}

/* ---- files ---- */

static void write_values(FILE *out, const struct shared *s, const struct shared_op *o)
{
    char name[NAME_BYTES];

    /* what a root or a conversion stays at: its time may depend on the number */
    fprintf(out, "UNUSED static volatile raw_%s %s_x = %s, %s_y = %s, %s_start = %s;\n",
            type_of(s, o), name_of(name, s, o), o->x, name, o->y, name,
            o->form == UNARY ? "1" : op_start(type_of(s, o)));
}

static void write_head(FILE *out, const struct shared *s)
{
    fprintf(out, "/* Generated by probes/generate/ops. */\n#include \"lib/unit_kernel.h\"\n"
                 "#include \"unit_elements.h\"\n\n#define UNUSED __attribute__((unused))\n\n");
    for (unsigned k = 0; k < 3; k++)
        if (s->type[k] != NULL)
            fprintf(out, "UNUSED static volatile el_%s sink_%s;\n", s->type[k], s->type[k]);
    if (s->type[0] != NULL)
        fprintf(out,
                "UNUSED static _Alignas(64) raw_%s loaded[8], stored[8];\n"
                "UNUSED static raw_%s *volatile load_at = loaded, *volatile store_at = stored;\n",
                s->type[0], s->type[0]);
    fprintf(out, "UNUSED static volatile size_t never_left;\n");
    for (unsigned i = 0; i < OPS; i++)
        if (has(s, &ops[i]))
            write_values(out, s, &ops[i]);
    fputc('\n', out);
}

bool shared_has(const char *type, char *const *words, int n, bool small)
{
    struct shared s;

    read_words(&s, words, n, small);
    return s.type[kind_of(type)] != NULL && strcmp(s.type[kind_of(type)], type) == 0;
}

/* The loops of A, and the list of them. */
static void write_list(FILE *out, const struct shared *s, const struct shared_op *a)
{
    char name[NAME_BYTES];

    (void)name_of(name, s, a);
    for_each_loop(out, s, a, NULL, write_code);
    for (const struct shared_op *b = a + 1; b < ops + OPS; b++)
        if (has(s, b))
            for_each_loop(out, s, a, b, write_code);
    fprintf(out, "extern const struct unit_pair units_%s[];\n", name);
    fprintf(out, "const struct unit_pair units_%s[] = {\n", name);
    write_row(out, s, a, NULL);
    for (const struct shared_op *b = a + 1; b < ops + OPS; b++)
        if (has(s, b))
            write_row(out, s, a, b);
    fprintf(out, "    { 0, 0, 0, 0, { { 0, 0, 0, 0, 0, 0 } } },\n};\n\n");
}

void shared_file(FILE *out, const char *type, char *const *words, int n, bool small)
{
    struct shared s;

    read_words(&s, words, n, small);
    write_head(out, &s);
    for (unsigned i = 0; i < OPS; i++)
        if (has(&s, &ops[i]) && strcmp(type_of(&s, &ops[i]), type) == 0)
            write_list(out, &s, &ops[i]);
}

void shared_table_file(FILE *out, char *const *words, int n, bool small)
{
    struct shared s;
    char name[NAME_BYTES];

    read_words(&s, words, n, small);
    fprintf(out, "/* Generated by probes/generate/ops. */\n#include \"lib/unit_kernel.h\"\n\n");
    for (unsigned i = 0; i < OPS; i++)
        if (has(&s, &ops[i]))
            fprintf(out, "extern const struct unit_pair units_%s[];\n", name_of(name, &s, &ops[i]));
    fprintf(out, "\nconst struct unit_pair *const unit_table[] = {\n");
    for (unsigned i = 0; i < OPS; i++)
        if (has(&s, &ops[i]))
            fprintf(out, "    units_%s,\n", name_of(name, &s, &ops[i]));
    fprintf(out, "    0,\n};\n");
}
