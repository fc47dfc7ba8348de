/* Remedies: which run of `probes` would tell an answer that is not known, or why none does. */
#include "remedy.h"
#include "query.h"
#include "record/record.h"
#include <math.h>
#include <stdarg.h>
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

/* ---- remedies ---- */

struct remedy remedy_run(const char *probes)
{
    struct remedy m = { .kind = REMEDY_RUN };

    if (strcmp(probes, "timer_floor") != 0 && strcmp(probes, "add_chain") != 0)
        snprintf(m.probes, sizeof m.probes, "%s", probes);
    return m;
}

struct remedy remedy_thorough(const char *probes)
{
    struct remedy m = remedy_run(probes);

    m.thorough = true;
    return m;
}

void remedy_add_key(struct remedy *m, const char *name, const char *value)
{
    struct remedy_key *key = &m->key[m->n_keys++];

    snprintf(key->name, sizeof key->name, "%.*s", (int)sizeof key->name - 1, name);
    snprintf(key->value, sizeof key->value, "%.*s", (int)sizeof key->value - 1, value);
    m->open |= strstr(value, "SIZE") != NULL;
}

struct remedy remedy_with(const char *probes, const char *name, const char *value)
{
    struct remedy m = remedy_run(probes);

    remedy_add_key(&m, name, value);
    return m;
}

struct remedy remedy_up_to(const char *probes, const char *name, double limit)
{
    struct remedy m = remedy_with(probes, name, words_key_bytes(limit).text);

    m.key[0].limit = limit;
    return m;
}

struct remedy remedy_sizes(const char *probes, const struct results *out)
{
    enum { MOST = 4 }; /* sizes that the key accepts */
    char sizes[REMEDY_VALUE] = "";
    unsigned levels = cache_levels(out);

    for (unsigned k = 1; k <= levels && k <= MOST; k++) {
        double bytes = cache_nominal(out, k, CACHE_SIZE);
        size_t used = strlen(sizes);

        snprintf(sizes + used, sizeof sizes - used, "%s%.12s", k > 1 ? "," : "",
                 bytes > 0 ? words_key_bytes(bytes).text : "SIZE");
    }
    return remedy_with(probes, "capacity", levels > 0 ? sizes : "SIZE");
}

/* A remedy of KIND with words. */
static struct remedy in_words(enum remedy_kind kind, const char *format, va_list args)
{
    struct remedy m = { .kind = kind };

    vsnprintf(m.words, sizeof m.words, format, args);
    return m;
}

struct remedy remedy_text(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    struct remedy m = in_words(REMEDY_TEXT, format, args);
    va_end(args);
    return m;
}

struct remedy remedy_never(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    struct remedy m = in_words(REMEDY_NEVER, format, args);
    va_end(args);
    return m;
}

struct remedy remedy_frames(void)
{
    return remedy_never("frames hide sets unless its system grants larger pages");
}

struct remedy remedy_no_policy(void)
{
    return remedy_never("its sets behave as those of no policy that is known");
}

struct remedy remedy_of(const struct results *out, struct result_id id, const char *probe)
{
    const struct result *r = result_find(out, id);

    return r && r->remedy.kind != REMEDY_UNSAID ? r->remedy : remedy_run(probe);
}

/* ---- what several analyses need ---- */

/* What would change that a series of PROBE ended so. */
static struct remedy remedy_of_end(enum record_end end, const char *probe)
{
    switch (end) {
    case RECORD_END_ALONE:
        return remedy_never("it has one execution context");
    case RECORD_END_NO_MEMORY:
        return remedy_never("its memory is smaller than the smallest sweep");
    case RECORD_END_MAX:
        return remedy_with(probe, "max", "SIZE");
    case RECORD_END_PIN_REFUSED:
        return remedy_never("its system refuses to pin threads (seccomp, cpuset)");
    case RECORD_END_CLOCK_TOO_COARSE:
        return remedy_never("a step of its clock is longer than a point may take");
    case RECORD_END_CLOCK_BACK:
        return remedy_never("its clock goes back");
    case RECORD_END_NO_FRAMES:
        return remedy_never("pages in random frames hide sets");
    case RECORD_END_NO_OS:
        return remedy_never("nobody schedules more threads than there are contexts");
    case RECORD_END_NO_INSTRUCTION:
        return remedy_never("the target has no such instruction");
    case RECORD_END_NO_TILE:
        return remedy_text("`probes` built with this tile would tell");
    case RECORD_END_WRONG:
        return remedy_never("it computes something else: a fault of the image");
    case RECORD_END_NO_CODE:
        return remedy_text("`probes` built with -D PONTOON_OP_SMALL=OFF would tell");
    case RECORD_END_NO_CACHES:
        return remedy_with(probe, "capacity", "SIZE,...");
    case RECORD_END_OK:
    case RECORD_END_NO_TIME:
        return remedy_thorough(probe);
    default:
        return remedy_run(probe);
    }
}

void remedy_unsampled_series(struct result *r, const struct log_series *s)
{
    const char *words = record_end_words(s->end);

    result_unknown(r, result_words("needs samples of %s", s->probe).text,
                   result_words("no usable one among its %zu points (%s)", s->n_samples,
                                words ? words : "its end is missing")
                       .text,
                   remedy_of_end(s->end, s->probe));
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
            remedy_run(probe));
        return;
    }
    result_unknown(r, result_words("needs samples of %s", probe).text,
                   result_words("no usable sample in its %u series (%s)", n,
                                words ? words : "its end is missing")
                       .text,
                   remedy_of_end(end, probe));
}

void remedy_no_cycle(struct result *r, double ns, const char *probe)
{
    result_unknown(r, "needs the length of a cycle",
                   result_words("no reference chain in this log: %.2f ns, cycles unknown", ns).text,
                   remedy_run(probe));
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
                       remedy_never("its port says at what rate its clock counts"));
    else
        result_unknown(r, wanted, result_words("tick_hz is 0 or missing; %s", measured).text,
                       remedy_never("its port does not know the rate of its clock"));
}

void remedy_no_memory(struct result *r, size_t n)
{
    result_unknown(r, "needs memory to analyse", result_words("too little for %zu points", n).text,
                   remedy_never("`analyze` needs a host with more free memory"));
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
                   remedy_of(out, id_of(CACHE_LEVELS), probes));
}
