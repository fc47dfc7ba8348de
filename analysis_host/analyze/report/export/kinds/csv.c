/* --export csv: every timing, a row each. RFC 4180 has no comments: a column says that the values
 * are raw. */
#include "report/export/kind.h"
#include "series/point.h"
#include <stdio.h>
#include <string.h>

/* The unit of a probe's first x; its source says more. */
static const char *unit_of_x(const char *probe)
{
    static const char *const units[][2] = {
        { "cache_size", "B" },    { "cache_line", "B" },
        { "icache", "B" },        { "cache_ways", "line" },
        { "tlb_size", "page" },   { "tlb_page", "B" },
        { "mlp", "chain" },       { "add_chain", "op" },
        { "ops", "stream" },      { "live_ranges", "variable" },
        { "contexts", "thread" },
    };

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(units[i][0], probe) == 0)
            return units[i][1];
    return "";
}

static void put_quoted(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
}

/* The probe, and what was held fixed. */
static void put_series_name(FILE *out, const struct log_series *s)
{
    fputc('"', out);
    put_quoted(out, s->probe);
    for (size_t i = 0; i < s->n_keys; i++) {
        fputc('/', out);
        put_quoted(out, s->keys[i].key);
        fputc('=', out);
        put_quoted(out, s->keys[i].value);
    }
    fputc('"', out);
}

static void put_timings(struct exporter *e, const struct log_series *s, const struct log_sample *p,
                        double ns)
{
    const char *core = log_key_text(s->keys, s->n_keys, "core");

    for (size_t rep = 0; rep < p->n_ticks; rep++) {
        put_series_name(e->out, s);
        for (unsigned i = 0; i < p->n_x; i++)
            fprintf(e->out, "%c%llu", i == 0 ? ',' : ':', (unsigned long long)p->x[i]);
        fprintf(e->out, ",%s,%.9g,%s,%zu,\"", unit_of_x(s->probe),
                (double)p->ticks[rep] / (double)p->ops * ns, ns == 1 ? "tick/op" : "ns/op", rep);
        put_quoted(e->out, core == NULL ? "" : core);
        fprintf(e->out, "\",%s\n", export_values_name(e->values));
    }
}

static void write_csv(struct exporter *e)
{
    const struct log_run *run = &e->log->run;
    double hz = point_tick_hz(run), ns = hz > 0 ? 1e9 / hz : 1;

    fputs("probe,x,unit_x,y,unit_y,rep,core,values\n", e->out);
    for (size_t i = 0; i < run->n_series; i++)
        for (size_t p = 0; p < run->series[i].n_samples; p++)
            put_timings(e, &run->series[i], &run->series[i].samples[p], ns);
}

const struct export_kind export_csv = { "spreadsheets, R, pandas: every timing, a row each",
                                        EXPORT_RAW, COMMENT_OWN, write_csv };
