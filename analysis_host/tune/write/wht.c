/* Writes the Walsh-Hadamard transform. */
#include "parts.h"
#include "shuffle.h"
#include "text.h"
#include "tiles.h"

/* Sums and differences inside each of N vectors. */
static void inside(FILE *out, unsigned lanes, unsigned n)
{
    for (unsigned d = 1; d < lanes; d *= 2) {
        fprintf(out, "        {\n            const v%u sign = {", lanes);
        for (unsigned i = 0; i < lanes; i++)
            fprintf(out, "%s %d", i > 0 ? "," : "", i & d ? -1 : 1);
        fprintf(out, " };\n\n");
        for (unsigned k = 0; k < n; k++) {
            fprintf(out, "            r%u = SHUFFLE(r%u, r%u", k, k, k);
            shuffle_swap(out, lanes, d);
            fprintf(out, ") + r%u * sign;\n", k);
        }
        fprintf(out, "        }\n");
    }
}

static void butterflies(FILE *out, unsigned n)
{
    for (unsigned d = 1; d < n; d *= 2)
        for (unsigned k = 0; k < n; k++)
            if (!(k & d))
                fprintf(out, "        t = r%u - r%u;\n        r%u += r%u;\n        r%u = t;\n", k,
                        k + d, k, k + d, k + d);
}

/* One group of N vectors, H elements apart, from AT on. */
static void group(FILE *out, unsigned lanes, unsigned n, int first)
{
    fprintf(out, "        v%u t;\n", lanes);
    for (unsigned k = 0; k < n; k++)
        fprintf(out, "        v%u r%u = *(const u%u *)(at + %u * h);\n", lanes, k, lanes, k);
    fputc('\n', out);
    if (first)
        inside(out, lanes, n);
    butterflies(out, n);
    if (n == 1)
        fprintf(out, "        t = r0;\n        r0 = t;\n");
    for (unsigned k = 0; k < n; k++)
        fprintf(out, "        *(u%u *)(at + %u * h) = r%u;\n", lanes, k, k);
}

/* first_N(): the lanes of vectors, and N vectors beside each other. pass_N(): N parts of the
 * transform, H long. */
static void pass(FILE *out, unsigned lanes, unsigned n, int first)
{
    if (first)
        fprintf(out,
                "static void first_%u(real *at, size_t length)\n{\n    enum { h = %u };\n\n"
                "    for (size_t i = 0; i < length; i += %u, at += %u) {\n",
                n, lanes, n * lanes, n * lanes);
    else
        fprintf(out,
                "static void pass_%u(real *at, size_t h)\n{\n"
                "    for (size_t i = 0; i < h; i += %u, at += %u) {\n",
                n, lanes, lanes);
    group(out, lanes, n, first);
    fprintf(out, "    }\n}\n\n");
}

static void table(FILE *out, const char *name, const char *type, unsigned least, unsigned most)
{
    fprintf(out, "static %s *const %s_of[] = {", type, name);
    if (least > 1)
        fprintf(out, " 0,");
    for (unsigned n = least; n <= most; n *= 2)
        fprintf(out, "%s %s_%u", n > least ? "," : "", name, n);
    fprintf(out, " };\n\n");
}

void part_wht(FILE *out, const struct tune_choice *w)
{
    char lanes[32], bits[64], base[32];
    const struct tune_word words[] = {
        { "T", w->type },
        { "LANES", lanes },
        { "BITS", bits },
        { "BASE", base },
        { "CONST", w->open ? "" : "const " },
    };
    unsigned r = 0;

    while (2u << r <= w->rows)
        r++;
    (void)snprintf(lanes, sizeof lanes, "%u", w->lanes);
    (void)snprintf(bits, sizeof bits, "enum { %s = %u };%s", w->open ? "MOST_BITS" : "BITS", r,
                   w->open ? "\nstatic unsigned BITS;" : "");
    (void)snprintf(base, sizeof base, "%u", w->columns);
    part_begin(out, w);
    fputc('\n', out);
    tile_types(out, w->type, w->lanes);
    if (w->lanes > 1)
        shuffle_macro(out, tile_element_bytes(w->type), w->lanes);
    fprintf(out, "typedef void first_pass(real *at, size_t length);\ntypedef void later_pass(real "
                 "*at, size_t h);\n\n");
    for (unsigned n = 1; n <= 1u << r; n *= 2)
        pass(out, w->lanes, n, 1);
    for (unsigned n = 2; n <= 1u << r; n *= 2)
        pass(out, w->lanes, n, 0);
    table(out, "first", "first_pass", 1, 1u << r);
    table(out, "pass", "later_pass", 2, 1u << r);
    text_write(out, "wht.c", words, sizeof words / sizeof words[0]);
    part_end(out, w);
}
