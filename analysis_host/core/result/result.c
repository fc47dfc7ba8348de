/* The list of answers: adding to it, and saying that something is not known. */
#include "result.h"
#include "pattern_texts.h"
#include "replay.h"
#include "topology.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 32 };

/* Room for one more result; a scratch one when memory is short, so that callers need not check. */
static struct result *room(struct results *r)
{
    static struct result scratch;

    /* Room doubles whenever n reaches FIRST_ROOM times a power of two. */
    bool full = r->n == 0 || (r->n >= FIRST_ROOM && (r->n & (r->n - 1)) == 0);
    size_t want = r->n == 0 ? FIRST_ROOM : 2 * r->n;
    struct result *grown = full ? realloc(r->at, want * sizeof *grown) : r->at;

    if (grown == NULL) {
        r->no_memory = true;
        return &scratch;
    }
    r->at = grown;
    return &r->at[r->n++];
}

/* ---- answers by their ids ---- */

size_t result_hash(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325; /* FNV-1a, 64 bits */

    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
    return (size_t)(hash ^ hash >> 32);
}

static void enter(struct results *r, size_t i)
{
    size_t mask = r->n_slots - 1, slot = result_hash(r->at[i].name.text) & mask;

    while (r->slots[slot] != 0)
        slot = (slot + 1) & mask;
    r->slots[slot] = i + 1;
}

void results_index(struct results *r)
{
    size_t slots = 2 * FIRST_ROOM;

    while (slots < 4 * r->n)
        slots *= 2;
    free(r->slots);
    r->slots = calloc(slots, sizeof *r->slots);
    r->n_slots = slots;
    r->n_indexed = r->slots ? r->n : 0;
    for (size_t i = 0; i < r->n_indexed; i++)
        enter(r, i);
}

/* Enters the last answer, in a larger table where this one is half full. */
static void enter_last(struct results *r)
{
    if (r->slots == NULL || 2 * r->n > r->n_slots || r->n_indexed + 1 != r->n) {
        results_index(r);
        return;
    }
    enter(r, r->n - 1);
    r->n_indexed = r->n;
}

/* Fills TO with TEXT; what is too long is cut. */
static void copy(char *to, size_t size, const char *text)
{
    snprintf(to, size, "%s", text ? text : "");
}

struct result *result_add(struct results *r, struct result_id id)
{
    struct result *one = room(r);

    *one = (struct result){ .name = id, .from = r->source.from };
    copy(one->id, sizeof one->id, id.text);
    id_unit(one->unit, sizeof one->unit, &id);
    copy(one->probe, sizeof one->probe, r->source.probe);
    copy(one->method, sizeof one->method, r->source.method);
    if (r->n > 0 && one == &r->at[r->n - 1])
        enter_last(r);
    return one;
}

struct result *result_add_from(struct results *r, struct result_id id,
                               const struct log_series *series)
{
    struct result *one = result_add(r, id);

    copy(one->probe, sizeof one->probe, series->probe);
    one->damaged = series->damaged;
    return one;
}

void result_revise(struct results *r, const struct result *revised)
{
    struct result own = *revised; /* which may be one of those that move */

    own.revises = true;
    own.from = r->source.from;
    *result_add(r, own.name) = own;
}

void results_free(struct results *r)
{
    free(r->at);
    free(r->slots);
    topology_free(r->topology);
    free(r->nodes);
    pattern_texts_free(r->patterns);
    replay_free(r->replay);
    free(r->processor);
    for (size_t i = 0; i < r->n_problems; i++) {
        free(r->problems[i].what);
        free(r->problems[i].cost);
    }
    free(r->problems);
    for (size_t i = 0; i < r->n_contradictions; i++)
        free(r->contradictions[i].what);
    free(r->contradictions);
    *r = (struct results){ 0 };
}

void result_by(struct result *r, const char *method)
{
    copy(r->method, sizeof r->method, method);
}

void result_none(struct result *r)
{
    r->kind = RESULT_NONE;
    copy(r->note, sizeof r->note, "none");
}

void result_remark(struct result *r, const char *format, ...)
{
    struct result_words words;
    size_t used = strlen(r->note);
    va_list args;

    va_start(args, format);
    vsnprintf(words.text, sizeof words.text, format, args);
    va_end(args);
    snprintf(r->note + used, sizeof r->note - used, "%s%s", used > 0 ? "; " : "", words.text);
}

struct result_words result_words(const char *format, ...)
{
    struct result_words w;
    va_list args;

    va_start(args, format);
    vsnprintf(w.text, sizeof w.text, format, args);
    va_end(args);
    return w;
}

void result_unknown(struct result *r, const char *wanted, const char *found, struct remedy remedy)
{
    enum { PART = 140 }; /* of a note */

    r->kind = RESULT_NULL;
    r->value = 0;
    r->evidence = r->confidence = 0;
    r->has_nominal = false;
    r->has_bounds = false;
    r->remedy = remedy;
    snprintf(r->note, sizeof r->note, "%.*s; %.*s", PART, wanted, PART, found);
}

bool result_has_remedy(const struct result *r)
{
    return r->kind == RESULT_NULL && !r->remedy.tried &&
           (r->remedy.kind == REMEDY_RUN || r->remedy.kind == REMEDY_TEXT);
}
