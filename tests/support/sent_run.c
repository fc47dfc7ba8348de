/* A run as a board would send it, and a ledger of every value in it. */
#include "sent_run.h"
#include <string.h>

enum { PLACES = 100, SENTENCES = 100, SALTS = 10 };

uint64_t sent_value(unsigned image, unsigned salt, unsigned sentence, unsigned k)
{
    return (((uint64_t)image * SALTS + salt) * SENTENCES + sentence) * PLACES + k;
}

unsigned sent_image_of(uint64_t value)
{
    return (unsigned)(value / PLACES / SENTENCES / SALTS);
}

unsigned sent_sentence_of(uint64_t value)
{
    return (unsigned)(value / PLACES % SENTENCES);
}

unsigned sent_place_of(uint64_t value)
{
    return (unsigned)(value % PLACES);
}

struct maker {
    struct sent_run *run;
    struct record_out out;
    unsigned salt;
    int series;
};

static int put(void *ctx, const char *bytes, size_t n)
{
    struct sent_run *run = ctx;

    memcpy(run->bytes + run->n_bytes, bytes, n);
    run->n_bytes += n;
    return 0;
}

static void begin(struct maker *m, const char *type)
{
    struct sent_sentence *s = &m->run->sentence[m->run->n_sentences];

    *s = (struct sent_sentence){ .begin = m->run->n_bytes, .series = m->series };
    strcpy(s->type, type);
    if (m->run->n_sentences == 0)
        record_begin_run(&m->out);
    else
        record_begin(&m->out, type);
}

static void end(struct maker *m)
{
    record_end(&m->out);
    m->run->sentence[m->run->n_sentences++].end = m->run->n_bytes;
}

static void point(struct maker *m, const char *type, uint64_t x, uint64_t ops, unsigned n)
{
    struct sent_run *run = m->run;

    begin(m, type);
    record_number(&m->out, x);
    if (ops > 0)
        record_number(&m->out, ops);
    for (unsigned k = 0; k < n; k++)
        record_number(&m->out, sent_value(run->image, m->salt, run->n_sentences, k));
    run->sentence[run->n_sentences].x = x;
    run->sentence[run->n_sentences].ops = ops;
    run->sentence[run->n_sentences].n_values = n;
    run->series[run->n_series - 1].n_points++;
    end(m);
}

static void probe(struct maker *m, const char *name, uint64_t line)
{
    struct sent_series *s = &m->run->series[m->run->n_series++];

    *s = (struct sent_series){ .line = line };
    strcpy(s->probe, name);
    m->series = (int)m->run->n_series - 1;
    begin(m, "PROBE");
    record_text(&m->out, name);
    record_key_number(&m->out, "line", line);
    record_key_number(&m->out, "image", m->run->image);
    end(m);
}

static void done(struct maker *m, const char *status)
{
    begin(m, "DONE");
    record_text(&m->out, m->run->series[m->series].probe);
    record_number(&m->out, m->run->series[m->series].n_points);
    record_text(&m->out, status);
    if (m->run->summed)
        record_sum(&m->out);
    end(m);
    m->series = -1;
}

static void note(struct maker *m, const char *text)
{
    begin(m, "NOTE");
    record_text(&m->out, text);
    end(m);
}

static void plan(struct maker *m, const char *name, uint64_t points)
{
    begin(m, "PLAN");
    record_text(&m->out, name);
    record_number(&m->out, points);
    end(m);
}

static void head(struct maker *m, unsigned extra_plans)
{
    begin(m, "RUN");
    record_key_number(&m->out, "format", RECORD_FORMAT);
    record_key_text(&m->out, "target", "test, 100% * $made");
    end(m);
    begin(m, "RUN");
    record_key_number(&m->out, "tick_hz", 1000000);
    end(m);
    plan(m, "cache_size", 10);
    for (unsigned i = 0; i < extra_plans; i++)
        plan(m, "more", i);
}

static void sizes(struct maker *m)
{
    probe(m, "cache_size", 64);
    point(m, "S", 1024, 10, 3);
    point(m, "S", 2048, 10, 3);
    point(m, "S", 2048, 10, 2); /* the same point goes on */
    if (m->run->image == 1)
        note(m, "in the middle");
    point(m, "S", 4096, 20, 3);
    point(m, "S", 4096, 10, 3); /* other ops: another sample */
    point(m, "S", 8192, 10, 1);
    done(m, "ok");
    probe(m, "cache_size", 128);
    for (unsigned i = 1; i <= 4; i++)
        point(m, "S", 4096 * i, 10, 2);
    done(m, "ok");
}

void sent_run_make(struct sent_run *run, unsigned image, unsigned salt, unsigned extra_plans)
{
    struct maker m = { .run = run, .salt = salt, .series = -1 };

    *run = (struct sent_run){ .image = image, .summed = run->summed };
    m.out.put = put;
    m.out.ctx = run;
    head(&m, extra_plans);
    sizes(&m);
    probe(&m, "slots", 1);
    for (unsigned i = 1; i <= 3; i++)
        point(&m, "E", i, 0, 2);
    point(&m, "S", 7, 1, 2);
    done(&m, "ok");
    probe(&m, "contexts", 2);
    done(&m, "skip:needs two contexts");
    note(&m, "nearly there");
    probe(&m, "add_chain", 3);
    point(&m, "S", 1, 100, 3);
    point(&m, "S", 1, 100, 3);
    done(&m, "fail:clock went back");
    begin(&m, "END");
    record_number(&m.out, run->n_sentences);
    record_text(&m.out, "ok");
    if (run->summed)
        record_sum(&m.out);
    end(&m);
}
