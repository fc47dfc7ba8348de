/* Writes the kernels of probe peaks: straight laps of independent operations, in registers alone.
 */
#include "peaks.h"
#include "op_rows.h"
#include <string.h>

/* Least operations of a lap: the loop's own two hardly count, also where a processor does them one
 * after the other. */
enum { LAP = 24, LONG_LAP = 96, SMALL_LAP = 48 };

/* How many accumulators of each operation a mix has for one of depth. */
static const struct mix {
    const char *name;
    unsigned add, mul, fma;
    bool small; /* there, too, where code has to be small */
} mixes[] = {
    { "add", 1, 0, 0, true },       { "mul", 0, 1, 0, true },       { "balanced", 1, 1, 0, true },
    { "add2_mul", 2, 1, 0, false }, { "add_mul2", 1, 2, 0, false }, { "fma", 0, 0, 1, true },
    { "fma_add", 1, 0, 1, false },  { 0, 0, 0, 0, false },
};

/* A depth, and whether a long lap is written, too. */
static const struct depth {
    unsigned depth;
    bool longer;
} depths[] = {
    { 1, false }, { 2, false },  { 3, false },  { 4, true },   { 5, false },  { 6, true },
    { 7, true },  { 8, true },   { 9, false },  { 10, true },  { 11, false }, { 12, true },
    { 16, true }, { 20, false }, { 24, false }, { 28, false }, { 0, false },
};

static bool is_integer(const char *type)
{
    return strchr(type, 'i') != NULL;
}

bool peak_read_registers(const char *word, struct peak_registers *r)
{
    int end = 0;

    if (sscanf(word, "regs.%3u.%3u%n", &r->floats, &r->integers, &end) != 2)
        return false;
    r->accumulates = strcmp(word + end, ".acc") == 0;
    return (word[end] == '\0' || r->accumulates) && r->floats >= 4 && r->floats <= 128 &&
           r->integers >= 4 && r->integers <= 128;
}

/* Of the x87, whose registers are a stack. */
static bool is_x87(const char *type)
{
    return strcmp(type, "f80") == 0;
}

bool peak_applies(const char *type)
{
    return is_x87(type) || (op_is_type(type) && (strstr(type, "f32") || strstr(type, "f64") ||
                                                 strstr(type, "i32") || strstr(type, "i64")));
}

/* Integers are added alone: multiplications of theirs are measured by probe ops. The top of a stack
 * is an operand of each operation: one of two operands would have to be brought there each time. */
static bool has_mix(const char *type, const struct mix *m, bool small)
{
    if (small && !m->small)
        return false;
    if (is_x87(type))
        return strcmp(m->name, "add") == 0 || strcmp(m->name, "mul") == 0;
    return !is_integer(type) || strcmp(m->name, "add") == 0;
}

static unsigned accumulators(const struct mix *m)
{
    return m->add + m->mul + m->fma;
}

/* Registers of a kernel: its accumulators and its operands. */
static unsigned needed(const struct mix *m, unsigned depth)
{
    return accumulators(m) * depth + (m->mul > 0 || m->fma > 0) + (m->add > 0 || m->fma > 0);
}

/* Integers add each other, so that no compiler knows the sum of many laps: one alone cannot. */
static bool fits(const char *type, const struct mix *m, unsigned depth,
                 const struct peak_registers *r)
{
    enum { STACK = 8 };

    if (is_x87(type))
        return needed(m, depth) < STACK;
    if (!is_integer(type))
        return needed(m, depth) <= r->floats;
    return depth > 1 && depth <= (type[0] == 'v' ? r->floats : r->integers);
}

/* Where code has to be small, 4 and 8, or the most that fit. */
static bool small_has(const char *type, const struct mix *m, const struct depth *d,
                      const struct peak_registers *r)
{
    bool most = !fits(type, m, d[1].depth, r);

    if (m->fma > 0 && r->accumulates)
        return d->depth == 8 || (most && d->depth <= 16);
    return d->depth == 4 || d->depth == 8 || (d->depth < 8 && most);
}

static unsigned unroll(const struct mix *m, unsigned depth, unsigned lap)
{
    unsigned ops = accumulators(m) * depth;

    return (lap + ops - 1) / ops;
}

/* ---- one kernel ---- */

static void declare(FILE *out, const char *type, char kind, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        fprintf(out, "    el_%s %c%u = of_%s(start);\n", type, kind, i, type);
}

static void give(FILE *out, char kind, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        fprintf(out, "    sink = %c%u;\n", kind, i);
}

/* The accumulator that half of DEPTH come after. */
static unsigned half_away(unsigned i, unsigned depth)
{
    return (i + depth - depth / 2) % depth;
}

/* An operation on each of the accumulators that belong to place D of DEPTH. */
static void place(FILE *out, const char *type, const struct mix *m, unsigned d, unsigned depth,
                  bool accumulates)
{
    for (unsigned i = d * m->mul; i < (d + 1) * m->mul; i++)
        fprintf(out, "        m%u = mul_%s(m%u, x);\n", i, type, i);
    for (unsigned i = d * m->fma; i < (d + 1) * m->fma; i++)
        if (accumulates)
            fprintf(out, "        f%u = fma_%s(f%u, x, f%u);\n", i, type, half_away(i, depth), i);
        else
            fprintf(out, "        f%u = fma_%s(f%u, x, y);\n", i, type, i);
    for (unsigned i = d * m->add; i < (d + 1) * m->add; i++)
        if (is_integer(type))
            fprintf(out, "        a%u = add_%s(a%u, a%u);\n", i, type, i, half_away(i, depth));
        else
            fprintf(out, "        a%u = add_%s(a%u, y);\n", i, type, i);
}

/* What the check after compilation counts; it does not know instructions of the x87. */
static void comment(FILE *out, const char *type, const struct mix *m, unsigned depth,
                    unsigned times)
{
    if (is_x87(type))
        return;

    const unsigned n[] = { m->add, m->mul, m->fma };
    static const char *const names[] = { "add", "mul", "fma" };

    fprintf(out, "/* timed loop in registers:");
    for (unsigned i = 0; i < 3; i++)
        if (n[i] > 0)
            fprintf(out, " %u %s", n[i] * depth * times, names[i]);
    fprintf(out, " */\n");
}

static void kernel(FILE *out, const char *type, const struct mix *m, const struct peak_registers *r,
                   unsigned depth, unsigned times)
{
    comment(out, type, m, depth, times);
    fprintf(out, "static void %s_%u_%u(uint64_t laps)\n{\n", m->name, depth, times);
    if (!is_integer(type))
        fprintf(out, "    el_%s x = of_%s(factor), y = of_%s(summand);\n", type, type, type);
    declare(out, type, 'a', m->add * depth);
    declare(out, type, 'm', m->mul * depth);
    declare(out, type, 'f', m->fma * depth);
    if (!is_integer(type))
        fprintf(out, "    (void)x;\n    (void)y;\n");
    fprintf(out, "    for (size_t left = (size_t)laps; left > 0; left--) {\n");
    for (unsigned u = 0; u < times; u++)
        for (unsigned d = 0; d < depth; d++)
            place(out, type, m, d, depth, r->accumulates);
    fprintf(out, "    }\n");
    give(out, 'a', m->add * depth);
    give(out, 'm', m->mul * depth);
    give(out, 'f', m->fma * depth);
    fprintf(out, "}\n\n");
}

/* ---- all kernels of a mix ---- */

typedef void each_fn(FILE *out, const char *type, const struct mix *m,
                     const struct peak_registers *r, unsigned depth, unsigned times);

static void for_each(FILE *out, const char *type, const struct mix *m,
                     const struct peak_registers *r, bool small, each_fn *fn)
{
    for (const struct depth *d = depths; d->depth > 0; d++) {
        if (!fits(type, m, d->depth, r) || (small && !small_has(type, m, d, r)))
            continue;
        fn(out, type, m, r, d->depth, unroll(m, d->depth, small ? SMALL_LAP : LAP));
        if (!small && d->longer)
            fn(out, type, m, r, d->depth, unroll(m, d->depth, LONG_LAP));
    }
}

static void row(FILE *out, const char *type, const struct mix *m, const struct peak_registers *r,
                unsigned depth, unsigned times)
{
    (void)type;
    (void)r;
    fprintf(out, "    { %s_%u_%u, %u, %u, %u },\n", m->name, depth, times, depth, times,
            accumulators(m) * depth * times);
}

/* Products shrink by a bit each time, and stay normal for 10^9 of them; sums stop growing before
 * they are infinite; x / 2 + 1 ends at 2. What accumulates grows by the least of all. */
static void values(FILE *out, const char *type, bool fused, bool accumulates)
{
    const char *shrink = strstr(type, "f32") ? "0x1.fffffep-1" : "0x1.fffffffp-1";
    const char *factor = !fused ? shrink : accumulates ? "0x1p-24" : "0.5";

    fprintf(out, "static volatile raw_%s start = %s;\n", type, op_start(type));
    if (!is_integer(type))
        fprintf(out, "static volatile raw_%s factor = %s, summand = 1.0;\n", type, factor);
    fprintf(out, "static volatile el_%s sink;\n\n", type);
}

void peak_file(FILE *out, const char *type, bool fused, const struct peak_registers *registers,
               bool small)
{
    fprintf(out, "/* Generated by probes/generate/ops. */\n#include \"lib/peak_kernel.h\"\n"
                 "#include \"elements.h\"\n\n");
    values(out, type, fused, registers->accumulates);
    for (const struct mix *m = mixes; m->name; m++) {
        if ((m->fma > 0) != fused || !has_mix(type, m, small))
            continue;
        for_each(out, type, m, registers, small, kernel);
        fprintf(out, "extern const struct peak_kernel peak_%s_%s[];\n", m->name, type);
        fprintf(out, "const struct peak_kernel peak_%s_%s[] = {\n", m->name, type);
        for_each(out, type, m, registers, small, row);
        fprintf(out, "    { 0, 0, 0, 0 },\n};\n\n");
    }
}

void peak_table_file(FILE *out, char *const *types, int n, bool small)
{
    fprintf(out, "/* Generated by probes/generate/ops. */\n#include \"lib/peak_kernel.h\"\n\n");
    for (int i = 0; i < n; i++)
        for (const struct mix *m = mixes; m->name; m++)
            if (has_mix(types[i], m, small))
                fprintf(out, "extern const struct peak_kernel peak_%s_%s[];\n", m->name, types[i]);
    fprintf(out, "\nconst struct peak_set peak_table[] = {\n");
    for (int i = 0; i < n; i++)
        for (const struct mix *m = mixes; m->name; m++)
            if (has_mix(types[i], m, small))
                fprintf(out, "    { \"%s\", \"%s\", peak_%s_%s },\n", types[i], m->name, m->name,
                        types[i]);
    fprintf(out, "    { 0, 0, 0 },\n};\n");
}
