/* Writes the dot product. */
#include "parts.h"
#include "tiles.h"

/* One step of N vectors, each into a sum of its own. */
static void step(FILE *out, const struct tune_choice *dot, unsigned n)
{
    fprintf(out, "    for (; n >= %u; n -= %u) {\n", n * dot->lanes, n * dot->lanes);
    for (unsigned i = 0; i < n; i++)
        fprintf(out, "        s%u += *(const u%u *)(x + %u) * *(const u%u *)(y + %u);\n", i,
                dot->lanes, i * dot->lanes, dot->lanes, i * dot->lanes);
    fprintf(out, "        x += %u;\n        y += %u;\n    }\n", n * dot->lanes, n * dot->lanes);
}

/* Sums of pairs, until one is left. */
static void fold(FILE *out, unsigned n)
{
    for (unsigned half; n > 1; n = half) {
        half = (n + 1) / 2;
        for (unsigned i = 0; i + half < n; i++)
            fprintf(out, "    s%u += s%u;\n", i, i + half);
    }
}

void part_lanes_sum(FILE *out, const char *sum, const char *vector, unsigned lanes)
{
    fprintf(out, "    real %s = ", sum);
    if (lanes == 1)
        fprintf(out, "%s", vector);
    for (unsigned i = 0; i < lanes && lanes > 1; i += 2)
        fprintf(out, "%s(%s[%u] + %s[%u])", i > 0 ? " + " : "", vector, i, vector, i + 1);
    fprintf(out, ";\n");
}

/* A function with N sums, which begins with the words NAME. */
static void function(FILE *out, const struct tune_choice *dot, const char *name, unsigned n)
{
    const char *zero = dot->lanes > 1 ? "{ 0 }" : "0";

    fprintf(out, "%s(size_t n, const real *x, const real *y)\n{\n    v%u s0 = %s", name, dot->lanes,
            zero);
    for (unsigned i = 1; i < n; i++)
        fprintf(out, ", s%u = %s", i, zero);
    fprintf(out, ";\n\n");
    step(out, dot, n);
    fold(out, n);
    if (n > 1)
        step(out, dot, 1);
    part_lanes_sum(out, "sum", "s0", dot->lanes);
    fprintf(
        out,
        "\n    for (size_t i = 0; i < n; i++)\n        sum += x[i] * y[i];\n    return sum;\n}\n");
}

/* Numbers of sums of an image's. */
static const unsigned open_sums[] = { 1, 2, 3, 4, 6, 8, 12, 16 };

enum { OPEN_SUMS = sizeof open_sums / sizeof open_sums[0] };

static void open_functions(FILE *out, const struct tune_choice *dot)
{
    char name[TUNE_NAME];

    for (unsigned i = 0; i < OPEN_SUMS && open_sums[i] <= dot->rows; i++) {
        (void)snprintf(name, sizeof name, "static real sums_%u", open_sums[i]);
        function(out, dot, name, open_sums[i]);
    }
    fprintf(out, "\nstatic const struct {\n    unsigned n;\n"
                 "    real (*run)(size_t n, const real *x, const real *y);\n} sums_of[] = {\n");
    for (unsigned i = 0; i < OPEN_SUMS && open_sums[i] <= dot->rows; i++)
        fprintf(out, "    { %u, sums_%u },\n", open_sums[i], open_sums[i]);
    fprintf(out, "};\n");
}

void part_dot(FILE *out, const struct tune_choice *dot)
{
    char name[TUNE_NAME];

    part_begin(out, dot);
    fputc('\n', out);
    tile_types(out, dot->type, dot->lanes);
    (void)snprintf(name, sizeof name, "real tuned_dot_%s", dot->type);
    if (dot->open)
        open_functions(out, dot);
    else
        function(out, dot, name, dot->rows);
    part_end(out, dot);
}
