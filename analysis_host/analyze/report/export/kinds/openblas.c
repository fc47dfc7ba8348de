/* --export openblas: settings of OpenBLAS 0.3.21: bytes in its build's config.h
 * (cmake/prebuild.cmake), KiB in the environment (driver/others/parameter.c). The lines of config.h
 * are comments to a shell. */
#include "report/export/kind.h"
#include "report/export/values.h"
#include <math.h>
#include <stdio.h>

static void define_macro(struct exporter *e, const char *name, double value)
{
    fprintf(e->out, "#define %s %.0f\n", name, value);
}

static void define_level(struct exporter *e, const char *name, const char *what, unsigned n)
{
    struct export_cache c = export_cache(e, n);
    char full[40];

    snprintf(full, sizeof full, "%s_SIZE", name);
    if (c.bytes > 0)
        define_macro(e, full, c.bytes);
    snprintf(full, sizeof full, "%s_LINESIZE", name);
    if (c.line_bytes > 0)
        define_macro(e, full, c.line_bytes);
    snprintf(full, sizeof full, "%s_ASSOCIATIVE", name);
    if (c.ways >= 1)
        define_macro(e, full, c.ways);
    else
        fprintf(e->out, "# %s: the ways of %s are not known\n", full, what);
}

static void write_openblas(struct exporter *e)
{
    unsigned levels = export_levels(e);
    double entries, page, contexts;

    fputs("# For its build, into config.h: grep '^#define' FILE\n", e->out);
    define_level(e, "L1_DATA", "the first level", 1);
    if (levels > 1)
        define_level(e, "L2", "the second level", 2);
    if (export_known(e, id_at(TLB_ENTRIES, 1), &entries) &&
        export_known(e, id_of(TLB_PAGE), &page)) {
        define_macro(e, "DTB_DEFAULT_ENTRIES", entries);
        define_macro(e, "DTB_SIZE", page);
    }
    fputs("# For programs, in KiB: . FILE in the shell\n", e->out);
    double second = levels > 1 ? export_have(e, id_at(CACHE_SIZE, 2)) : 0;
    if (second > 0)
        fprintf(e->out, "export OPENBLAS_L2_SIZE=%.0f\n", floor(second / 1024));
    if (export_known(e, id_of(CONTEXTS_FLOAT), &contexts) && contexts >= 1)
        fprintf(e->out, "export OPENBLAS_NUM_THREADS=%.0f\n", contexts);
}

const struct export_kind export_openblas = {
    "OpenBLAS: . FILE in the shell, or its build's config.h", EXPORT_NOMINAL, COMMENT_HASH,
    write_openblas
};
