/* --export kerncraft: a machine file. What is not known is INFORMATION_REQUIRED there, for a person
 * to fill in. */
#include "report/export/kind.h"
#include "report/export/values.h"
#include "result/query.h"
#include <stdio.h>
#include <string.h>

static const char missing[] = "INFORMATION_REQUIRED";

static void write_entry(struct exporter *e, const char *key, struct result_id id, double scale,
                        const char *unit)
{
    double value;

    if (export_known(e, id, &value) && value > 0)
        fprintf(e->out, "%s: %.6g%s%s\n", key, value * scale, *unit == '\0' ? "" : " ", unit);
    else
        fprintf(e->out, "%s: %s\n", key, missing);
}

/* Returns kerncraft's word: MEANING where the answer is NAMED, else OTHERWISE. */
static const char *meaning_of(struct exporter *e, unsigned level, enum quantity quantity,
                              const char *named, const char *meaning, const char *otherwise)
{
    const struct result *r = result_find(e->results, id_at(quantity, level));

    if (r == NULL || r->kind != RESULT_NAME)
        return missing;
    return strcmp(r->text, named) == 0 ? meaning : otherwise;
}

/* VALUE in UNIT, a count where it is empty; 0: not known. */
static void write_number(struct exporter *e, const char *key, const char *unit, double value)
{
    if (value > 0)
        fprintf(e->out, "%s: %.*f%s\n", key, *unit == '\0' ? 0 : 2, value, unit);
    else
        fprintf(e->out, "%s: %s\n", key, missing);
}

static void write_level(struct exporter *e, unsigned n, unsigned levels)
{
    struct export_cache c = export_whole_cache(e, n);

    fprintf(e->out, "- level: L%u\n  cache per group:\n", n);
    write_number(e, "    sets", "", c.sets);
    write_number(e, "    ways", "", c.ways);
    write_number(e, "    cl_size", "", c.line_bytes);
    fprintf(e->out, "    replacement_policy: %s\n",
            meaning_of(e, n, CACHE_POLICY, "lru", "LRU", missing));
    fprintf(e->out, "    write_allocate: %s\n",
            meaning_of(e, n, CACHE_ALLOCATE, "write", "True", "False"));
    fprintf(e->out, "    write_back: %s\n", meaning_of(e, n, CACHE_WRITE, "back", "True", "False"));
    if (n < levels)
        fprintf(e->out, "    load_from: L%u\n    store_to: L%u\n", n + 1, n + 1);
    write_number(e, "  size per group", " kB",
                 (c.sets > 0 ? c.sets * c.ways * c.line_bytes : c.bytes) / 1024);
    fprintf(e->out, "  cores per group: %s\n  groups: %s\n", missing, missing);
}

static void write_kerncraft(struct exporter *e)
{
    unsigned levels = export_levels(e);

    fprintf(e->out, "model name: %s\n", export_run_text(e, "target", "unknown"));
    write_entry(e, "clock", id_of(CPU_FREQUENCY), 1e-9, "GHz");
    write_entry(e, "cacheline size", id_at(CACHE_LINE, 1), 1, "B");
    write_entry(e, "cores per socket", id_of(CONTEXTS_SMP), 1, "");
    fprintf(e->out, "sockets: %s\n", missing);
    fputs("memory hierarchy:\n", e->out);
    for (unsigned n = 1; n <= levels && e->refused[0] == '\0'; n++)
        write_level(e, n, levels);
    fputs("- level: MEM\n", e->out);
}

const struct export_kind export_kerncraft = { "kerncraft: a machine file to complete",
                                              EXPORT_NOMINAL, COMMENT_HASH, write_kerncraft };
