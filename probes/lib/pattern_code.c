/* What code that is generated from patterns calls: arrays and counts. */
#include "pattern_code.h"

union element {
    uint64_t bits8;
    uint32_t bits4;
    double f64;
    float f32;
};

/* Elements are floating-point numbers elsewhere. */
typedef uint64_t __attribute__((may_alias)) word8;
typedef uint32_t __attribute__((may_alias)) word4;

static unsigned type_bytes(enum pattern_type type)
{
    return type == PATTERN_F64 || type == PATTERN_I64 ? 8 : 4;
}

uint64_t pattern_product(uint64_t x, uint64_t y)
{
    uint64_t product;

    return __builtin_mul_overflow(x, y, &product) ? UINT64_MAX : product;
}

uint64_t pattern_round(uint64_t x, uint64_t by)
{
    return x > UINT64_MAX - by ? UINT64_MAX : (x + by - 1) & ~(by - 1);
}

static uint64_t array_bytes(const struct pattern_array *a, unsigned line)
{
    uint64_t elements = pattern_product(a->rows, a->pitch);

    return pattern_round(pattern_product(elements, type_bytes(a->type)), line);
}

uint64_t pattern_bytes(const struct pattern_array *arrays, unsigned n, unsigned line)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < n; i++)
        if (__builtin_add_overflow(sum, array_bytes(&arrays[i], line), &sum))
            return KERNEL_TOO_MANY;
    return sum;
}

/* The element of type TYPE that starts as VALUE. */
static union element first_value(enum pattern_type type, uint32_t value)
{
    switch (type) {
    case PATTERN_F64:
        return (union element){ .f64 = 1 + (double)value / KERNEL_VALUES };
    case PATTERN_F32:
        return (union element){ .f32 = 1 + (float)value / KERNEL_VALUES };
    case PATTERN_I32:
        return (union element){ .bits4 = value };
    default:
        return (union element){ .bits8 = value };
    }
}

static void fill_row(enum pattern_type type, void *row, uint64_t n, uint32_t *state)
{
    for (uint64_t i = 0; i < n; i++) {
        union element e = first_value(type, kernel_value_next(state));
        if (type_bytes(type) == 8)
            ((word8 *)row)[i] = e.bits8;
        else
            ((word4 *)row)[i] = e.bits4;
    }
}

/* Returns what element number K of an index array is, and makes it VALUE. */
static int64_t exchange_index(const struct pattern_array *a, void *at, uint64_t k, int64_t value)
{
    uint64_t place = k / a->columns * a->pitch + k % a->columns;
    int64_t kept;

    if (type_bytes(a->type) == 8) {
        kept = (int64_t)((word8 *)at)[place];
        ((word8 *)at)[place] = (uint64_t)value;
    } else {
        kept = (int32_t)((word4 *)at)[place];
        ((word4 *)at)[place] = (uint32_t)value;
    }
    return kept;
}

static void fill_index(const struct pattern_array *a, void *at, uint32_t *state)
{
    struct kernel_index next = { .range = a->range > 0 ? (uint32_t)a->range : 1,
                                 .stride = a->stride };
    uint64_t n = a->rows * a->columns;

    for (uint64_t k = 0; k < n; k++)
        (void)exchange_index(a, at, k, a->low + (int64_t)kernel_index_next(&next));
    for (uint64_t k = n; a->index == PATTERN_RANDOM && k-- > 1;) {
        uint32_t other = kernel_index_below(state, (uint32_t)k + 1);

        if (other != k)
            (void)exchange_index(a, at, k,
                                 exchange_index(a, at, other, exchange_index(a, at, k, 0)));
    }
}

void pattern_fill(const struct pattern_array *arrays, unsigned n, unsigned line, void *base)
{
    uint32_t state = KERNEL_VALUES_BEGIN;
    char *at = base;

    for (unsigned i = 0; i < n; i++) {
        const struct pattern_array *a = &arrays[i];
        if (a->index != PATTERN_VALUES)
            fill_index(a, at, &state);
        for (uint64_t row = 0; row < a->rows && a->index == PATTERN_VALUES; row++)
            fill_row(a->type, at + row * a->pitch * type_bytes(a->type), a->columns, &state);
        at += array_bytes(a, line);
    }
}

static uint64_t fold_row(enum pattern_type type, const void *row, uint64_t n, uint64_t folded)
{
    for (uint64_t i = 0; i < n; i++)
        folded = kernel_fold(folded, type_bytes(type) == 8 ? ((const word8 *)row)[i]
                                                           : ((const word4 *)row)[i]);
    return folded;
}

uint64_t pattern_check(const struct pattern_array *arrays, unsigned n, unsigned line,
                       const void *base)
{
    uint64_t folded = KERNEL_FOLD_BEGIN;
    const char *at = base;

    for (unsigned i = 0; i < n; i++) {
        const struct pattern_array *a = &arrays[i];
        for (uint64_t row = 0; row < a->rows; row++)
            folded =
                fold_row(a->type, at + row * a->pitch * type_bytes(a->type), a->columns, folded);
        at += array_bytes(a, line);
    }
    return folded;
}

static uint64_t quasi_at(const struct pattern_quasi *q, uint64_t n)
{
    uint64_t sum = 0, term = 1;

    if (n < q->smallest && n <= q->largest)
        return q->table[n];
    if (n > q->largest)
        return KERNEL_TOO_MANY;
    uint64_t k = n / q->period;
    unsigned at = (unsigned)(n % q->period) * (q->degree + 1u);
    /* Sums wrap around on the way; LARGEST is small enough for the whole. */
    for (unsigned i = 0; i <= q->degree; i++) {
        int64_t newton = q->newton ? q->newton[at + i] : q->short_newton[at + i];
        sum += term * (uint64_t)newton;
        term = k > i ? term * (k - i) / (i + 1) : 0;
    }
    return sum;
}

static uint64_t sum_of(const struct pattern_counts *c, enum kernel_count of, uint64_t n)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < c->n_statements; i++) {
        uint64_t weight = c->weights[i * (KERNEL_STORES + 1) + of];
        if (weight == 0)
            continue;
        uint64_t one = pattern_product(quasi_at(&c->instances[i], n), weight);
        if (__builtin_add_overflow(sum, one, &sum))
            return KERNEL_TOO_MANY;
    }
    return sum;
}

uint64_t pattern_count(const struct pattern_counts *c, enum kernel_count of, uint64_t n)
{
    if (of <= KERNEL_STORES)
        return sum_of(c, of, n);
    if (of >= KERNEL_LINES && !c->has_lines)
        return 0;
    return quasi_at(&c->sets[of - KERNEL_ELEMENTS], n);
}
