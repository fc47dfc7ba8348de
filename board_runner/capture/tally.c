#include "tally.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_text(char *to, const char *text)
{
    (void)snprintf(to, TALLY_TEXT, "%s", text);
}

static const char *field(const struct record_sentence *s, unsigned i)
{
    return i < s->n_fields ? s->field[i] : "";
}

static void begin_run(struct tally *t)
{
    t->faults_before += t->faults;
    t->faults = 0;
    t->runs++;
    t->n_probes = t->current = 0;
    t->x[0] = '\0';
    t->began = true;
}

static void take_plan(struct tally *t, const struct record_sentence *s)
{
    bool idle = t->current == t->n_probes;

    if (t->n_probes == TALLY_PROBES)
        return;
    struct tally_probe *p = &t->probe[t->n_probes++];
    *p = (struct tally_probe){ .planned = strtoull(field(s, 1), NULL, 10) };
    set_text(p->name, field(s, 0));
    if (idle)
        t->current = t->n_probes;
}

static void end_current(struct tally *t)
{
    struct tally_probe *p = t->current < t->n_probes ? &t->probe[t->current] : NULL;

    t->current = t->n_probes;
    if (p == NULL)
        return;
    p->state = TALLY_OVER;
    if (t->over != NULL)
        t->over(t->ctx, t, p);
}

static unsigned planned_index(const struct tally *t, const char *name)
{
    unsigned i = 0;

    while (i < t->n_probes && strcmp(t->probe[i].name, name) != 0)
        i++;
    return i;
}

static bool is_companion(const struct record_sentence *s)
{
    for (unsigned i = 1; i < s->n_fields; i++)
        if (strncmp(s->field[i], "beside=", 7) == 0)
            return true;
    return false;
}

/* A series of a probe that was not planned belongs to the one under way. */
static void take_probe(struct tally *t, const struct record_sentence *s)
{
    unsigned i = planned_index(t, field(s, 0));

    if (is_companion(s) || i == t->n_probes || i == t->current)
        return;
    end_current(t);
    t->current = i;
    t->probe[i].state = TALLY_RUNNING;
    t->x[0] = '\0';
}

static void take_point(struct tally *t, const struct record_sentence *s)
{
    set_text(t->x, field(s, 0));
    if (t->current < t->n_probes)
        t->probe[t->current].points++;
}

static void take_done(struct tally *t, const struct record_sentence *s)
{
    if (t->current < t->n_probes && strcmp(t->probe[t->current].name, field(s, 0)) == 0)
        set_text(t->probe[t->current].status, field(s, 2));
}

static void take_end(struct tally *t, const struct record_sentence *s)
{
    end_current(t);
    set_text(t->end_status, field(s, 1));
    t->ended = true;
}

void tally_sentence(void *tally, const struct record_sentence *s)
{
    struct tally *t = tally;

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

void tally_fault(void *tally, enum record_fault fault, uint64_t line, uint64_t count)
{
    struct tally *t = tally;

    (void)count;
    if (t->ended)
        return;
    if (t->faults++ == 0) {
        t->first_fault = fault;
        t->first_fault_line = line;
    }
}

const struct tally_probe *tally_current(const struct tally *tally)
{
    return tally->current < tally->n_probes ? &tally->probe[tally->current] : NULL;
}

double tally_share(const struct tally *tally)
{
    double planned = 0, done = 0;

    for (unsigned i = 0; i < tally->n_probes; i++) {
        const struct tally_probe *p = &tally->probe[i];
        bool full = p->state == TALLY_OVER || p->points > p->planned;

        planned += (double)p->planned;
        done += (double)(full ? p->planned : p->points);
    }
    return planned > 0 ? done / planned : 0;
}

bool tally_whole(const struct tally *tally)
{
    return tally->began && tally->ended && tally->faults == 0;
}

const char *tally_fault_text(enum record_fault fault)
{
    static const char *const texts[] = {
        [RECORD_BAD_CRC] = "bad checksum",       [RECORD_BAD_FORM] = "broken sentence",
        [RECORD_GAP] = "sentences are missing",  [RECORD_REPEATED] = "sentence repeated",
        [RECORD_LATE] = "sentence out of order", [RECORD_RESTART] = "numbering began anew",
    };
    return texts[fault];
}
