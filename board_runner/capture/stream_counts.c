/* Counts probes, points and faults of a record stream. */
#include "stream_counts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_text(char *to, const char *text)
{
    (void)snprintf(to, STREAM_TEXT_BYTES, "%s", text);
}

static const char *field_text(const struct record_sentence *s, unsigned i)
{
    return i < s->n_fields ? s->field[i] : "";
}

static void begin_run(struct stream_counts *t)
{
    t->faults_before += t->faults;
    t->faults = 0;
    t->runs++;
    t->n_probes = t->current = 0;
    t->x[0] = '\0';
    t->began = true;
}

static void end_current(struct stream_counts *t)
{
    struct stream_probe *p = t->current < t->n_probes ? &t->probe[t->current] : NULL;

    t->current = t->n_probes;
    if (p == NULL)
        return;
    p->state = STREAM_PROBE_OVER;
    if (t->over != NULL)
        t->over(t->ctx, t, p);
}

static unsigned planned_index(const struct stream_counts *t, const char *name)
{
    unsigned i = 0;

    while (i < t->n_probes && strcmp(t->probe[i].name, name) != 0)
        i++;
    return i;
}

static void begin_probe(struct stream_counts *t, unsigned i)
{
    if (i == t->current)
        return;
    end_current(t);
    t->current = i;
    t->probe[i].state = STREAM_PROBE_RUNNING;
    t->x[0] = '\0';
}

static void take_forecast(struct stream_counts *t, struct stream_probe *p,
                          const struct record_sentence *s)
{
    p->takes_ms = strtoull(field_text(s, 2), NULL, 10);
    p->sends_bytes = strtoull(field_text(s, 3), NULL, 10);
    if (p->state == STREAM_PROBE_RUNNING && p->takes_ms > 0 && t->begins != NULL)
        t->begins(t->ctx, p);
}

/* The second PLAN of a probe says that it begins. */
static void take_plan(struct stream_counts *t, const struct record_sentence *s)
{
    unsigned i = planned_index(t, field_text(s, 0));
    bool idle = t->current == t->n_probes;

    if (i == STREAM_PROBES)
        return;
    if (i < t->n_probes) {
        begin_probe(t, i);
    } else {
        t->n_probes++;
        t->probe[i] = (struct stream_probe){ .planned = 0 };
        set_text(t->probe[i].name, field_text(s, 0));
        if (idle)
            t->current = t->n_probes;
    }
    t->probe[i].planned = strtoull(field_text(s, 1), NULL, 10);
    take_forecast(t, &t->probe[i], s);
}

static bool is_companion(const struct record_sentence *s)
{
    for (unsigned i = 1; i < s->n_fields; i++)
        if (strncmp(s->field[i], "beside=", 7) == 0)
            return true;
    return false;
}

/* Makes the probe of S the current one. A probe that was not planned counts for the one under way.
 */
static void take_probe(struct stream_counts *t, const struct record_sentence *s)
{
    unsigned i = planned_index(t, field_text(s, 0));

    if (!is_companion(s) && i < t->n_probes)
        begin_probe(t, i);
}

static void take_point(struct stream_counts *t, const struct record_sentence *s)
{
    set_text(t->x, field_text(s, 0));
    if (t->current < t->n_probes)
        t->probe[t->current].points++;
}

static void take_done(struct stream_counts *t, const struct record_sentence *s)
{
    t->ends++;
    if (t->current < t->n_probes && strcmp(t->probe[t->current].name, field_text(s, 0)) == 0)
        set_text(t->probe[t->current].status, field_text(s, 2));
}

static void take_end(struct stream_counts *t, const struct record_sentence *s)
{
    end_current(t);
    t->ends++;
    set_text(t->end_status, field_text(s, 1));
    t->ended = true;
}

void stream_counts_sentence(void *counts, const struct record_sentence *s)
{
    struct stream_counts *t = counts;

    if (t->ended)
        return;
    if (strcmp(s->type, "S") == 0 || strcmp(s->type, "E") == 0)
        take_point(t, s);
    else if (strcmp(s->type, "RUN") == 0 && s->seq == 0)
        begin_run(t);
    else if (strcmp(s->type, "PLAN") == 0)
        take_plan(t, s);
    else if (strcmp(s->type, "PROBE") == 0)
        take_probe(t, s);
    else if (strcmp(s->type, "DONE") == 0)
        take_done(t, s);
    else if (strcmp(s->type, "END") == 0)
        take_end(t, s);
}

void stream_counts_fault(void *counts, enum record_fault fault, uint64_t line, uint64_t count)
{
    struct stream_counts *t = counts;

    (void)count;
    if (t->ended)
        return;
    if (t->faults++ == 0) {
        t->first_fault = fault;
        t->first_fault_line = line;
    }
}

const struct stream_probe *stream_counts_current(const struct stream_counts *counts)
{
    return counts->current < counts->n_probes ? &counts->probe[counts->current] : NULL;
}

double stream_counts_share(const struct stream_counts *counts)
{
    double planned = 0, done = 0;

    for (unsigned i = 0; i < counts->n_probes; i++) {
        const struct stream_probe *p = &counts->probe[i];
        bool full = p->state == STREAM_PROBE_OVER || p->points > p->planned;

        planned += (double)p->planned;
        done += (double)(full ? p->planned : p->points);
    }
    return planned > 0 ? done / planned : 0;
}

bool stream_counts_whole(const struct stream_counts *counts)
{
    return counts->began && counts->ended && counts->faults == 0;
}

const char *stream_counts_fault_text(enum record_fault fault)
{
    static const char *const texts[] = {
        [RECORD_BAD_CRC] = "bad checksum",       [RECORD_BAD_FORM] = "broken sentence",
        [RECORD_GAP] = "sentences are missing",  [RECORD_REPEATED] = "sentence repeated",
        [RECORD_LATE] = "sentence out of order", [RECORD_RESTART] = "numbering restarted",
        [RECORD_SUM] = "foreign sentence",
    };
    return texts[fault];
}
