/* Writes register tiles. */
#include "tiles.h"
#include "shuffle.h"
#include "text.h"
#include <stdbool.h>
#include <string.h>

/* How a tile reaches A and C: packed blocks; with strides, the last vector ending with the rows;
 * with strides and a mask of the rows. */
enum access { PACKED, DIRECT, MASKED };

enum { UNROLLED = 4, WOVEN = 8, WOVEN_LANES = 4, HELD_LANES = 4, DIRECT_COLUMNS = 8 };

/* With more sums the end of the loop takes a small part of the time, and is not unrolled. */
enum { FEW_SUMS = 12 };

unsigned tile_element_bytes(const char *type)
{
    return strcmp(type, "f64") == 0 ? 8 : 4;
}

/* The macro of compilers for x86 that says whether vectors of so many bytes are in one register. */
static const char *x86_vectors(unsigned bytes)
{
    return bytes <= 16 ? "__SSE2__" : bytes <= 32 ? "__AVX__" : "__AVX512F__";
}

/* Without it x86 compilers would load a vector again for each use. */
static void hold(FILE *out, unsigned vector_bytes)
{
    fprintf(out, "\n/* Keeps a vector that was loaded in its register. */\n");
    if (vector_bytes <= 64)
        fprintf(out, "#ifdef %s\n#define HOLD(x) __asm__(\"\" : \"+v\"(x))\n#else\n",
                x86_vectors(vector_bytes));
    fprintf(out, "#define HOLD(x) (void)0\n%s\n", vector_bytes <= 64 ? "#endif\n" : "");
}

void tile_types(FILE *out, const char *type, unsigned lanes)
{
    const unsigned bytes = tile_element_bytes(type);

    fprintf(out, "typedef %s real;\n", bytes == 8 ? "double" : "float");
    fprintf(out, "typedef real __attribute__((may_alias)) v1;\ntypedef v1 u1;\n");
    for (unsigned l = 2; l <= lanes; l *= 2)
        fprintf(out,
                "typedef real __attribute__((vector_size(%u), may_alias)) v%u;\n"
                "typedef real __attribute__((vector_size(%u), aligned(%u), may_alias)) u%u;\n",
                l * bytes, l, l * bytes, bytes, l);
    hold(out, lanes * bytes);
}

/* Declares the sums, all zero. */
static void sums(FILE *out, struct tile_shape t)
{
    for (unsigned j = 0; j < t.columns; j++) {
        fprintf(out, "    v%u", t.lanes);
        for (unsigned i = 0; i < t.vectors; i++)
            fprintf(out, "%s c%u_%u = %s", i > 0 ? "," : "", i, j, t.lanes > 1 ? "{ 0 }" : "0");
        fprintf(out, ";\n");
    }
}

/* Where vector I of a column begins: the last one ends with the rows of a direct tile. */
static void row_of(FILE *out, struct tile_shape t, unsigned i, enum access access)
{
    if (access == DIRECT && i > 0 && i + 1 == t.vectors)
        fprintf(out, "last");
    else
        fprintf(out, "%u", i * t.lanes);
}

static void load_a(FILE *out, struct tile_shape t, enum access access, unsigned step)
{
    const bool held = t.lanes >= HELD_LANES && t.columns > 1;

    for (unsigned i = 0; i < t.vectors; i++) {
        if (access == MASKED)
            fprintf(out, "        a%u = READ(a", i);
        else
            fprintf(out, "        a%u = *(const %c%u *)(a + ", i, access == DIRECT ? 'u' : 'v',
                    t.lanes);
        if (access == DIRECT)
            row_of(out, t, i, access);
        else if (access == PACKED)
            fprintf(out, "%u", (step * t.vectors + i) * t.lanes);
        fprintf(out, held ? ");\n        HOLD(a%u);\n" : ");\n", i);
    }
}

static void multiply_column(FILE *out, struct tile_shape t, unsigned j)
{
    for (unsigned i = 0; i < t.vectors; i++)
        fprintf(out, " c%u_%u += a%u * x;", i, j, i);
    fputc('\n', out);
}

static void packed_step(FILE *out, struct tile_shape t, unsigned step)
{
    load_a(out, t, PACKED, step);
    for (unsigned j = 0; j < t.columns; j++) {
        fprintf(out, "        x = b[%u];", step * t.columns + j);
        multiply_column(out, t, j);
    }
}

/* Between unrolled steps: else GCC renames sums, needs more registers than there are, and the sums
 * go to the stack. */
static void hold_sums(FILE *out, struct tile_shape t)
{
    for (unsigned j = 0; j < t.columns; j++) {
        fprintf(out, "       ");
        for (unsigned i = 0; i < t.vectors; i++)
            fprintf(out, " HOLD(c%u_%u);", i, j);
        fputc('\n', out);
    }
}

static void packed_loop(FILE *out, struct tile_shape t, unsigned steps)
{
    fprintf(out, "    for (; k >= %u; k -= %u) {\n        v%u", steps, steps, t.lanes);
    for (unsigned i = 0; i < t.vectors; i++)
        fprintf(out, "%s a%u", i > 0 ? "," : "", i);
    fprintf(out, ";\n        real x;\n\n");
    for (unsigned step = 0; step < steps; step++) {
        packed_step(out, t, step);
        if (steps > 1)
            hold_sums(out, t);
    }
    fprintf(out, "        a += %u;\n        b += %u;\n    }\n", steps * t.vectors * t.lanes,
            steps * t.columns);
}

/* Where vector I of column J of C is. */
static void c_at(FILE *out, struct tile_shape t, unsigned i, unsigned j, enum access access)
{
    fprintf(out, "c + ");
    row_of(out, t, i, access);
    if (j > 0)
        fprintf(out, " + %u * ldc", j);
}

/* One statement for every vector of C: TAKE of them is read into, else they are written. */
static void each_of_c(FILE *out, struct tile_shape t, enum access access, bool take)
{
    for (unsigned j = 0; j < t.columns; j++)
        for (unsigned i = 0; i < t.vectors; i++) {
            if (take)
                fprintf(out, "        c%u_%u = alpha * c%u_%u + beta * ", i, j, i, j);
            else
                fprintf(out, "    ");
            if (access == MASKED)
                fprintf(out, take ? "READ(" : "WRITE(");
            else
                fprintf(out, "*(u%u *)(", t.lanes);
            c_at(out, t, i, j, access);
            if (take)
                fprintf(out, ");\n");
            else
                fprintf(out, access == MASKED ? ", c%u_%u);\n" : ") = c%u_%u;\n", i, j);
        }
}

/* All of C is read before any of it is written: rows that two vectors have get the same value
 * twice. */
static void finish(FILE *out, struct tile_shape t, enum access access)
{
    fprintf(out, "    if (beta != 0) {\n");
    each_of_c(out, t, access, true);
    fprintf(out, "    } else {\n");
    for (unsigned j = 0; j < t.columns; j++)
        for (unsigned i = 0; i < t.vectors; i++)
            fprintf(out, "        c%u_%u *= alpha;\n", i, j);
    fprintf(out, "    }\n");
    each_of_c(out, t, access, false);
    fprintf(out, "}\n\n");
}

/* C comes nearer while the sums are made. */
static void prefetch(FILE *out, struct tile_shape t)
{
    for (unsigned j = 0; j < t.columns; j++)
        fprintf(out,
                "    __builtin_prefetch(c + %u * ldc, 1);\n"
                "    __builtin_prefetch(c + %u + %u * ldc, 1);\n",
                j, t.vectors * t.lanes - 1, j);
}

void tile_packed(FILE *out, struct tile_shape t)
{
    fprintf(out,
            "static void tile_%ux%ux%u(const struct step *s, const real *a, const real *b, real "
            "*c)\n{\n"
            "    const size_t ldc = s->ldc;\n    const real alpha = s->alpha, beta = s->beta;\n"
            "    size_t k = s->k;\n",
            t.lanes, t.vectors, t.columns);
    sums(out, t);
    fputc('\n', out);
    prefetch(out, t);
    if (t.lanes >= HELD_LANES && t.vectors * t.columns <= FEW_SUMS)
        packed_loop(out, t, UNROLLED);
    packed_loop(out, t, 1);
    finish(out, t, PACKED);
    fprintf(out,
            "static const struct tile packed_%ux%ux%u = { %u, %u, tile_%ux%ux%u, copy_%u, "
            "weave_%u, copy_%u, weave_%u };\n\n",
            t.lanes, t.vectors, t.columns, t.lanes * t.vectors, t.columns, t.lanes, t.vectors,
            t.columns, t.lanes * t.vectors, t.lanes * t.vectors, t.columns, t.columns);
}

/* Copies W elements that lie beside each other, by the largest vectors. */
static void copy_row(FILE *out, unsigned lanes, unsigned w)
{
    for (unsigned i = 0, l = lanes; i < w; i += l) {
        while (l > w - i)
            l /= 2;
        fprintf(out, "        *(u%u *)(to + %u) = *(const u%u *)(at + %u);\n", l, i, l, i);
    }
}

static void copy_strip(FILE *out, unsigned lanes, unsigned w)
{
    fprintf(out,
            "static void copy_%u(real *to, const real *at, size_t stride, size_t k)\n{\n"
            "    for (; k > 0; k--) {\n",
            w);
    copy_row(out, lanes, w);
    fprintf(out, "        to += %u;\n        at += stride;\n    }\n}\n\n", w);
}

/* N of W columns into rows, from column FIRST on. */
static void weave_group(FILE *out, unsigned w, unsigned first, unsigned n)
{
    fprintf(out, "    for (p = 0; p < k; p++) {\n");
    for (unsigned i = 0; i < n; i++)
        fprintf(out, "        to[p * %u + %u] = at[%u * stride + p];\n", w, first + i, first + i);
    fprintf(out, "    }\n");
}

/* WOVEN_LANES of W columns, by blocks, and what is left of them. */
static void weave_blocks(FILE *out, unsigned w, unsigned first)
{
    fprintf(out,
            "    for (p = 0; k - p >= %u; p += %u)\n"
            "        turn(at + %u * stride + p, stride, to + p * %u + %u, %u);\n"
            "    for (; p < k; p++) {\n",
            WOVEN_LANES, WOVEN_LANES, first, w, first, w);
    for (unsigned i = first; i < first + WOVEN_LANES; i++)
        fprintf(out, "        to[p * %u + %u] = at[%u * stride + p];\n", w, i, i);
    fprintf(out, "    }\n");
}

static void weave_strip(FILE *out, unsigned lanes, unsigned w)
{
    unsigned first = 0;

    fprintf(out,
            "static void weave_%u(real *to, const real *at, size_t stride, size_t k)\n{\n"
            "    size_t p;\n\n",
            w);
    for (; lanes >= WOVEN_LANES && w - first >= WOVEN_LANES; first += WOVEN_LANES)
        weave_blocks(out, w, first);
    for (; first < w; first += WOVEN)
        weave_group(out, w, first, w - first < WOVEN ? w - first : WOVEN);
    fprintf(out, "}\n\n");
}

void tile_weaver(FILE *out, const char *type, unsigned lanes)
{
    if (lanes < WOVEN_LANES)
        return;
    shuffle_macro(out, tile_element_bytes(type), WOVEN_LANES);
    shuffle_block(out, WOVEN_LANES);
}

void tile_strips(FILE *out, unsigned lanes, unsigned w)
{
    copy_strip(out, lanes, w);
    weave_strip(out, lanes, w);
}

static void direct_loop(FILE *out, struct tile_shape t, enum access access)
{
    fprintf(out, "    for (size_t k = s->k; k > 0; k--) {\n        v%u", t.lanes);
    for (unsigned i = 0; i < t.vectors; i++)
        fprintf(out, "%s a%u", i > 0 ? "," : "", i);
    fprintf(out, ";\n        real x;\n\n");
    load_a(out, t, access, 0);
    for (unsigned j = 0; j < t.columns; j++) {
        fprintf(out, "        x = b%u[q];", j);
        multiply_column(out, t, j);
    }
    fprintf(out, "        a += lda;\n        q += row;\n    }\n");
}

static void unpacked(FILE *out, const char *qualifiers, struct tile_shape t, enum access access)
{
    fprintf(out,
            "%s void %s_%ux%ux%u(const struct step *s, size_t m, const real *a, const real *b, "
            "real *c)\n{\n"
            "    const size_t lda = s->lda, row = s->b_row%s;\n"
            "    const real alpha = s->alpha, beta = s->beta;\n"
            "    const real *b0 = b;\n    size_t q = 0;\n",
            qualifiers, access == MASKED ? "masked" : "direct", t.lanes, t.vectors, t.columns,
            t.columns > 1 ? ", ldc = s->ldc" : "");
    for (unsigned j = 1; j < t.columns; j++)
        fprintf(out, "    const real *b%u = b%u + s->b_column;\n", j, j - 1);
    if (access == MASKED)
        fprintf(out, "    const row_mask mask = (row_mask)((1u << m) - 1);\n");
    else
        fprintf(out, t.vectors > 1 ? "    const size_t last = m - %u;\n" : "    (void)m;\n",
                t.lanes);
    sums(out, t);
    fputc('\n', out);
    direct_loop(out, t, access);
    finish(out, t, access);
}

void tile_direct(FILE *out, const char *qualifiers, struct tile_shape t)
{
    unpacked(out, qualifiers, t, DIRECT);
}

unsigned tile_direct_columns(struct tile_shape widest, unsigned vectors)
{
    unsigned registers = widest.vectors * widest.columns + widest.vectors;
    unsigned columns = (registers - vectors) / vectors;

    columns = columns < DIRECT_COLUMNS ? columns : DIRECT_COLUMNS;
    return columns > widest.columns ? columns : widest.columns;
}

/* Where the ISA has masks of BYTES: what reads and writes some elements of a vector, for any
 * compiler whose builtins are GCC's. Returns false where there is no such ISA. */
static bool mask_macros(FILE *out, unsigned element_bytes, unsigned bytes)
{
    const char letter = element_bytes == 8 ? 'd' : 's';

    if (bytes != 32 && bytes != 64)
        return false;
    fprintf(out,
            "#ifdef %s\n"
            "#define MASKED 1 /* M rows, fewer than LANES, are one vector under a mask */\n"
            "typedef real __attribute__((vector_size(%u))) whole;\n"
            "typedef unsigned %s row_mask;\n"
            "#define READ(at) (v%u)__builtin_ia32_loadup%c%u_mask(at, (whole){ 0 }, mask)\n"
            "#define WRITE(at, x) __builtin_ia32_storeup%c%u_mask(at, (whole)(x), mask)\n",
            bytes == 64 ? "__AVX512F__" : "__AVX512VL__", bytes,
            bytes / element_bytes > 8 ? "short" : "char", bytes / element_bytes, letter, bytes * 8,
            letter, bytes * 8);
    return true;
}

/* A height of the set: its tiles, and the list of them. */
static void direct_height(FILE *out, struct tile_shape t, enum access access)
{
    const char *name = access == MASKED ? "masked" : "direct";
    const unsigned columns = t.columns;

    for (t.columns = 1; t.columns <= columns; t.columns++)
        unpacked(out, "static", t, access);
    fprintf(out, "static direct_tile *const %s_%ux%u[] = {", name, t.lanes, t.vectors);
    for (unsigned j = 1; j <= columns; j++)
        fprintf(out, "%s %s_%ux%ux%u", j > 1 ? "," : "", name, t.lanes, t.vectors, j);
    fprintf(out, " };\n\n");
}

/* Its entry in the table. */
static void direct_entry(FILE *out, struct tile_shape t, enum access access)
{
    fprintf(out, "    { %s_%ux%u, %u },\n", access == MASKED ? "masked" : "direct", t.lanes,
            t.vectors, t.columns);
}

/* The set, in the order of the table: WRITE of 1 and 2 vectors of 1, 2, 4 ... elements, or of one
 * masked vector; then of 1, 2, 3 ... full ones. */
static void each_height(FILE *out, struct tile_shape widest, bool more_columns, bool masks,
                        void (*write)(FILE *, struct tile_shape, enum access))
{
    struct tile_shape t = widest;

    if (masks) {
        fprintf(out, "#ifdef MASKED\n");
        t.vectors = 1;
        t.columns = more_columns ? tile_direct_columns(widest, 1) : widest.columns;
        write(out, t, MASKED);
        fprintf(out, "#else\n");
    }
    for (t.lanes = 1; t.lanes < widest.lanes; t.lanes *= 2)
        for (t.vectors = 1; t.vectors <= 2; t.vectors++) {
            t.columns = more_columns ? tile_direct_columns(widest, t.vectors) : widest.columns;
            write(out, t, DIRECT);
        }
    if (masks)
        fprintf(out, "#endif\n");
    for (t.vectors = 1; t.vectors <= widest.vectors; t.vectors++) {
        t.columns = more_columns ? tile_direct_columns(widest, t.vectors) : widest.columns;
        write(out, t, DIRECT);
    }
}

void tile_direct_set(FILE *out, const char *type, struct tile_shape widest, bool more_columns)
{
    const unsigned bytes = tile_element_bytes(type);
    unsigned smaller = 0;

    for (unsigned l = 1; l < widest.lanes; l *= 2)
        smaller += 2;
    const bool masks = mask_macros(out, bytes, widest.lanes * bytes);
    fprintf(out, masks ? "enum { DIRECT_SMALLER = 1 };\n#else\n" : "");
    fprintf(out, "enum { DIRECT_SMALLER = %u };\n%s\n", smaller, masks ? "#endif\n" : "");
    each_height(out, widest, more_columns, masks, direct_height);
    fprintf(out,
            "/* Rows: fewer than LANES (1 and 2 vectors of each smaller size), then 1 to "
            "DIRECT_VECTORS of LANES. */\n"
            "enum { LANES = %u, DIRECT_VECTORS = %u };\n\n"
            "static const struct direct_height direct_heights[DIRECT_SMALLER + DIRECT_VECTORS] = "
            "{\n",
            widest.lanes, widest.vectors);
    each_height(out, widest, more_columns, masks, direct_entry);
    fprintf(out, "};\n\n");
    text_write(out, "direct.c", 0, 0);
    fputc('\n', out);
}
