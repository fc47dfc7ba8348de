/* Right sides: accesses, numbers, + - * /, sqrt, min, max, fma. */
#include "parse.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPERANDS = 32 };

static bool no_array(struct parser *p)
{
    const struct token *t = p->t;
    char said[200];

    if (t->kind != TOKEN_WORD)
        return parse_fail(p, "an array's name is expected");
    (void)snprintf(said, sizeof said, "no array '%.*s'; 'array %.*s[...] f64' declares one",
                   (int)(t->n > 40 ? 40 : t->n), t->text, (int)(t->n > 40 ? 40 : t->n), t->text);
    return parse_fail(p, said);
}

static bool check_dimensions(struct parser *p, const struct access *a)
{
    const struct array *array = &p->pattern->arrays[a->array];

    if (array->broken || a->n == array->n_extents)
        return true;
    fault_add(p->faults, a->at, "%s has %u dimension%s, here %s %u", array->name, array->n_extents,
              array->n_extents == 1 ? "" : "s", a->n == 1 ? "is" : "are", a->n);
    return false;
}

/* Returns true when the next tokens are an index array and its first bracket. */
static bool is_index(const struct parser *p)
{
    unsigned array = p->t->kind == TOKEN_WORD ? parse_array(p, p->t) : p->pattern->n_arrays;

    return array < p->pattern->n_arrays && p->pattern->arrays[array].index &&
           token_is(p->t + 1, "[");
}

/* X[...] in the place of a subscript of ACCESS, which it becomes. */
static bool gather(struct parser *p, struct access *access)
{
    struct access *index = arena_take(&p->pattern->arena, sizeof *index);

    if (access->gather != NULL)
        return parse_fail(p, "one subscript of an element may be an index array, not two");
    if (!parse_access(p, index))
        return false;
    if (index->gather != NULL) {
        fault_add(p->faults, index->at, "an index array has no index array in its subscripts");
        return false;
    }
    access->gather = index;
    access->gathered = access->n;
    return true;
}

/* One subscript, and its closing bracket; *SUBSCRIPT is NULL where it is an index array. */
static bool subscript(struct parser *p, struct access *access, const struct affine **subscript)
{
    *subscript = NULL;
    if (is_index(p)) {
        if (!gather(p, access))
            return false;
    } else {
        *subscript = parse_affine(p);
        if (*subscript == NULL)
            return false;
    }
    return parse_expect(p, "]", "after a subscript");
}

bool parse_access(struct parser *p, struct access *access)
{
    *access = (struct access){ .at = p->t->at, .array = parse_array(p, p->t) };
    if (access->array == p->pattern->n_arrays)
        return no_array(p);
    p->t++;
    if (!token_is(p->t, "["))
        return parse_expect(p, "[", "after an array's name");
    while (parse_take(p, "[")) {
        const struct affine *a;
        if (!subscript(p, access, &a))
            return false;
        if (access->n == MOST_EXTENTS)
            return parse_fail(p, "an array has at most 6 dimensions");
        access->subscripts[access->n++] = a;
    }
    return check_dimensions(p, access);
}

static struct value *new_value(struct parser *p, enum value_kind kind, struct place at, unsigned n)
{
    struct value *v = arena_take(&p->pattern->arena, sizeof *v);

    p->n_values++;
    *v = (struct value){ .kind = kind, .at = at, .n = n };
    if (n > 0)
        v->operands = arena_take(&p->pattern->arena, n * sizeof v->operands[0]);
    return v;
}

static const struct value *number_value(struct parser *p, struct place at, const char *text,
                                        bool whole)
{
    struct value *v = new_value(p, VALUE_NUMBER, at, 0);

    v->text = text;
    v->number = strtod(text, NULL);
    v->whole = whole;
    if (isfinite(v->number) && (v->number == 0 || isnormal(v->number)))
        return v;
    fault_add(p->faults, at, "%.40s is no number that an element holds", text);
    return NULL;
}

static const struct value *whole_value(struct parser *p, struct place at, int64_t number)
{
    char text[32];
    int n = snprintf(text, sizeof text, "%lld", (long long)number);

    return number_value(p, at, arena_text(&p->pattern->arena, text, (size_t)n), true);
}

static const struct value *literal(struct parser *p)
{
    const struct token *t = p->t++;

    if (t->kind == TOKEN_NUMBER)
        return whole_value(p, t->at, t->number);
    return number_value(p, t->at, arena_text(&p->pattern->arena, t->text, t->n), false);
}

static const struct value *access_value(struct parser *p)
{
    struct access *access = arena_take(&p->pattern->arena, sizeof *access);

    if (!parse_access(p, access))
        return NULL;
    if (p->pattern->arrays[access->array].index) {
        fault_add(p->faults, access->at, "%s is an index array: it gives subscripts, not values",
                  p->pattern->arrays[access->array].name);
        return NULL;
    }
    struct value *v = new_value(p, VALUE_ACCESS, access->at, 0);
    v->access = access;
    return v;
}

struct function {
    const char *name;
    enum value_kind kind;
    unsigned least, most; /* operands */
    const char *takes;
};

static const struct function functions[] = {
    { "sqrt", VALUE_SQRT, 1, 1, "sqrt() takes one operand" },
    { "min", VALUE_MIN, 2, MOST_OPERANDS, "min() takes two operands or more, up to 32" },
    { "max", VALUE_MAX, 2, MOST_OPERANDS, "max() takes two operands or more, up to 32" },
    { "fma", VALUE_FMA, 3, 3, "fma() takes three operands" },
};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

static const struct value *nested(struct parser *p)
{
    if (p->depth >= MOST_DEPTH) {
        parse_fail(p, "too hard: brackets in brackets, more than 64 of them");
        return NULL;
    }
    p->depth++;
    const struct value *v = parse_value(p);
    p->depth--;
    return v;
}

static const struct value *call(struct parser *p, const struct function *f)
{
    const struct value *operands[MOST_OPERANDS];
    struct place at = p->t->at;
    unsigned n = 0;

    p->t++;
    if (!parse_expect(p, "(", "after a function's name"))
        return NULL;
    do {
        const struct value *v = nested(p);
        if (v == NULL)
            return NULL;
        if (n == f->most)
            break;
        operands[n++] = v;
    } while (parse_take(p, ","));
    if (n < f->least || n > f->most || token_is(p->t, ",")) {
        fault_add(p->faults, at, "%s", f->takes);
        return NULL;
    }
    if (!parse_expect(p, ")", "after the operands of a function"))
        return NULL;
    struct value *v = new_value(p, f->kind, at, n);
    memcpy(v->operands, operands, n * sizeof operands[0]);
    return v;
}

static bool is_iterator(const struct parser *p, const struct token *t)
{
    for (unsigned i = 0; p->of != NULL && i < p->of->n_iterators; i++)
        if (token_names(t, p->of->iterators[i]))
            return true;
    return false;
}

/* A name that is neither array nor function: a let that is a number, else a fault. */
static const struct value *name_value(struct parser *p)
{
    const struct token *t = p->t;
    struct let *let = parse_let(p, t);
    int n = (int)(t->n > 40 ? 40 : t->n);
    int64_t number;
    char said[200];

    if (let != NULL && let->n > 0 && parse_let_value(p, let) == NULL)
        return NULL;
    if (let != NULL && let->value != NULL && affine_number(let->value, &number)) {
        p->t++;
        return whole_value(p, t->at, number);
    }
    if (is_iterator(p, t) || let != NULL ||
        (p->pattern->size != NULL && token_names(t, p->pattern->size)))
        (void)snprintf(said, sizeof said,
                       "'%.*s' is no value: right sides take elements of arrays and numbers", n,
                       t->text);
    else if (token_is(t + 1, "("))
        (void)snprintf(said, sizeof said, "no function '%.*s'; there are sqrt, min, max, fma", n,
                       t->text);
    else {
        no_array(p);
        return NULL;
    }
    parse_fail(p, said);
    return NULL;
}

static const struct value *word_value(struct parser *p)
{
    for (unsigned i = 0; i < FUNCTIONS; i++)
        if (token_is(p->t, functions[i].name))
            return call(p, &functions[i]);
    return parse_array(p, p->t) < p->pattern->n_arrays ? access_value(p) : name_value(p);
}

static const struct value *primary(struct parser *p)
{
    const struct token *t = p->t;

    if (t->kind == TOKEN_NUMBER || t->kind == TOKEN_REAL)
        return literal(p);
    if (t->kind == TOKEN_WORD)
        return word_value(p);
    if (!parse_take(p, "(")) {
        parse_fail(p, "an element of an array, a number or '(' is expected");
        return NULL;
    }
    const struct value *v = nested(p);
    return v != NULL && parse_expect(p, ")", "after what '(' began") ? v : NULL;
}

static const struct value *negated(struct parser *p, struct place at, const struct value *of)
{
    if (of == NULL)
        return NULL;
    struct value *v = new_value(p, VALUE_NEGATE, at, 1);
    v->operands[0] = of;
    return v;
}

/* Signs before a primary; two minus signs are none. */
static const struct value *signed_primary(struct parser *p)
{
    struct place at = p->t->at;
    bool negative = false;

    for (; token_is(p->t, "-") || token_is(p->t, "+"); p->t++)
        negative ^= token_is(p->t, "-");
    const struct value *v = primary(p);
    return negative ? negated(p, at, v) : v;
}

static const struct value *join(struct parser *p, enum value_kind kind, struct place at,
                                const struct value *left, const struct value *right)
{
    if (left == NULL || right == NULL)
        return NULL;
    if (kind == VALUE_DIV && right->kind == VALUE_NUMBER && right->number == 0) {
        fault_add(p->faults, right->at, "'/' needs a positive number on its right");
        return NULL;
    }
    struct value *v = new_value(p, kind, at, 2);
    v->operands[0] = left;
    v->operands[1] = right;
    return v;
}

static const struct value *product(struct parser *p)
{
    const struct value *v = signed_primary(p);

    while (v != NULL && (token_is(p->t, "*") || token_is(p->t, "/"))) {
        const struct token *sign = p->t++;
        enum value_kind kind = token_is(sign, "*") ? VALUE_MUL : VALUE_DIV;
        v = join(p, kind, sign->at, v, signed_primary(p));
    }
    return v;
}

const struct value *parse_value(struct parser *p)
{
    const struct value *v = product(p);

    while (v != NULL && (token_is(p->t, "+") || token_is(p->t, "-"))) {
        const struct token *sign = p->t++;
        v = join(p, token_is(sign, "+") ? VALUE_ADD : VALUE_SUB, sign->at, v, product(p));
    }
    return v;
}
