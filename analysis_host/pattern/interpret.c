/* Runs a pattern as its text says. */
#include "interpret.h"
#include "evaluate.h"
#include "lib/kernel_values.h"
#include "nest.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- instances ---- */

struct range {
    int64_t low, high; /* both included */
    bool has_low, has_high;
};

struct visit {
    const struct pattern *p;
    int64_t size;
    interpret_visit *call;
    void *ctx;
    int64_t at[MOST_STATEMENTS][MOST_ITERATORS];
};

/* Returns true when A mentions no iterator from LEVEL on. */
static bool is_outer(const struct affine *a, unsigned level)
{
    return a == NULL || ((a->kind != AFFINE_ITERATOR || a->index < level) &&
                         is_outer(a->left, level) && is_outer(a->right, level));
}

static void at_least(struct range *r, int64_t x)
{
    r->low = !r->has_low || x > r->low ? x : r->low;
    r->has_low = true;
}

static void at_most(struct range *r, int64_t x)
{
    r->high = !r->has_high || x < r->high ? x : r->high;
    r->has_high = true;
}

/* Takes i <= x, i < x ... ; TURNED: x <= i, x < i ... */
static void bound(struct range *r, enum comparison compare, int64_t x, bool turned)
{
    bool less = compare == COMPARE_LT || compare == COMPARE_LE;
    bool strict = compare == COMPARE_LT || compare == COMPARE_GT;

    if (compare == COMPARE_EQ || less != turned)
        at_most(r, x - (strict ? 1 : 0));
    if (compare == COMPARE_EQ || less == turned)
        at_least(r, x + (strict ? 1 : 0));
}

static bool is_iterator(const struct affine *a, unsigned level)
{
    return a->kind == AFFINE_ITERATOR && a->index == level;
}

/* The range of a statement's iterator, from conditions that bound it directly. */
static struct range range_of(const struct visit *v, unsigned statement, unsigned level)
{
    struct range r = { 0 };
    const int64_t *at = v->at[statement];

    for (const struct condition *c = v->p->statements[statement].conditions; c != NULL; c = c->next)
        if (is_iterator(c->left, level) && is_outer(c->right, level))
            bound(&r, c->compare, affine_at(c->right, v->size, at), false);
        else if (is_iterator(c->right, level) && is_outer(c->left, level))
            bound(&r, c->compare, affine_at(c->left, v->size, at), true);
    return r;
}

/* The statements FIRST to END - 1, which share LEVEL loops, whose values are in V->at. */
static bool run(struct visit *v, unsigned first, unsigned end, unsigned level, const bool *in);

static bool leaf(struct visit *v, unsigned statement, const bool *in)
{
    const struct statement *s = &v->p->statements[statement];

    if (!in[statement] || !conditions_hold(s->conditions, v->size, v->at[statement]))
        return true;
    return v->call(v->ctx, statement, v->at[statement]);
}

/* The loop at LEVEL that the statements FIRST to END - 1 share. */
static bool loop(struct visit *v, unsigned first, unsigned end, unsigned level, const bool *in)
{
    struct range ranges[MOST_STATEMENTS];
    int64_t low = INT64_MAX, high = INT64_MIN;

    for (unsigned i = first; i < end; i++) {
        ranges[i] = range_of(v, i, level);
        if (!ranges[i].has_low || !ranges[i].has_high)
            return false;
        if (in[i] && ranges[i].low <= ranges[i].high) {
            low = ranges[i].low < low ? ranges[i].low : low;
            high = ranges[i].high > high ? ranges[i].high : high;
        }
    }
    for (int64_t x = low; x <= high && low <= high; x++) {
        bool here[MOST_STATEMENTS] = { false };
        for (unsigned i = first; i < end; i++) {
            here[i] = in[i] && x >= ranges[i].low && x <= ranges[i].high;
            v->at[i][level] = x;
        }
        if (!run(v, first, end, level + 1, here))
            return false;
    }
    return true;
}

static bool run(struct visit *v, unsigned first, unsigned end, unsigned level, const bool *in)
{
    for (unsigned i = first; i < end;) {
        unsigned stop = i + 1;
        if (v->p->statements[i].n_iterators == level) {
            if (!leaf(v, i, in))
                return false;
        } else {
            while (stop < end && nest_shared(v->p, i, stop) > level)
                stop++;
            if (!loop(v, i, stop, level, in))
                return false;
        }
        i = stop;
    }
    return true;
}

bool interpret_instances(const struct pattern *p, int64_t size, interpret_visit *visit, void *ctx)
{
    struct visit v = { .p = p, .size = size, .call = visit, .ctx = ctx };
    bool in[MOST_STATEMENTS];

    memset(in, true, sizeof in);
    return run(&v, 0, p->n_statements, 0, in);
}

/* ---- values ---- */

union element {
    double f64;
    float f32;
    int32_t i32;
    int64_t i64;
    uint64_t bits;
    uint32_t half;
};

struct memory {
    const struct pattern *p;
    int64_t size;
    int64_t n[MOST_ARRAYS];
    union element *elements[MOST_ARRAYS];
    uint64_t steps;
};

int64_t interpret_elements(const struct pattern *p, unsigned array, int64_t size, int64_t most)
{
    int64_t n = 1;

    for (unsigned i = 0; i < p->arrays[array].n_extents; i++) {
        int64_t extent = affine_at(p->arrays[array].extents[i], size, NULL);
        if (extent <= 0)
            return 0;
        if (extent > most / n)
            return -1;
        n *= extent;
    }
    return n;
}

static union element *element(const struct memory *m, const struct access *a, const int64_t *at)
{
    const struct array *array = &m->p->arrays[a->array];
    const union element *gathered = a->gather != NULL ? element(m, a->gather, at) : NULL;
    int64_t index = 0;

    for (unsigned i = 0; i < a->n; i++)
        index = index * affine_at(array->extents[i], m->size, NULL) +
                (a->subscripts[i] != NULL ? affine_at(a->subscripts[i], m->size, at)
                 : gathered != NULL       ? gathered->i64
                                          : INT32_MAX);
    return index < 0 || index >= m->n[a->array] ? NULL : &m->elements[a->array][index];
}

static int64_t whole(enum element_type type, uint64_t x)
{
    return type == TYPE_I32 ? (int32_t)(uint32_t)x : (int64_t)x;
}

static union element number(enum element_type type, double x)
{
    switch (type) {
    case TYPE_F64:
        return (union element){ .f64 = x };
    case TYPE_F32:
        return (union element){ .f32 = (float)x };
    default:
        return (union element){ .i64 = whole(type, (uint64_t)(int64_t)x) };
    }
}

#define FLOATING(name, type, root)                                                                 \
    static type name(enum value_kind kind, type x, type y)                                         \
    {                                                                                              \
        switch (kind) {                                                                            \
        case VALUE_ADD:                                                                            \
            return x + y;                                                                          \
        case VALUE_SUB:                                                                            \
            return x - y;                                                                          \
        case VALUE_MUL:                                                                            \
            return x * y;                                                                          \
        case VALUE_DIV:                                                                            \
            return x / y;                                                                          \
        case VALUE_NEGATE:                                                                         \
            return -x;                                                                             \
        case VALUE_SQRT:                                                                           \
            return root(x);                                                                        \
        case VALUE_MIN:                                                                            \
            return y < x ? y : x;                                                                  \
        default:                                                                                   \
            return y > x ? y : x;                                                                  \
        }                                                                                          \
    }

FLOATING(on_f64, double, sqrt)
FLOATING(on_f32, float, sqrtf)

/* Sums and products wrap around, as in generated code. */
static int64_t on_whole(enum element_type type, enum value_kind kind, int64_t x, int64_t y)
{
    switch (kind) {
    case VALUE_ADD:
        return whole(type, (uint64_t)x + (uint64_t)y);
    case VALUE_SUB:
        return whole(type, (uint64_t)x - (uint64_t)y);
    case VALUE_MUL:
        return whole(type, (uint64_t)x * (uint64_t)y);
    case VALUE_DIV:
        return x / y;
    case VALUE_NEGATE:
        return whole(type, 0 - (uint64_t)x);
    case VALUE_MIN:
        return y < x ? y : x;
    default:
        return y > x ? y : x;
    }
}

static union element operate(enum element_type type, enum value_kind kind, union element x,
                             union element y)
{
    switch (type) {
    case TYPE_F64:
        return (union element){ .f64 = on_f64(kind, x.f64, y.f64) };
    case TYPE_F32:
        return (union element){ .f32 = on_f32(kind, x.f32, y.f32) };
    default:
        return (union element){ .i64 = on_whole(type, kind, x.i64, y.i64) };
    }
}

static union element value_at(const struct memory *m, enum element_type type, const struct value *v,
                              const int64_t *at)
{
    if (v->kind == VALUE_NUMBER)
        return number(type, v->number);
    if (v->kind == VALUE_ACCESS) {
        const union element *e = element(m, v->access, at);
        return e == NULL ? (union element){ 0 } : *e;
    }
    union element x = value_at(m, type, v->operands[0], at);
    if (v->n == 1)
        return operate(type, v->kind, x, x);
    for (unsigned i = 1; i < v->n; i++)
        x = operate(type, v->kind, x, value_at(m, type, v->operands[i], at));
    return x;
}

static bool assign(void *ctx, unsigned statement, const int64_t *at)
{
    struct memory *m = ctx;
    const struct statement *s = &m->p->statements[statement];
    union element *to = element(m, &s->target, at);

    if (to == NULL || m->steps-- == 0)
        return false;
    *to = value_at(m, s->type, s->value, at);
    return true;
}

static bool has_fma(const struct value *v)
{
    for (unsigned i = 0; i < v->n; i++)
        if (has_fma(v->operands[i]))
            return true;
    return v->kind == VALUE_FMA;
}

/* Subscripts of the index array A as its N elements, as kernels of the image fill it. */
static void fill_index(const struct array *a, int64_t size, union element *to, int64_t n,
                       uint32_t *state)
{
    int64_t low = affine_at(a->low, size, NULL), range = affine_at(a->high, size, NULL) - low + 1;
    struct kernel_index next = { .range = range > 0 ? (uint32_t)range : 1, .stride = a->stride };

    for (int64_t k = 0; k < n; k++)
        to[k].i64 = low + kernel_index_next(&next);
    for (int64_t k = n; a->random && k-- > 1;) {
        uint32_t other = kernel_index_below(state, (uint32_t)k + 1);
        union element kept = to[k];

        to[k] = to[other];
        to[other] = kept;
    }
}

static bool fill(struct memory *m, uint64_t most)
{
    uint32_t state = KERNEL_VALUES_BEGIN;

    for (unsigned i = 0; i < m->p->n_arrays; i++) {
        enum element_type type = m->p->arrays[i].type;
        m->n[i] = interpret_elements(m->p, i, m->size, (int64_t)most);
        m->elements[i] = m->n[i] < 0 ? NULL : calloc((size_t)m->n[i] + 1, sizeof(union element));
        if (m->elements[i] == NULL)
            return false;
        if (m->p->arrays[i].index)
            fill_index(&m->p->arrays[i], m->size, m->elements[i], m->n[i], &state);
        for (int64_t k = 0; k < m->n[i] && !m->p->arrays[i].index; k++) {
            double x = kernel_value_next(&state);
            m->elements[i][k] = number(type, type_is_float(type) ? 1 + x / KERNEL_VALUES : x);
        }
    }
    return true;
}

static uint64_t fold(const struct memory *m)
{
    uint64_t folded = KERNEL_FOLD_BEGIN;

    for (unsigned i = 0; i < m->p->n_arrays; i++)
        for (int64_t k = 0; k < m->n[i]; k++) {
            const union element *e = &m->elements[i][k];
            enum element_type type = m->p->arrays[i].type;
            uint64_t bits = type == TYPE_F32   ? e->half
                            : type == TYPE_I32 ? (uint32_t)e->i64
                                               : e->bits;
            folded = kernel_fold(folded, bits);
        }
    return folded;
}

int64_t *interpret_index(const struct pattern *p, unsigned array, int64_t size, uint64_t most)
{
    struct memory m = { .p = p, .size = size };
    int64_t *index = NULL;

    if (fill(&m, most))
        index = calloc((size_t)m.n[array] + 1, sizeof *index);
    for (int64_t k = 0; index != NULL && k < m.n[array]; k++)
        index[k] = m.elements[array][k].i64;
    for (unsigned i = 0; i < p->n_arrays; i++)
        free(m.elements[i]);
    return index;
}

bool interpret_check(const struct pattern *p, int64_t size, uint64_t most_steps, uint64_t *check)
{
    struct memory m = { .p = p, .size = size, .steps = most_steps };
    bool good = true;

    for (unsigned i = 0; i < p->n_statements; i++)
        good &= !has_fma(p->statements[i].value);
    good = good && fill(&m, most_steps) && interpret_instances(p, size, assign, &m);
    if (good)
        *check = fold(&m);
    for (unsigned i = 0; i < p->n_arrays; i++)
        free(m.elements[i]);
    return good;
}
