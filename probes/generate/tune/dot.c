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

void part_dot(FILE *out, const struct tune_choice *dot)
{
    const char *zero = dot->lanes > 1 ? "{ 0 }" : "0";

    fprintf(out, "#include \"tuned.h\"\n\n");
    tile_types(out, dot->type, dot->lanes);
    fprintf(out, "real tuned_dot_%s(size_t n, const real *x, const real *y)\n{\n    v%u s0 = %s",
            dot->type, dot->lanes, zero);
    for (unsigned i = 1; i < dot->rows; i++)
        fprintf(out, ", s%u = %s", i, zero);
    fprintf(out, ";\n\n");
    step(out, dot, dot->rows);
    fold(out, dot->rows);
    if (dot->rows > 1)
        step(out, dot, 1);
    part_lanes_sum(out, "sum", "s0", dot->lanes);
    fprintf(
        out,
        "\n    for (size_t i = 0; i < n; i++)\n        sum += x[i] * y[i];\n    return sum;\n}\n");
}
