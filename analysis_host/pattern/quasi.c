/* Fits quasi-polynomials through exact counts and evaluates them. */
#include "quasi.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Counts already made, by size. */
struct counted {
    quasi_count *count;
    void *ctx;
    uint64_t n_known; /* sizes with room */
    uint64_t *values; /* + 1; 0: not counted */
    bool failed;
};

static bool count_at(struct counted *c, uint64_t n, int64_t *value)
{
    uint64_t v;

    if (c->failed || n >= c->n_known)
        return false;
    if (c->values[n] == 0) {
        if (!c->count(c->ctx, n, &v) || v > INT64_MAX - 1) {
            c->failed = true;
            return false;
        }
        c->values[n] = v + 1;
    }
    *value = (int64_t)(c->values[n] - 1);
    return true;
}

/* k (k - 1) ... (k - i + 1) / i!, for any k. */
static wide binomial(int64_t k, unsigned i)
{
    wide b = 1;

    for (unsigned j = 0; j < i; j++)
        b = b * (k - (int64_t)j) / (int64_t)(j + 1);
    return b;
}

/* Replaces N values by their first, and differences of the orders 1 to N - 1. */
static void differences(int64_t *v, unsigned n)
{
    for (unsigned order = 1; order < n; order++)
        for (unsigned i = n - 1; i >= order; i--)
            v[i] -= v[i - 1];
}

static wide newton_at(const int64_t *newton, unsigned degree, int64_t k)
{
    wide sum = 0;

    for (unsigned i = 0; i <= degree; i++)
        sum += newton[i] * binomial(k, i);
    return sum;
}

static bool equals_at(const struct quasi *q, uint64_t n, struct counted *c)
{
    int64_t value;

    return count_at(c, n, &value) &&
           newton_at(q->newton[n % q->period], q->degree, (int64_t)(n / q->period)) == value;
}

/* The polynomial of one residue, through the counts at FIRST, FIRST + period ... */
static bool fit_residue(struct quasi *q, uint64_t first, struct counted *c)
{
    unsigned d = q->degree, r = (unsigned)(first % q->period);
    int64_t here[MOST_DEGREE + 1], origin = (int64_t)(first / q->period);

    for (unsigned i = 0; i <= d; i++)
        if (!count_at(c, first + (uint64_t)i * q->period, &here[i]))
            return false;
    differences(here, d + 1);
    for (unsigned i = 0; i <= d; i++)
        q->newton[r][i] = (int64_t)newton_at(here, d, (int64_t)i - origin);
    differences(q->newton[r], d + 1);
    return true;
}

/* Fits period PERIOD, which divides WHOLE. A polynomial that agrees at d + 1 sizes of each residue
 * of WHOLE is the same there; one more size of each, and a few far ones, tell whether WHOLE and
 * START were right. */
static bool fit_period(struct quasi *q, unsigned period, unsigned whole, uint64_t start,
                       struct counted *c)
{
    const uint64_t end = start + (uint64_t)whole * (q->degree + 2);

    q->period = period;
    for (unsigned r = 0; r < period; r++)
        if (!fit_residue(q, start + r, c))
            return false;
    for (uint64_t n = start; n < end; n++)
        if (!equals_at(q, n, c))
            return false;
    return equals_at(q, 2 * end, c) && equals_at(q, 3 * end + 1, c);
}

/* Checks a few sizes from which on the formula has to hold. */
static bool holds(const struct quasi *q, uint64_t sure, struct counted *c)
{
    return equals_at(q, sure, c) && equals_at(q, sure + 1, c) &&
           equals_at(q, sure + q->period / 2, c);
}

static bool fit(struct quasi *q, unsigned whole, uint64_t start, struct counted *c)
{
    for (unsigned period = 1; period <= whole && !c->failed; period++)
        if (whole % period == 0 && fit_period(q, period, whole, start, c))
            return true;
    return false;
}

/* Walks down to the smallest size from which the polynomial holds; keeps the counts below. */
static void find_smallest(struct quasi *q, uint64_t start, struct counted *c)
{
    int64_t value;

    q->smallest = start;
    while (q->smallest > 1 && count_at(c, q->smallest - 1, &value)) {
        uint64_t n = q->smallest - 1;
        if (newton_at(q->newton[n % q->period], q->degree, (int64_t)(n / q->period)) != value)
            break;
        q->smallest = n;
    }
}

static void keep_table(struct quasi *q, uint64_t sizes, struct counted *c)
{
    int64_t value;

    q->table = calloc(sizes + 1, sizeof q->table[0]);
    for (q->n_table = 1; q->table != NULL && q->n_table < sizes; q->n_table++) {
        if (!count_at(c, q->n_table, &value))
            return;
        q->table[q->n_table] = (uint64_t)value;
    }
}

void quasi_fit(struct quasi *q, unsigned degree, const struct quasi_range *range,
               quasi_count *count, void *ctx)
{
    struct counted c = { .count = count, .ctx = ctx };

    *q = (struct quasi){ .degree = degree };
    c.n_known = range->sure + 4 * (4 * range->start + (uint64_t)MOST_PERIOD * (degree + 2)) + 2;
    c.values = calloc(c.n_known, sizeof c.values[0]);
    for (unsigned more = 1; more <= 4 && c.values != NULL && !c.failed && !q->known; more *= 2)
        if (more * range->period <= MOST_PERIOD) {
            q->known =
                fit(q, more * range->period, more * range->start, &c) && holds(q, range->sure, &c);
            if (q->known)
                find_smallest(q, more * range->start, &c);
        }
    c.failed = c.values == NULL;
    keep_table(q, q->known ? q->smallest : 64, &c);
    free(c.values);
}

void quasi_free(struct quasi *q)
{
    free(q->table);
}

enum quasi_value quasi_at(const struct quasi *q, uint64_t n, uint64_t *value)
{
    if (n < q->n_table) {
        *value = q->table[n];
        return QUASI_OK;
    }
    if (!q->known || n < q->smallest)
        return QUASI_UNKNOWN;
    /* Past this, the products below could leave 128 bits; counts of degree 1 grow to 2^64 and
     * more only from there on. */
    if (q->degree > 0 && n / q->period >= (uint64_t)1 << (q->degree == 1 ? 62 : 100 / q->degree))
        return QUASI_OVERFLOW;
    wide v = newton_at(q->newton[n % q->period], q->degree, (int64_t)(n / q->period));
    if (v < 0 || v > UINT64_MAX)
        return QUASI_OVERFLOW;
    *value = (uint64_t)v;
    return QUASI_OK;
}

/* Returns true when every product on the way to a binomial of K fits 63 bits. */
static bool terms_fit(const struct quasi *q, uint64_t k)
{
    wide b = 1;

    for (unsigned i = 0; i < q->degree; i++) {
        b = b * (wide)k;
        if (b > INT64_MAX)
            return false;
        b = b / (i + 1);
    }
    return true;
}

static bool sums_fit(const struct quasi *q, uint64_t n)
{
    uint64_t value;

    return terms_fit(q, n / q->period) && quasi_at(q, n, &value) == QUASI_OK;
}

uint64_t quasi_largest(const struct quasi *q)
{
    uint64_t low = q->n_table > 0 ? q->n_table - 1 : 0, high = (uint64_t)1 << 62;

    if (!q->known)
        return low;
    while (low < high) {
        uint64_t middle = low + (high - low + 1) / 2;
        if (sums_fit(q, middle))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* ---- as text ---- */

struct rational {
    wide over, under;
};

static wide common(wide a, wide b)
{
    a = a < 0 ? -a : a;
    while (b != 0) {
        wide rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static struct rational reduced(wide over, wide under)
{
    wide by = common(over, under);

    by = by == 0 ? 1 : by;
    return (struct rational){ over / by, under / by };
}

static struct rational sum(struct rational a, struct rational b)
{
    return reduced(a.over * b.under + b.over * a.under, a.under * b.under);
}

static struct rational product(struct rational a, struct rational b)
{
    return reduced(a.over * b.over, a.under * b.under);
}

/* Multiplies a polynomial of degree D by (n - ROOT) / BY. */
static void times_linear(struct rational *p, unsigned d, int64_t root, int64_t by)
{
    const struct rational slope = { 1, by }, offset = reduced(-root, by);

    p[d + 1] = (struct rational){ 0, 1 };
    for (unsigned i = d + 1; i > 0; i--)
        p[i] = sum(product(p[i], offset), product(p[i - 1], slope));
    p[0] = product(p[0], offset);
}

/* Powers of n of a residue's polynomial. */
static void monomials(const struct quasi *q, unsigned residue, struct rational *powers)
{
    struct rational term[MOST_DEGREE + 2] = { { 1, 1 } };

    for (unsigned i = 0; i <= q->degree; i++)
        powers[i] = (struct rational){ 0, 1 };
    for (unsigned i = 0; i <= q->degree; i++) {
        const struct rational factor = { q->newton[residue][i], 1 };
        for (unsigned k = 0; k <= i; k++)
            powers[k] = sum(powers[k], product(term[k], factor));
        /* The next binomial: times (k - i) / (i + 1), where k = (n - residue) / period. */
        times_linear(term, i, (int64_t)residue + (int64_t)i * q->period,
                     (int64_t)q->period * (i + 1));
    }
}

static size_t write_term(char *text, size_t n, struct rational r, unsigned power, const char *size,
                         bool first)
{
    long long over = (long long)(r.over < 0 ? -r.over : r.over);
    const char *sign = r.over < 0 ? (first ? "-" : " - ") : first ? "" : " + ";
    char number[32] = "", under[32] = "", raised[16] = "";

    if (over != 1 || power == 0)
        (void)snprintf(number, sizeof number, "%lld", over);
    if (r.under != 1)
        (void)snprintf(under, sizeof under, "/%lld", (long long)r.under);
    if (power > 1)
        (void)snprintf(raised, sizeof raised, "^%u", power);
    return (size_t)snprintf(text, n, "%s%s%s%s%s", sign, number, power > 0 ? size : "", raised,
                            under);
}

void quasi_text(const struct quasi *q, unsigned residue, const char *size, char *text,
                size_t n_text)
{
    struct rational powers[MOST_DEGREE + 2];
    size_t n = 0;

    monomials(q, residue, powers);
    for (unsigned i = q->degree + 1; i-- > 0;)
        if (powers[i].over != 0 && n < n_text)
            n += write_term(text + n, n_text - n, powers[i], i, size, n == 0);
    if (n == 0)
        (void)snprintf(text, n_text, "0");
}
