/* --export gbench: JSON as Google Benchmark writes it ("Output Formats" of its user guide), a
 * benchmark for each point, an iteration for each operation. JSON has no comments: the context says
 * that the values are raw. */
#include "report/export/kind.h"
#include "report/export/values.h"
#include "series/point.h"
#include <jansson.h>
#include <stdio.h>

static json_t *text(const char *bytes)
{
    json_t *t = json_string(bytes);

    return t != NULL ? t : json_string("not UTF-8");
}

static json_t *benchmark_name(const struct log_series *s, const struct log_sample *p)
{
    char *made = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&made, &n);

    if (out == NULL)
        return NULL;
    fputs(s->probe, out);
    for (size_t i = 0; i < s->n_keys; i++)
        fprintf(out, "/%s:%s", s->keys[i].key, s->keys[i].value);
    for (unsigned i = 0; i < p->n_x; i++)
        fprintf(out, "/%llu", (unsigned long long)p->x[i]);
    json_t *t = fclose(out) == 0 ? text(made) : NULL;
    free(made);
    return t;
}

static void add_benchmarks(struct exporter *e, json_t *all, const struct log_series *s, double hz)
{
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];
        for (size_t rep = 0; rep < p->n_ticks; rep++) {
            double ns = (double)p->ticks[rep] / (double)p->ops / hz * 1e9;
            json_t *one =
                json_pack("{s:o,s:s,s:I,s:I,s:I,s:f,s:f,s:s}", "name", benchmark_name(s, p),
                          "run_type", "iteration", "repetitions", (json_int_t)p->n_ticks,
                          "repetition_index", (json_int_t)rep, "iterations", (json_int_t)p->ops,
                          "real_time", ns, "cpu_time", ns, "time_unit", "ns");
            if (one == NULL || json_array_append_new(all, one) != 0)
                export_refuse(e, "out of memory");
        }
    }
}

static json_t *context(struct exporter *e)
{
    json_t *o = json_object();
    int bad = 0;

    bad |= json_object_set_new(o, "executable", json_string("probes"));
    bad |=
        json_object_set_new(o, "host_name", json_string(export_run_text(e, "target", "unknown")));
    bad |= json_object_set_new(
        o, "num_cpus",
        json_integer((json_int_t)log_key_number(e->log->run.keys, e->log->run.n_keys, "cores", 0)));
    bad |= json_object_set_new(o, "pontoon_values", json_string(export_values_name(e->values)));
    if (bad != 0)
        export_refuse(e, "out of memory");
    return o;
}

static void write_gbench(struct exporter *e)
{
    const struct log_run *run = &e->log->run;
    double hz = point_tick_hz(run);
    json_t *all = json_array();

    if (!(hz > 0))
        export_refuse(e, "nanoseconds are needed, and the length of a tick is not known");
    for (size_t i = 0; i < run->n_series && e->refused[0] == '\0'; i++)
        add_benchmarks(e, all, &run->series[i], hz);
    json_t *o = json_pack("{s:o,s:o}", "context", context(e), "benchmarks", all);
    if (o == NULL || json_dumpf(o, e->out, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) != 0)
        export_refuse(e, "out of memory");
    json_decref(o);
    fputc('\n', e->out);
}

const struct export_kind export_gbench = { "Google Benchmark's compare.py and dashboards: JSON",
                                           EXPORT_RAW, COMMENT_OWN, write_gbench };
