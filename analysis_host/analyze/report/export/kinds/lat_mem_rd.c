/* --export lat_mem_rd: samples as lmbench 3's lat_mem_rd.c prints them: a block for each stride, MB
 * of 2^20 bytes, nanoseconds a load. */
#include "report/export/kind.h"
#include "series/point.h"
#include <stdio.h>
#include <stdlib.h>

struct row {
    double bytes, ns;
};

static int by_bytes(const void *a, const void *b)
{
    const struct row *x = a, *y = b;

    return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

/* The least of the repetitions, as lmbench reports. */
static double least_ns(const struct log_sample *s, double hz)
{
    uint64_t least = UINT64_MAX;

    for (size_t i = 0; i < s->n_ticks; i++)
        if (s->ticks[i] < least)
            least = s->ticks[i];
    return (double)least / (double)s->ops / hz * 1e9;
}

static void block(struct exporter *e, const struct log_series *s, double hz)
{
    struct row *rows = calloc(s->n_samples + 1, sizeof *rows);
    uint64_t line = log_key_number(s->keys, s->n_keys, "line", 0);
    uint64_t stride = log_key_number(s->keys, s->n_keys, "stride", line);
    size_t n = 0;

    if (rows == NULL) {
        export_refuse(e, "out of memory");
        return;
    }
    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].n_ticks > 0)
            rows[n++] = (struct row){ (double)s->samples[i].x[0], least_ns(&s->samples[i], hz) };
    qsort(rows, n, sizeof *rows, by_bytes);
    fprintf(e->out, "\"stride=%llu\n", (unsigned long long)stride);
    for (size_t i = 0; i < n; i++) {
        size_t first = i;
        while (i + 1 < n && rows[i + 1].bytes == rows[first].bytes)
            if (rows[++i].ns < rows[first].ns)
                rows[first].ns = rows[i].ns;
        fprintf(e->out, "%.5f %.3f\n", rows[first].bytes / (1 << 20), rows[first].ns);
    }
    fputc('\n', e->out);
    free(rows);
}

static void write_lat_mem_rd(struct exporter *e)
{
    const struct log_run *run = &e->log->run;
    double hz = point_tick_hz(run);
    size_t i = log_find_series(run, "cache_size", 0);

    if (!(hz > 0))
        export_refuse(e, "nanoseconds are needed, and the length of a tick is not known");
    if (i == run->n_series)
        export_refuse(e, "the probe cache_size is not in the log");
    if (e->refused[0] != '\0')
        return;
    for (; i < run->n_series; i = log_find_series(run, "cache_size", i + 1))
        block(e, &run->series[i], hz);
}

const struct export_kind export_lat_mem_rd = {
    "what plots lmbench's lat_mem_rd: samples of cache_size", EXPORT_RAW, COMMENT_HASH,
    write_lat_mem_rd
};
