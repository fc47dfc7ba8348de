/* Writes matrix products: those of any size, those of constant sizes, and the tiles of an image. */
#include "parts.h"
#include "text.h"
#include "tiles.h"
#include <string.h>

enum { WORD = 32 };

/* The widest direct tile: of the choice, but two vectors or more, as its edges need. */
static struct tile_shape direct_shape(const struct tune_choice *g)
{
    const unsigned rows = g->direct_rows ? g->direct_rows : g->rows;
    const unsigned columns = g->direct_columns ? g->direct_columns : g->columns;
    const unsigned vectors = rows / g->lanes;

    return (struct tile_shape){ g->lanes, vectors < 2 ? 2 : vectors, columns };
}

static struct tile_shape packed_shape(const struct tune_choice *g)
{
    return (struct tile_shape){ g->lanes, g->rows / g->lanes, g->columns };
}

unsigned part_vector_bytes(const struct tune_choice *choice)
{
    return choice->lanes * tile_element_bytes(choice->type);
}

/* What packed blocks begin at multiples of: whole vectors, and whole lines of most processors. */
static void aligned(FILE *out, unsigned vector_bytes)
{
    fprintf(out, "enum { ALIGNED = %u };\n\n", vector_bytes > 64 ? vector_bytes : 64);
}

static void api(FILE *out, const struct tune_choice *g)
{
    const struct tile_shape t = packed_shape(g);
    char numbers[6][WORD], tile[WORD];

    (void)snprintf(numbers[0], WORD, "%u", g->rows);
    (void)snprintf(numbers[1], WORD, "%u", g->columns);
    (void)snprintf(numbers[2], WORD, "%u", g->kc);
    (void)snprintf(numbers[3], WORD, "%u", g->mc);
    (void)snprintf(numbers[4], WORD, "%u", g->nc);
    (void)snprintf(numbers[5], WORD, "%lluu", (unsigned long long)g->direct_bytes);
    (void)snprintf(tile, WORD, "%ux%ux%u", t.lanes, t.vectors, t.columns);

    const struct tune_word words[] = {
        { "T", g->type },
        { "ROWS", numbers[0] },
        { "COLUMNS", numbers[1] },
        { "KC", numbers[2] },
        { "MC", numbers[3] },
        { "NC", numbers[4] },
        { "DIRECT_BYTES", numbers[5] },
        { "TILE", tile },
    };

    text_write(out, "gemm_api.c", words, sizeof words / sizeof words[0]);
}

static void begin(FILE *out, const char *type, unsigned lanes)
{
    tile_types(out, type, lanes);
    text_write(out, "gemm_begin.c", 0, 0);
}

static int is_among(unsigned w, const unsigned *widths, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (widths[i] == w)
            return 1;
    return 0;
}

/* Writes what packs strips for N tiles, each width once. */
static void strips(FILE *out, unsigned lanes, const unsigned *rows, const unsigned *columns,
                   size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!is_among(rows[i], rows, i))
            tile_strips(out, lanes, rows[i]);
        if (!is_among(columns[i], columns, i) && !is_among(columns[i], rows, n))
            tile_strips(out, lanes, columns[i]);
    }
}

void part_gemm(FILE *out, const struct tune_choice *g)
{
    fprintf(out, "#include \"tuned.h\"\n#include <stdint.h>\n\n");
    aligned(out, part_vector_bytes(g));
    begin(out, g->type, g->lanes);
    tile_weaver(out, g->type, g->lanes);
    strips(out, g->lanes, &g->rows, &g->columns, 1);
    tile_packed(out, packed_shape(g));
    tile_direct_set(out, g->type, direct_shape(g), true);
    text_write(out, "gemm_core.c", 0, 0);
    api(out, g);
}

/* The vectors of M rows below a full one: the largest size not beyond M, once or twice. */
static struct tile_shape small_shape(unsigned m)
{
    struct tile_shape t = { 1, 1, 1 };

    while (2 * t.lanes <= m)
        t.lanes *= 2;
    t.vectors = m > t.lanes ? 2 : 1;
    return t;
}

/* Calls WRITE for each tile of SIZE, in the order of direct() in the text: its place and its rows.
 */
static void each_fixed(FILE *out, const struct tune_choice *g, const struct tune_size *size,
                       void (*write)(FILE *, const struct tune_size *, struct tile_shape,
                                     unsigned i, unsigned j, unsigned rows))
{
    const struct tile_shape widest = direct_shape(g);
    unsigned j = 0;

    for (unsigned groups = (size->n + widest.columns - 1) / widest.columns; groups > 0; groups--) {
        struct tile_shape t = small_shape(size->m);
        unsigned vectors = (size->m + widest.lanes - 1) / widest.lanes, i = 0;

        t.columns = (size->n - j) / groups;
        if (size->m < widest.lanes)
            write(out, size, t, 0, j, size->m);
        for (unsigned high = (vectors + widest.vectors - 1) / widest.vectors;
             size->m >= widest.lanes && high > 0; high--) {
            t = (struct tile_shape){ widest.lanes, vectors / high, t.columns };
            unsigned rows = high > 1 ? t.vectors * t.lanes : size->m - i;

            write(out, size, t, i, j, rows);
            vectors -= t.vectors;
            i += rows;
        }
        j += t.columns;
    }
}

static void call_fixed(FILE *out, const struct tune_size *size, struct tile_shape t, unsigned i,
                       unsigned j, unsigned rows)
{
    fprintf(out, "    direct_%ux%ux%u(&s, %u, a + %u, b + %u, c + %u);\n", t.lanes, t.vectors,
            t.columns, rows, i, j * size->k, i + j * size->m);
}

static void fixed(FILE *out, const struct tune_choice *g, const struct tune_size *size)
{
    fprintf(out,
            "void tuned_gemm_%s_%ux%ux%u(const real *a, const real *b, real *c)\n{\n"
            "    const struct step s = { %u, %u, 1, %u, %u, 1, 1 };\n\n",
            g->type, size->m, size->n, size->k, size->k, size->m, size->k, size->m);
    each_fixed(out, g, size, call_fixed);
    fprintf(out, "}\n\n");
}

/* The tiles that were called for: bits of columns, by lanes and vectors. */
static uint32_t called[TUNE_MOST_ROWS + 1][TUNE_MOST_ROWS + 1];

static void note_fixed(FILE *out, const struct tune_size *size, struct tile_shape t, unsigned i,
                       unsigned j, unsigned rows)
{
    (void)size, (void)i, (void)j, (void)rows;
    if (called[t.lanes][t.vectors] >> t.columns & 1)
        return;
    called[t.lanes][t.vectors] |= 1u << t.columns;
    tile_direct(out, "static inline __attribute__((always_inline))", t);
}

void part_gemm_fixed(FILE *out, const struct tune_choice *g)
{
    memset(called, 0, sizeof called);
    fprintf(out, "#include \"tuned.h\"\n\n");
    begin(out, g->type, g->lanes);
    for (size_t i = 0; i < g->n_sizes; i++)
        each_fixed(out, g, &g->sizes[i], note_fixed);
    for (size_t i = 0; i < g->n_sizes; i++)
        fixed(out, g, &g->sizes[i]);
}

static void tile_entry(FILE *out, const char *type, struct tile_shape t)
{
    const unsigned rows = t.vectors * t.lanes;

    fprintf(out,
            "static int gemm_%ux%u(const struct tile_gemm *args)\n{\n"
            "    return tile_run(args, &packed_%ux%ux%u);\n}\n\n"
            "const struct tile_kernel tile_kernel_%s_%ux%u = { \"gemm\", \"%s\", %u, %u, %u, "
            "tile_work_bytes, "
            "gemm_%ux%u };\n\n",
            rows, t.columns, t.lanes, t.vectors, t.columns, type, rows, t.columns, type, rows,
            t.columns, t.lanes, rows, t.columns);
}

int tune_ladder_write(FILE *out, const char *type, unsigned lanes, const unsigned *rows,
                      const unsigned *columns, size_t n)
{
    fprintf(out,
            "/* Generated by analysis_host/tune/write: tiles to be looked at after compilation. "
            "*/\n#include <stddef.h>\n\n");
    begin(out, type, lanes);
    tile_weaver(out, type, lanes);
    strips(out, lanes, rows, columns, n);
    for (size_t i = 0; i < n; i++)
        tile_packed(out, (struct tile_shape){ lanes, rows[i] / lanes, columns[i] });
    fprintf(out,
            "extern const struct tile *const ladder[];\nconst struct tile *const ladder[] = {\n");
    for (size_t i = 0; i < n; i++)
        fprintf(out, "    &packed_%ux%ux%u,\n", lanes, rows[i] / lanes, columns[i]);
    fprintf(out, "};\n");
    return ferror(out) ? -1 : 0;
}

int tune_tiles_write(FILE *out, const char *type, unsigned lanes, const unsigned *rows,
                     const unsigned *columns, size_t n, int small)
{
    struct tile_shape first = { lanes, rows[0] / lanes, columns[0] };
    unsigned most_rows = 0, most_columns = 0;

    if (small || first.vectors < 2)
        first.vectors = 2;
    if (small && first.columns > 2)
        first.columns = 2;
    fprintf(out,
            "/* Generated by analysis_host/tune/write: register tiles of a product of %s. */\n",
            type);
    fprintf(out, "#include \"lib/tile_kernel.h\"\n#include <stdint.h>\n\n");
    aligned(out, lanes * tile_element_bytes(type));
    begin(out, type, lanes);
    tile_direct_set(out, type, first, false);
    tile_weaver(out, type, lanes);
    strips(out, lanes, rows, columns, n);
    for (size_t i = 0; i < n; i++) {
        tile_packed(out, (struct tile_shape){ lanes, rows[i] / lanes, columns[i] });
        most_rows = rows[i] > most_rows ? rows[i] : most_rows;
        most_columns = columns[i] > most_columns ? columns[i] : most_columns;
    }
    text_write(out, "gemm_core.c", 0, 0);
    fprintf(out, "enum { MOST_ROWS = %u, MOST_COLUMNS = %u };\n\n", most_rows, most_columns);
    text_write(out, "tiles_end.c", 0, 0);
    for (size_t i = 0; i < n; i++)
        tile_entry(out, type, (struct tile_shape){ lanes, rows[i] / lanes, columns[i] });
    return ferror(out) ? -1 : 0;
}
