/* --export cachegrind: options of Valgrind 3.19's simulator. Sizes and lines are bytes; the number
 * of sets must be a power of two, else "Bad option", so the size is what these sets come to. */
#include "report/export/kind.h"
#include "report/export/values.h"
#include <stdio.h>

static void cache_option(struct exporter *e, const char *name, const struct export_cache *c)
{
    fprintf(e->out, " --cachegrind:%s=%.0f,%.0f,%.0f", name, c->sets * c->ways * c->line_bytes,
            c->ways, c->line_bytes);
}

static void write_cachegrind(struct exporter *e)
{
    unsigned levels = export_levels(e);
    struct export_cache first = export_whole_cache(e, 1),
                        last = export_whole_cache(e, levels > 0 ? levels : 1);

    fputs("# I1: the ways of the instruction cache are not measured, valgrind takes its own\n",
          e->out);
    if (!(first.sets > 0) && !(last.sets > 0))
        export_refuse(e, "size, line and ways of a cache are needed, and of none they are known");
    if (first.rounded || last.rounded)
        fputs("# sizes rounded: the number of sets must be a power of two\n", e->out);
    if (!(first.sets > 0))
        fputs("# D1: not all of it is known, valgrind takes its own\n", e->out);
    if (levels > 1 && !(last.sets > 0))
        fputs("# LL: not all of it is known, valgrind takes its own\n", e->out);
    if (levels == 1)
        fputs("# LL: there is one level alone, valgrind takes its own\n", e->out);
    fputs("VALGRIND_OPTS=\"${VALGRIND_OPTS:-}", e->out);
    if (first.sets > 0)
        cache_option(e, "D1", &first);
    if (levels > 1 && last.sets > 0)
        cache_option(e, "LL", &last);
    fputs("\"\nexport VALGRIND_OPTS\n", e->out);
}

const struct export_kind export_cachegrind = {
    "Valgrind: . FILE in the shell, then valgrind --tool=cachegrind", EXPORT_NOMINAL, COMMENT_HASH,
    write_cachegrind
};
