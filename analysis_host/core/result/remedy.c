/* Words for answers that are not known: what was met, and which run of `probes` would tell. */
#include "remedy.h"
#include "query.h"
#include "record/record.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- sizes ---- */

struct result_words words_bytes(double bytes)
{
    static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
    unsigned i = 0;

    for (; i + 1 < sizeof units / sizeof units[0] && fabs(bytes) >= 1024; i++)
        bytes /= 1024;
    /* Tenths of a unit matter below 100 of it: 31.5 KiB. */
    double tenths = round(10 * bytes) / 10;
    bool whole = tenths == floor(tenths) || fabs(bytes) >= 100;
    return result_words("%.*f %s", whole ? 0 : 1, bytes, units[i]);
}

struct result_words words_key_bytes(double bytes)
{
    const double kib = 1024, mib = kib * kib;

    if (bytes >= mib && fmod(bytes, mib) == 0)
        return result_words("%.0fM", bytes / mib);
    return bytes >= kib ? result_words("%.0fK", bytes / kib) : result_words("%.0f", bytes);
}

/* ---- runs ---- */

#define RUN_BEGINS "`probes --only timer_floor,add_chain"
#define RUN_ENDS   "` would tell"

struct result_words remedy_run(const char *probes, const char *keys)
{
    /* These two are of every run. */
    bool named = strcmp(probes, "timer_floor") == 0 || strcmp(probes, "add_chain") == 0;

    return result_words(RUN_BEGINS "%s%s%s%s" RUN_ENDS, named ? "" : ",", named ? "" : probes,
                        *keys ? " " : "", keys);
}

/* Appends the N bytes at WORD to the words of TO, which has RESULT_WORDS bytes. */
static void add_word(char *to, const char *word, size_t n)
{
    size_t used = strlen(to);

    snprintf(to + used, RESULT_WORDS - used, "%s%.*s", used > 0 ? " " : "", (int)n, word);
}

bool remedy_read(struct remedy_command *c, const char *remedy)
{
    const size_t begins = sizeof RUN_BEGINS - 1;
    const char *at = remedy + begins, *end = strstr(remedy, RUN_ENDS);

    *c = (struct remedy_command){ .thorough = false };
    if (strncmp(remedy, RUN_BEGINS, begins) != 0 || end == NULL)
        return false;
    if (*at == ',')
        snprintf(c->probes, sizeof c->probes, "%.*s", (int)strcspn(at + 1, " `"), at + 1);
    for (at += strcspn(at, " `"); at < end; at += strcspn(at, " `")) {
        size_t n = strcspn(++at, " `");

        if (strncmp(at, "--thorough", n) == 0)
            c->thorough = true;
        else
            add_word(c->keys, at, n);
    }
    return strstr(c->keys, "SIZE") == NULL;
}

struct result_words remedy_tried(const struct result *r)
{
    const char *end = strstr(r->remedy, RUN_ENDS);

    return result_words("%.*s` was run and did not tell",
                        end != NULL ? (int)(end - r->remedy) : (int)strlen(r->remedy), r->remedy);
}

struct result_words remedy_capacity(const struct results *out)
{
    enum { MOST = 4 }; /* sizes that the key takes */
    struct result_words key = result_words("capacity=");
    unsigned levels = cache_levels(out);

    for (unsigned k = 1; k <= levels && k <= MOST; k++) {
        double bytes = cache_nominal(out, k, CACHE_SIZE);
        size_t used = strlen(key.text);

        snprintf(key.text + used, sizeof key.text - used, "%s%.20s", k > 1 ? "," : "",
                 bytes > 0 ? words_key_bytes(bytes).text : "SIZE");
    }
    return levels > 0 ? key : result_words("capacity=SIZE");
}

struct result_words remedy_of(const struct results *out, struct result_id id, const char *probe)
{
    const struct result *r = result_find(out, id);

    return r && *r->remedy ? result_words("%s", r->remedy) : remedy_run(probe, "");
}

/* ---- what several analyses need ---- */

/* What would change that a series of PROBE ended so. */
static struct result_words remedy_of_end(enum record_end end, const char *probe)
{
    static const char none[] = NO_REMEDY;

    switch (end) {
    case RECORD_END_ALONE:
        return result_words("%sit has one execution context", none);
    case RECORD_END_NO_MEMORY:
        return result_words("%sits memory is smaller than the smallest sweep", none);
    case RECORD_END_MAX:
        return remedy_run(probe, "max=SIZE");
    case RECORD_END_PIN_REFUSED:
        return result_words("%sits system refuses to pin threads (seccomp, cpuset)", none);
    case RECORD_END_CLOCK_TOO_COARSE:
        return result_words("%sa step of its clock is longer than a point may take", none);
    case RECORD_END_CLOCK_BACK:
        return result_words("%sits clock goes back", none);
    case RECORD_END_NO_FRAMES:
        return result_words("%spages in random frames hide sets", none);
    case RECORD_END_NO_OS:
        return result_words("%snobody schedules more threads than there are contexts", none);
    case RECORD_END_NO_INSTRUCTION:
        return result_words("%sthe target has no such instruction", none);
    case RECORD_END_NO_TILE:
        return result_words("`probes` built with this tile would tell");
    case RECORD_END_WRONG:
        return result_words("%sit computes something else: a fault of the image", none);
    case RECORD_END_NO_CODE:
        return result_words("`probes` built with -D PONTOON_OP_SMALL=OFF would tell");
    case RECORD_END_NO_CACHES:
        return remedy_run(probe, "capacity=SIZE,...");
    case RECORD_END_OK:
    case RECORD_END_NO_TIME:
        return remedy_run(probe, "--thorough");
    default:
        return remedy_run(probe, "");
    }
}

void remedy_unsampled_series(struct result *r, const struct log_series *s)
{
    const char *words = record_end_words(s->end);

    result_unknown(r, result_words("needs samples of %s", s->probe).text,
                   result_words("no usable one among its %zu points (%s)", s->n_samples,
                                words ? words : "its end is missing")
                       .text,
                   remedy_of_end(s->end, s->probe).text);
}

/* Series of PROBE in RUN. */
static unsigned count_series(const struct log_run *run, const char *probe)
{
    unsigned n = 0;

    for (size_t s = log_find_series(run, probe, 0); s < run->n_series;
         s = log_find_series(run, probe, s + 1))
        n++;
    return n;
}

/* The points of all series of PROBE that the log lost. */
static uint64_t points_lost(const struct log_run *run, const char *probe)
{
    uint64_t n = 0;

    for (size_t s = log_find_series(run, probe, 0); s < run->n_series;
         s = log_find_series(run, probe, s + 1))
        n += run->series[s].points_lost;
    return n;
}

void remedy_unsampled(struct result *r, const struct log_run *run, const char *probe)
{
    unsigned n = count_series(run, probe);
    uint64_t lost = points_lost(run, probe);
    enum record_end end =
        n > 0 ? run->series[log_find_series(run, probe, 0)].end : RECORD_END_MISSING;
    const char *words = record_end_words(end);

    if (lost > 0) {
        result_unknown(
            r, result_words("needs samples of %s", probe).text,
            result_words("the log lost %llu points of its %u series", (unsigned long long)lost, n)
                .text,
            remedy_run(probe, "").text);
        return;
    }
    result_unknown(r, result_words("needs samples of %s", probe).text,
                   result_words("no usable sample in its %u series (%s)", n,
                                words ? words : "its end is missing")
                       .text,
                   remedy_of_end(end, probe).text);
}

void remedy_no_cycle(struct result *r, double ns, const char *probe)
{
    result_unknown(r, "needs the length of a cycle",
                   result_words("no reference chain in this log: %.2f ns, cycles unknown", ns).text,
                   remedy_run(probe, "").text);
    r->ns = ns;
}

void remedy_no_rate(struct result *r, double off, const char *measured)
{
    static const char wanted[] = "needs the rate of the clock, key tick_hz of the run";

    if (off > 1)
        result_unknown(r, wanted,
                       result_words("the clock's tick_hz is off by about %.0f: an addition would "
                                    "take less than 0.1 ns; %s",
                                    off, measured)
                           .text,
                       NO_REMEDY "its port says at what rate its clock counts");
    else
        result_unknown(r, wanted, result_words("tick_hz is 0 or missing; %s", measured).text,
                       NO_REMEDY "its port does not know the rate of its clock");
}

void remedy_no_memory(struct result *r, size_t n)
{
    result_unknown(r, "needs memory to analyse", result_words("too little for %zu points", n).text,
                   NO_REMEDY "`analyze` needs a host with more free memory");
}

void remedy_no_levels(struct result *r, const struct results *out, const struct log_run *run,
                      const char *probe)
{
    char probes[64];

    snprintf(probes, sizeof probes, "cache_size,%s", probe);
    result_unknown(r, "needs the levels of cache",
                   result_words("cache levels are not known: %u series of cache_size",
                                count_series(run, "cache_size"))
                       .text,
                   remedy_of(out, id_of(CACHE_LEVELS), probes).text);
}
