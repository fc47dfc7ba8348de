/* Affine expressions and conditions: + -, * by a number, / and % by a positive number. */
#include "parse.h"
#include <stdio.h>
#include <string.h>

static struct affine *new_affine(struct parser *p, enum affine_kind kind, struct place at,
                                 const struct affine *left, const struct affine *right)
{
    struct affine *a = arena_take(&p->pattern->arena, sizeof *a);

    *a = (struct affine){ .kind = kind, .at = at, .left = left, .right = right };
    a->nodes = 1 + (left == NULL ? 0 : left->nodes) + (right == NULL ? 0 : right->nodes);
    if (a->nodes > MOST_NODES) {
        fault_add(p->faults, at, "too hard: more than %d operations in one expression", MOST_NODES);
        return NULL;
    }
    return a;
}

static const struct affine *number_of(struct parser *p, struct place at, int64_t number)
{
    struct affine *a = new_affine(p, AFFINE_NUMBER, at, NULL, NULL);

    a->number = number;
    return a;
}

static bool fits(int64_t number)
{
    return number < MOST_NUMBER && number > -MOST_NUMBER;
}

static bool fold(enum affine_kind kind, int64_t x, int64_t y, int64_t *number)
{
    /* Both are below 2^31 in size. */
    *number = kind == AFFINE_ADD ? x + y : kind == AFFINE_SUB ? x - y : x * y;
    return fits(*number);
}

bool affine_number(const struct affine *a, int64_t *number)
{
    *number = a->number;
    return a->kind == AFFINE_NUMBER;
}

/* Joins two sides, numbers to a number. */
static const struct affine *join(struct parser *p, enum affine_kind kind, struct place at,
                                 const struct affine *left, const struct affine *right)
{
    int64_t x, y, number;

    if (left == NULL || right == NULL)
        return NULL;
    bool left_known = affine_number(left, &x), right_known = affine_number(right, &y);
    if (left_known && right_known) {
        if (fold(kind, x, y, &number))
            return number_of(p, at, number);
        fault_add(p->faults, at, "the result is too large: numbers are below 2^31");
        return NULL;
    }
    if (kind == AFFINE_MUL && !left_known && !right_known) {
        fault_add(p->faults, at, "not affine: one side of '*' must be a number");
        return NULL;
    }
    return new_affine(p, kind, at, left, right);
}

static int64_t floor_of(int64_t x, int64_t by)
{
    return x >= 0 ? x / by : -((-x + by - 1) / by);
}

/* LEFT / or % by RIGHT, which has to be a positive number and begins at TOKEN. */
static const struct affine *divide(struct parser *p, enum affine_kind kind, struct place at,
                                   const struct affine *left, const struct affine *right,
                                   struct place right_at)
{
    int64_t by, x;

    if (left == NULL || right == NULL)
        return NULL;
    const char *sign = kind == AFFINE_FLOOR ? "/" : "%";
    if (!affine_number(right, &by) || by <= 0) {
        fault_add(p->faults, right_at, "'%s' needs a positive number on its right", sign);
        return NULL;
    }
    if (affine_number(left, &x)) {
        if (kind == AFFINE_FLOOR)
            return number_of(p, at, floor_of(x, by));
        if (x >= 0)
            return number_of(p, at, x % by);
        fault_add(p->faults, at, "the left side of '%%' is negative");
        return NULL;
    }
    struct affine *a = new_affine(p, kind, at, left, NULL);
    if (a != NULL)
        a->number = by;
    return a;
}

struct let *parse_let(struct parser *p, const struct token *name)
{
    for (unsigned i = 0; i < p->n_lets; i++)
        if (token_names(name, p->lets[i].name))
            return &p->lets[i];
    return NULL;
}

const struct affine *parse_let_value(struct parser *p, struct let *let)
{
    char said[200];

    if (let->n > 0 && !p->in_clauses) {
        (void)snprintf(said, sizeof said,
                       "'%s' has several numbers: only clauses of variants take them, one variant "
                       "for each",
                       let->name);
        parse_fail(p, said);
        return NULL;
    }
    let->used = true;
    return let->value;
}

static const struct affine *unknown_name(struct parser *p)
{
    const struct token *t = p->t;
    char said[200];
    int n = (int)(t->n > 40 ? 40 : t->n);

    unsigned array = parse_array(p, t);
    if (array < p->pattern->n_arrays && p->pattern->arrays[array].index)
        (void)snprintf(said, sizeof said,
                       "the index array %s is a whole subscript or none: B[%s[i]] of what is read",
                       p->pattern->arrays[array].name, p->pattern->arrays[array].name);
    else if (p->of != NULL)
        (void)snprintf(said, sizeof said, "'%.*s' is neither a size nor an iterator of %s", n,
                       t->text, p->of->name);
    else if (p->pattern->size == NULL)
        (void)snprintf(said, sizeof said, "'%.*s' is not declared; `size %.*s` does", n, t->text, n,
                       t->text);
    else
        (void)snprintf(said, sizeof said, "'%.*s' is neither a size nor a let", n, t->text);
    parse_fail(p, said);
    return NULL;
}

static const struct affine *name(struct parser *p)
{
    const struct token *t = p->t;

    for (unsigned i = 0; p->of != NULL && i < p->of->n_iterators; i++)
        if (token_names(t, p->of->iterators[i])) {
            struct affine *a = new_affine(p, AFFINE_ITERATOR, t->at, NULL, NULL);
            a->index = i;
            p->t++;
            return a;
        }
    if (p->pattern->size != NULL && token_names(t, p->pattern->size)) {
        p->t++;
        return new_affine(p, AFFINE_SIZE, t->at, NULL, NULL);
    }
    struct let *let = parse_let(p, t);
    if (let == NULL)
        return unknown_name(p);
    const struct affine *value = parse_let_value(p, let);
    p->t++;
    return value;
}

static const struct affine *primary(struct parser *p)
{
    const struct token *t = p->t;

    if (t->kind == TOKEN_NUMBER) {
        p->t++;
        return number_of(p, t->at, t->number);
    }
    if (t->kind == TOKEN_REAL) {
        parse_fail(p, "not affine: a whole number is expected");
        return NULL;
    }
    if (t->kind == TOKEN_WORD)
        return name(p);
    if (!token_is(t, "(")) {
        parse_fail(p, "a name, a number or '(' is expected");
        return NULL;
    }
    if (++p->depth > MOST_DEPTH) {
        parse_fail(p, "too hard: brackets in brackets, more than 64 of them");
        return NULL;
    }
    p->t++;
    const struct affine *a = parse_affine(p);
    p->depth--;
    return a != NULL && parse_expect(p, ")", "after what '(' began") ? a : NULL;
}

static const struct affine *signed_primary(struct parser *p)
{
    struct place at = p->t->at;
    bool negative = false, any = false;

    for (; token_is(p->t, "-") || token_is(p->t, "+"); p->t++, any = true)
        negative ^= token_is(p->t, "-");
    const struct affine *a = primary(p);
    if (a == NULL || !any || !negative)
        return a;
    return join(p, AFFINE_SUB, at, number_of(p, at, 0), a);
}

static const struct affine *product(struct parser *p)
{
    const struct affine *a = signed_primary(p);

    while (a != NULL && (token_is(p->t, "*") || token_is(p->t, "/") || token_is(p->t, "%"))) {
        const struct token *sign = p->t++;
        struct place right_at = p->t->at;
        const struct affine *b = signed_primary(p);
        if (token_is(sign, "*"))
            a = join(p, AFFINE_MUL, sign->at, a, b);
        else
            a = divide(p, token_is(sign, "/") ? AFFINE_FLOOR : AFFINE_MOD, sign->at, a, b,
                       right_at);
    }
    return a;
}

const struct affine *parse_affine(struct parser *p)
{
    const struct affine *a = product(p);

    while (a != NULL && (token_is(p->t, "+") || token_is(p->t, "-"))) {
        const struct token *sign = p->t++;
        a = join(p, token_is(sign, "+") ? AFFINE_ADD : AFFINE_SUB, sign->at, a, product(p));
    }
    return a;
}

static bool take_comparison(struct parser *p, enum comparison *compare)
{
    static const char *const marks[] = { "<", "<=", ">", ">=", "==" };

    for (unsigned i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (parse_take(p, marks[i])) {
            *compare = (enum comparison)i;
            return true;
        }
    return false;
}

/* A comparison or a chain of them; appends to *END. */
static const struct condition **chain(struct parser *p, const struct condition **end)
{
    enum comparison compare;
    const struct affine *left = parse_affine(p);

    if (left == NULL)
        return NULL;
    if (!take_comparison(p, &compare)) {
        parse_fail(p, "a comparison is expected: < <= > >= ==");
        return NULL;
    }
    do {
        const struct affine *right = parse_affine(p);
        if (right == NULL)
            return NULL;
        struct condition *c = arena_take(&p->pattern->arena, sizeof *c);
        *c = (struct condition){ compare, left, right, NULL };
        *end = c;
        end = &c->next;
        left = right;
    } while (take_comparison(p, &compare));
    return end;
}

bool parse_conditions(struct parser *p, const struct condition **conditions)
{
    const struct condition **end = conditions;

    *conditions = NULL;
    do
        end = chain(p, end);
    while (end != NULL && parse_take(p, "and"));
    return end != NULL;
}
