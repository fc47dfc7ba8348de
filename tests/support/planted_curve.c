/* Curves of machines whose caches are known, by counting and drawing. */
#include "planted_curve.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_WAYS = 32, MOST_LINES = 8 * MOST_WAYS, LAPS = 150, MOST_COLOURS = 4096 };

/* Misses a load in a set of WAYS that is walked over LINES of them, once it has settled. */
static double walk_set(unsigned lines, unsigned ways)
{
    unsigned in[MOST_WAYS] = { 0 }, misses = 0; /* 0: empty, else line + 1 */
    struct random random = { lines * 1000 + ways };

    for (unsigned lap = 0; lap < 2 * LAPS; lap++)
        for (unsigned line = 1; line <= lines; line++) {
            unsigned w = 0;

            while (w < ways && in[w] != line)
                w++;
            if (w == ways) {
                in[random_below(&random, ways)] = line;
                misses += lap >= LAPS;
            }
        }
    return (double)misses / LAPS / lines;
}

/* Returns the same from a table of those known; in a set of very many lines all loads miss. */
static double set_misses(unsigned lines, const struct planted_cache *cache)
{
    static double known[MOST_WAYS + 1][MOST_LINES];

    if (lines <= cache->ways)
        return 0;
    if (cache->kind != PLANTED_RANDOM || lines >= 8 * cache->ways)
        return 1;
    double *m = &known[cache->ways][lines];
    if (*m == 0)
        *m = walk_set(lines, cache->ways);
    return *m;
}

double planted_share(double x, const struct planted_cache *cache)
{
    unsigned lines = (unsigned)(x / PLANTED_LINE);
    unsigned sets = (unsigned)(cache->bytes / PLANTED_LINE / cache->ways);
    unsigned fuller = lines % sets, each = lines / sets;

    return (fuller * (each + 1.0) * set_misses(each + 1, cache) +
            (sets - fuller) * (double)each * set_misses(each, cache)) /
           lines;
}

double planted_frames_share(unsigned pages, unsigned colours, unsigned ways, struct random *random)
{
    static unsigned in[MOST_COLOURS];
    unsigned missing = 0;

    if (colours > MOST_COLOURS)
        abort();
    memset(in, 0, sizeof in);
    for (unsigned i = 0; i < pages; i++)
        in[random_below(random, colours)]++;
    for (unsigned k = 0; k < colours; k++)
        missing += in[k] > ways ? in[k] : 0;
    return pages > 0 ? (double)missing / pages : 0;
}

struct curve_point planted_point(double x, double y)
{
    return (struct curve_point){ .x = x, .y = y, .typical = y, .mean = y, .fair = y, .n = 10 };
}

/* One draw of frames for all working sets: page I keeps its colour. */
static double share_of(double x, const struct planted_cache *cache, const struct random *frames)
{
    unsigned colours = (unsigned)(cache->bytes / PLANTED_PAGE / cache->ways);
    struct random again = *frames;

    if (cache->kind != PLANTED_FRAMES || colours < 2)
        return planted_share(x, cache);
    return planted_frames_share((unsigned)(x / PLANTED_PAGE), colours, cache->ways, &again);
}

size_t planted_curve(const struct planted *machine, double most, unsigned per_octave,
                     struct random *frames, struct curve_point *at)
{
    size_t n = 0;

    for (double octave = 1024; octave <= most; octave *= 2)
        for (unsigned k = 0; k < per_octave && n < PLANTED_POINTS; k++) {
            double x = octave + octave / per_octave * k;
            double y = machine->cache[0].latency;

            if (x > most)
                break;
            for (unsigned c = 0; c < machine->n; c++)
                y += share_of(x, &machine->cache[c], frames) *
                     ((c + 1 < machine->n ? machine->cache[c + 1].latency : machine->memory) -
                      machine->cache[c].latency);
            at[n++] = planted_point(x, y);
        }
    random_below(frames, 2); /* the next curve's frames are others */
    return n;
}
