/* --export dts: a device tree (Devicetree Specification 0.4, section 3.8, cpus, and 3.9, caches
 * beyond the first level). */
#include "report/export/kind.h"
#include "report/export/values.h"
#include <math.h>
#include <stdio.h>

static void cell(struct exporter *e, const char *indent, const char *name, double value)
{
    fprintf(e->out, "%s%s = <0x%llx>;\n", indent, name, (unsigned long long)value);
}

static void cell_if_known(struct exporter *e, const char *name, struct result_id id)
{
    double value;

    if (export_known(e, id, &value) && value >= 1)
        cell(e, "\t\t\t", name, value);
}

/* The properties of a cache, whose names begin with PREFIX. */
static void cache(struct exporter *e, const char *indent, const char *prefix, unsigned level)
{
    struct export_cache c = export_cache(e, level);
    char name[40];

    snprintf(name, sizeof name, "%scache-size", prefix);
    if (c.bytes > 0)
        cell(e, indent, name, c.sets > 0 ? c.sets * c.ways * c.line_bytes : c.bytes);
    snprintf(name, sizeof name, "%scache-line-size", prefix);
    if (c.line_bytes > 0)
        cell(e, indent, name, c.line_bytes);
    if (c.sets < 1)
        return; /* its ways are not known */
    snprintf(name, sizeof name, "%scache-sets", prefix);
    cell(e, indent, name, c.sets);
}

static void tlb(struct exporter *e)
{
    double entries, ways;

    if (!export_known(e, id_at(TLB_ENTRIES, 1), &entries) || entries < 1)
        return;
    cell(e, "\t\t\t", "d-tlb-size", entries);
    if (export_known(e, id_at(TLB_WAYS, 1), &ways) && ways >= 1)
        cell(e, "\t\t\t", "d-tlb-sets", fmax(1, round(entries / ways)));
}

static void cpu(struct exporter *e, unsigned n, unsigned levels)
{
    fprintf(e->out, "\t\tcpu@%x {\n\t\t\tdevice_type = \"cpu\";\n\t\t\treg = <0x%x>;\n", n, n);
    cache(e, "\t\t\t", "d-", 1);
    cell_if_known(e, "i-cache-size", id_at(ICACHE_SIZE, 1));
    tlb(e);
    if (levels > 1)
        fputs("\t\t\tnext-level-cache = <&l2>;\n", e->out);
    fputs("\t\t};\n", e->out);
}

static void outer(struct exporter *e, unsigned level, unsigned levels)
{
    fprintf(e->out, "\t\tl%u: l%u-cache {\n\t\t\tcompatible = \"cache\";\n", level, level);
    fprintf(e->out, "\t\t\tcache-level = <%u>;\n\t\t\tcache-unified;\n", level);
    cache(e, "\t\t\t", "", level);
    if (level < levels)
        fprintf(e->out, "\t\t\tnext-level-cache = <&l%u>;\n", level + 1);
    fputs("\t\t};\n", e->out);
}

static void write_dts(struct exporter *e)
{
    unsigned levels = export_levels(e);
    double processors = 1;

    if (!export_known(e, id_of(CONTEXTS_SMP), &processors) ||
        !(processors >= 1 && processors <= 512)) {
        processors = 1;
        fputs("/* The number of processors was not measured: one of them. */\n", e->out);
    }
    fputs("/dts-v1/;\n\n/ {\n\t#address-cells = <1>;\n\t#size-cells = <1>;\n\n\tcpus {\n"
          "\t\t#address-cells = <1>;\n\t\t#size-cells = <0>;\n\n",
          e->out);
    for (unsigned n = 0; n < processors && e->refused[0] == '\0'; n++)
        cpu(e, n, levels);
    for (unsigned level = 2; level <= levels && e->refused[0] == '\0'; level++)
        outer(e, level, levels);
    fputs("\t};\n};\n", e->out);
}

const struct export_kind export_dts = { "device trees: dtc, Linux, U-Boot, Zephyr", EXPORT_NOMINAL,
                                        COMMENT_C, write_dts };
