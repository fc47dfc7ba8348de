/* Counts instances, elements and lines by fitting polynomials through exact counts. */
#include "count.h"
#include <isl/ilp.h>

enum { MOST_START = 4096 };

/* ---- points of a set at one size ---- */

struct sum {
    uint64_t total;
    bool failed;
};

static void add_val(struct sum *s, isl_val *v)
{
    if (isl_val_is_int(v) != isl_bool_true || isl_val_n_abs_num_chunks(v, 8) > 1 ||
        __builtin_add_overflow(s->total, (uint64_t)isl_val_get_num_si(v), &s->total))
        s->failed = true;
    isl_val_free(v);
}

/* The number of points of the smallest box around a set, which is *BOX. */
static isl_val *box_of(isl_basic_set *set, isl_basic_set **box)
{
    isl_size n = isl_basic_set_dim(set, isl_dim_set);
    isl_val *volume = isl_val_one(isl_basic_set_get_ctx(set));

    *box = isl_basic_set_universe(isl_basic_set_get_space(set));
    for (int i = 0; i < n; i++) {
        isl_set *one = isl_set_from_basic_set(isl_basic_set_copy(set));
        isl_val *low = isl_set_dim_min_val(isl_set_copy(one), i);
        isl_val *high = isl_set_dim_max_val(one, i);
        *box = isl_basic_set_lower_bound_val(*box, isl_dim_set, (unsigned)i, isl_val_copy(low));
        *box = isl_basic_set_upper_bound_val(*box, isl_dim_set, (unsigned)i, isl_val_copy(high));
        isl_val *length = isl_val_add_ui(isl_val_sub(high, low), 1);
        volume = isl_val_mul(volume, length);
    }
    return volume;
}

static isl_stat add_basic(isl_basic_set *set, void *user)
{
    struct sum *s = user;
    isl_basic_set *box;
    isl_val *volume = box_of(set, &box);

    if (isl_basic_set_is_subset(box, set) != isl_bool_true) {
        isl_val_free(volume);
        isl_set *alone = isl_set_from_basic_set(isl_basic_set_copy(set));
        volume = isl_set_count_val(alone);
        isl_set_free(alone);
    }
    isl_basic_set_free(box);
    isl_basic_set_free(set);
    add_val(s, volume);
    return s->failed ? isl_stat_error : isl_stat_ok;
}

/* Adds the points of SET, which has no parameters and whose parts are disjoint; takes it. */
static void add_points(struct sum *s, isl_set *set)
{
    if (isl_set_is_empty(set) == isl_bool_false)
        s->failed |= isl_set_foreach_basic_set(set, add_basic, s) != isl_stat_ok;
    s->failed |= set == NULL;
    isl_set_free(set);
}

/* ---- what is counted ---- */

struct target {
    const struct relation *r;
    unsigned n; /* sets */
    isl_set *sets[MOST_ARRAYS];
    unsigned degree;
};

static isl_set *at_size(isl_set *set, uint64_t n)
{
    isl_ctx *ctx = isl_set_get_ctx(set);

    set = isl_set_fix_val(set, isl_dim_param, 0, isl_val_int_from_ui(ctx, (unsigned long)n));
    return isl_set_project_out(set, isl_dim_param, 0, 1);
}

static bool count_target(void *ctx, uint64_t n, uint64_t *count)
{
    const struct target *t = ctx;
    struct sum s = { 0 };

    for (unsigned i = 0; i < t->n && !s.failed; i++)
        add_points(&s, at_size(isl_set_copy(t->sets[i]), n));
    *count = s.total;
    return !s.failed && !relation_failed(t->r);
}

static void free_target(struct target *t)
{
    for (unsigned i = 0; i < t->n; i++)
        isl_set_free(t->sets[i]);
}

/* Dimensions of SET whose range depends on the size. */
static unsigned free_dimensions(isl_set *set)
{
    isl_size n = isl_set_dim(set, isl_dim_set);
    unsigned free = 0;

    for (int i = 0; i < n; i++) {
        isl_pw_aff *low = isl_set_dim_min(isl_set_copy(set), i);
        isl_pw_aff *high = isl_set_dim_max(isl_set_copy(set), i);
        free += isl_pw_aff_is_cst(low) != isl_bool_true || isl_pw_aff_is_cst(high) != isl_bool_true;
        isl_pw_aff_free(low);
        isl_pw_aff_free(high);
    }
    return free > MOST_DEGREE ? MOST_DEGREE : free;
}

static void add_set(struct target *t, isl_set *set)
{
    unsigned degree = free_dimensions(set);

    t->sets[t->n++] = isl_set_coalesce(isl_set_make_disjoint(isl_set_coalesce(set)));
    t->degree = degree > t->degree ? degree : t->degree;
}

/* From the elements of an array to their lines: the last subscript over elements a line. */
static isl_map *to_lines(isl_space *elements, unsigned per_line)
{
    isl_size n = isl_space_dim(elements, isl_dim_set);
    isl_multi_aff *to = isl_multi_aff_identity_on_domain_space(elements);
    isl_aff *last = isl_multi_aff_get_aff(to, (int)n - 1);
    isl_val *by = isl_val_int_from_ui(isl_aff_get_ctx(last), per_line);

    last = isl_aff_floor(isl_aff_scale_down_val(last, by));
    return isl_map_from_multi_aff(isl_multi_aff_set_aff(to, (int)n - 1, last));
}

/* Elements of ARRAY that are touched, or written alone; NULL where there are none. */
static isl_set *elements_of(const struct relation *r, unsigned array, bool written)
{
    isl_set *all = NULL;

    for (unsigned i = 0; i < r->n; i++)
        for (unsigned k = 0; k < r->at[i].n_touches; k++) {
            const struct touch *t = &r->at[i].touches[k];
            if (t->access->array != array || (written && !t->writes))
                continue;
            isl_set *range = isl_map_range(isl_map_copy(t->map));
            all = all == NULL ? range : isl_set_union(all, range);
        }
    return all == NULL ? NULL : isl_set_coalesce(all);
}

static void make_target(const struct counts *c, struct target *t, enum count_kind kind)
{
    const struct pattern *p = c->r->pattern;
    bool written = kind == COUNT_WRITTEN || kind == COUNT_LINES_WRITTEN;
    bool lines = kind == COUNT_LINES || kind == COUNT_LINES_WRITTEN;

    *t = (struct target){ .r = c->r };
    for (unsigned i = 0; i < p->n_arrays; i++) {
        isl_set *set = elements_of(c->r, i, written);
        if (set == NULL)
            continue;
        if (lines) {
            unsigned per_line = c->line_bytes / type_bytes(p->arrays[i].type);
            isl_map *lines_of = to_lines(isl_set_get_space(set), per_line > 0 ? per_line : 1);
            set = isl_set_coalesce(isl_set_apply(set, lines_of));
        }
        add_set(t, set);
    }
}

/* ---- where a formula may begin, and how it goes round ---- */

/* Numbers of the text that bounds which grow with the size are made of. */
struct numbers {
    int64_t added, factor; /* the largest of each */
    int64_t reach;         /* of iterators that do not grow, where they are added to what does */
    unsigned period;       /* the least common multiple of what is divided by */
    bool varies[MOST_ITERATORS];
    int64_t range[MOST_ITERATORS]; /* of those that do not vary: the largest value, or the least */
};

static void take_number(int64_t *most, int64_t x)
{
    x = x < 0 ? -x : x;
    *most = x > *most ? x : *most;
}

static void take_divisor(struct numbers *n, int64_t by)
{
    unsigned long a = n->period, b = (unsigned long)by;

    while (b != 0) {
        unsigned long rest = a % b;
        a = b;
        b = rest;
    }
    unsigned long period = n->period / a * (unsigned long)by;
    n->period = period > MOST_PERIOD ? MOST_PERIOD + 1 : (unsigned)period;
}

/* Returns true when A grows with the size. */
static bool grows(const struct numbers *n, const struct affine *a)
{
    return a != NULL &&
           (a->kind == AFFINE_SIZE || (a->kind == AFFINE_ITERATOR && n->varies[a->index]) ||
            grows(n, a->left) || grows(n, a->right));
}

static void look_at(const struct affine *a, struct numbers *n)
{
    if (a == NULL)
        return;
    if (a->kind == AFFINE_NUMBER)
        take_number(&n->added, a->number);
    if (a->kind == AFFINE_ITERATOR && !n->varies[a->index])
        take_number(&n->reach, n->range[a->index]);
    if ((a->kind == AFFINE_FLOOR || a->kind == AFFINE_MOD) && grows(n, a)) {
        take_number(&n->factor, a->number);
        take_divisor(n, a->number);
    }
    if (a->kind == AFFINE_MUL) {
        const struct affine *number = a->left->kind == AFFINE_NUMBER ? a->left : a->right;
        take_number(&n->factor, number->number);
        look_at(number == a->left ? a->right : a->left, n);
        return;
    }
    look_at(a->left, n);
    look_at(a->right, n);
}

static void look_if_it_grows(const struct affine *a, const struct affine *b, struct numbers *n)
{
    if (!grows(n, a) && !grows(n, b))
        return;
    look_at(a, n);
    look_at(b, n);
}

static void take_bound(struct numbers *n, unsigned iterator, isl_set *domain, bool upper)
{
    isl_pw_aff *bound = upper ? isl_set_dim_max(isl_set_copy(domain), (int)iterator)
                              : isl_set_dim_min(isl_set_copy(domain), (int)iterator);

    if (isl_pw_aff_is_cst(bound) == isl_bool_true) {
        isl_val *v = isl_pw_aff_max_val(bound);
        if (isl_val_is_int(v) == isl_bool_true)
            take_number(&n->range[iterator], isl_val_get_num_si(v));
        isl_val_free(v);
        return;
    }
    n->varies[iterator] = true;
    isl_pw_aff_free(bound);
}

/* Which iterators of a statement have ranges that grow. */
static void find_varying(const struct instances *in, struct numbers *n)
{
    for (unsigned i = 0; i < in->statement->n_iterators; i++) {
        n->varies[i] = false;
        n->range[i] = 0;
        take_bound(n, i, in->domain, false);
        take_bound(n, i, in->domain, true);
    }
}

static struct numbers numbers_of(const struct relation *r)
{
    struct numbers n = { .added = 1, .factor = 1, .reach = 1, .period = 1 };

    for (unsigned i = 0; i < r->n; i++) {
        const struct instances *in = &r->at[i];
        find_varying(in, &n);
        for (const struct condition *c = in->statement->conditions; c != NULL; c = c->next)
            look_if_it_grows(c->left, c->right, &n);
        for (unsigned k = 0; k < in->n_touches; k++) {
            const struct access *access = in->touches[k].access;
            for (unsigned d = 0; d < access->n; d++)
                look_if_it_grows(access->subscripts[d], NULL, &n);
            if (access->gather != NULL)
                look_if_it_grows(r->pattern->arrays[access->gather->array].low,
                                 r->pattern->arrays[access->gather->array].high, &n);
        }
    }
    return n;
}

/* From which size on no two bounds change places, if they differ by sums of numbers of size ADDED,
 * multiplied by the text's factors. */
static uint64_t start_of(const struct numbers *n, int64_t added)
{
    if (added > MOST_START || n->factor > MOST_START)
        return MOST_START;
    int64_t start = 2 * added * n->factor + 4;
    return (uint64_t)(start > MOST_START ? MOST_START : start);
}

/* Elements a line, of the array with most. */
static unsigned most_per_line(const struct counts *c)
{
    unsigned most = 1;

    for (unsigned i = 0; i < c->r->pattern->n_arrays; i++) {
        unsigned per_line = c->line_bytes / type_bytes(c->r->pattern->arrays[i].type);
        most = per_line > most ? per_line : most;
    }
    return most;
}

void counts_make(struct counts *c, const struct relation *r, unsigned line_bytes)
{
    struct numbers n = numbers_of(r);
    struct quasi_range range = { .period = n.period, .start = start_of(&n, n.added) };
    struct target t;

    range.sure = start_of(&n, n.added + n.reach);
    *c = (struct counts){ .r = r, .line_bytes = line_bytes, .has_lines = true };
    for (unsigned i = 0; i < r->pattern->n_arrays; i++)
        c->has_lines &= !r->pattern->arrays[i].dense;
    for (unsigned i = 0; i < r->n; i++) {
        t = (struct target){ .r = r };
        add_set(&t, isl_set_copy(r->at[i].domain));
        quasi_fit(&c->instances[i], t.degree, &range, count_target, &t);
        free_target(&t);
    }
    for (unsigned kind = 0; kind < COUNT_SETS; kind++) {
        if (kind == COUNT_LINES) {
            if (!c->has_lines)
                break;
            take_divisor(&n, most_per_line(c));
            range.period = n.period;
        }
        make_target(c, &t, (enum count_kind)kind);
        quasi_fit(&c->sets[kind], t.degree, &range, count_target, &t);
        free_target(&t);
    }
}

void counts_free(struct counts *c)
{
    for (unsigned i = 0; i < COUNT_SETS; i++)
        quasi_free(&c->sets[i]);
    for (unsigned i = 0; i < MOST_STATEMENTS; i++)
        quasi_free(&c->instances[i]);
}

const char *count_word(enum count_kind kind)
{
    static const char *const words[COUNT_KINDS] = {
        [COUNT_ELEMENTS] = "elements", [COUNT_WRITTEN] = "written",
        [COUNT_LINES] = "lines",       [COUNT_LINES_WRITTEN] = "lines_written",
        [COUNT_ADD] = "add",           [COUNT_INSTANCES] = "instances",
        [COUNT_MUL] = "mul",           [COUNT_DIV] = "div",
        [COUNT_SQRT] = "sqrt",         [COUNT_LOADS] = "loads",
        [COUNT_STORES] = "stores",
    };

    return words[kind];
}

unsigned count_weight(const struct counts *c, enum count_kind kind, unsigned statement)
{
    const struct work *w = &c->r->pattern->statements[statement].work;

    switch (kind) {
    case COUNT_ADD:
        return w->add;
    case COUNT_MUL:
        return w->mul;
    case COUNT_DIV:
        return w->div;
    case COUNT_SQRT:
        return w->sqrt;
    case COUNT_LOADS:
        return w->loads;
    default: /* instances, stores */
        return 1;
    }
}

/* Counts a set at N itself. */
static enum quasi_value count_now(const struct counts *c, enum count_kind kind, unsigned statement,
                                  uint64_t n, uint64_t *value)
{
    struct target t = { .r = c->r };

    if (n > INT32_MAX)
        return QUASI_UNKNOWN;
    if (kind < COUNT_SETS)
        make_target(c, &t, kind);
    else
        add_set(&t, isl_set_copy(c->r->at[statement].domain));
    bool good = count_target(&t, n, value);
    free_target(&t);
    return good ? QUASI_OK : QUASI_UNKNOWN;
}

static enum quasi_value sum_at(const struct counts *c, enum count_kind kind, uint64_t n,
                               uint64_t *value)
{
    *value = 0;
    for (unsigned i = 0; i < c->r->n; i++) {
        uint64_t one, weight = count_weight(c, kind, i);
        enum quasi_value got = quasi_at(&c->instances[i], n, &one);
        if (got == QUASI_UNKNOWN)
            got = count_now(c, kind, i, n, &one);
        if (weight == 0)
            continue;
        if (got != QUASI_OK)
            return got;
        if (__builtin_mul_overflow(one, weight, &one) || __builtin_add_overflow(*value, one, value))
            return QUASI_OVERFLOW;
    }
    return QUASI_OK;
}

enum quasi_value counts_at(const struct counts *c, enum count_kind kind, uint64_t n,
                           uint64_t *value)
{
    if (kind >= COUNT_SETS)
        return sum_at(c, kind, n, value);
    if (kind >= COUNT_LINES && !c->has_lines)
        return QUASI_UNKNOWN;
    enum quasi_value got = quasi_at(&c->sets[kind], n, value);
    return got == QUASI_UNKNOWN ? count_now(c, kind, 0, n, value) : got;
}
