/* Line size of each level: what scattered loads leave of its room, and pairs of loads at growing
 * distance. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "series/curve.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>

enum { LEAST_LINE = 16, MOST_LINE = 256, MOST_ROOMS = 128 };

/* Three chains over SPAN bytes (probes/cache_line): loads that fit the level, as many scattered,
 * and loads that do not fit. */
struct room {
    double level, line, span;         /* bytes; the level as the board counted */
    double together, apart, outgrown; /* cost of a load, cycles */
};

struct lines {
    struct room room[MOST_ROOMS];
    size_t n_rooms;
    struct curve pairs; /* by number and distance; n is 0 where there are none */
    bool has_pairs, damaged;
};

/* What is known of a level and its neighbours before; 0: not known. */
struct level {
    unsigned number;
    double size, nearer_size, nearer_line;
    double first, nearer, own, missed; /* latencies: of levels 1, K - 1, K and K + 1 */
};

/* ---- reading ---- */

/* Takes the points of C, of one span after the other: widest pieces, pieces of a line, none. */
static void add_rooms(struct lines *l, const struct curve *c, double level, double line)
{
    for (size_t i = 0; i < c->n && l->n_rooms < MOST_ROOMS;) {
        struct room room = { .level = level, .line = line, .span = c->at[i].x };

        for (; i < c->n && c->at[i].x == room.span; i++)
            if (c->at[i].x2 == 0)
                room.outgrown = c->at[i].y;
            else if (c->at[i].x2 == line)
                room.apart = c->at[i].y;
            else
                room.together = c->at[i].y;
        if (room.outgrown > 0 && room.apart > 0 && room.together > 0)
            l->room[l->n_rooms++] = room;
    }
}

/* All series of the probe. false: none has a usable sample. */
static bool read_lines(struct lines *l, const struct log_run *run)
{
    for (size_t s = log_find_series(run, "cache_line", 0); s < run->n_series;
         s = log_find_series(run, "cache_line", s + 1)) {
        const struct log_series *series = &run->series[s];
        double line = (double)log_series_number(series, "line");
        struct curve c;

        if ((line == 0 && l->has_pairs) || curve_make(&c, run, series) != 0)
            continue;
        l->damaged |= c.damaged;
        if (line == 0) {
            l->pairs = c;
            l->has_pairs = true;
            continue;
        }
        add_rooms(l, &c, (double)log_series_number(series, "level"), line);
        curve_free(&c);
    }
    return l->has_pairs || l->n_rooms > 0;
}

/* ---- the room that lines take ---- */

/* Whether ROOM is about the level: half its span fits, all of it does not. */
static bool concerns(const struct room *room, const struct level *level)
{
    if (level->size > 0)
        return room->span > 1.05 * level->size && room->span < 1.95 * level->size;
    return room->level == (double)level->number;
}

/* Whether ROOM is about something that begins beyond the nearer level and ends before this one
 * does: where two levels are taken for one, or where a level's size is in doubt. */
static bool lies_within(const struct room *room, const struct level *level)
{
    return room->span > 1.95 * level->nearer_size && room->span < 1.95 * level->size;
}

/* Whether the loads of ROOM that should fit cost what a hit does, translations allowed for. */
static bool fits_together(const struct room *room, const struct level *level)
{
    return level->missed <= level->own || room->together < (level->own + level->missed) / 2 + 2;
}

/* How far scattered loads at LINE cost what loads cost that do not fit: 0 to 1, over all spans that
 * are ABOUT the level. The lowest where that is clear, as what is prefetched only makes loads miss;
 * else the highest. NaN: nothing tells. */
static double outgrown_share(const struct lines *l, const struct level *level, double line,
                             bool (*about)(const struct room *, const struct level *))
{
    double lowest = NAN, highest = NAN;

    for (size_t i = 0; i < l->n_rooms; i++) {
        const struct room *room = &l->room[i];
        double rise = fmax(room->outgrown, room->apart) - room->together;

        if (room->line != line || !about(room, level) || !fits_together(room, level) ||
            rise <= 0.1 * room->together)
            continue;
        double share = fmax(0, (room->apart - room->together) / rise);
        lowest = fmin(lowest, share);
        highest = fmax(highest, share);
    }
    return lowest < 0.25 ? lowest : highest;
}

/* The shortest line at which scattered loads fit. */
static void find_line(const struct lines *l, const struct level *level, struct result *r)
{
    double missed = 1, fit = NAN, line = level->nearer_line, sure = 0.97;

    for (; line <= MOST_LINE; line *= 2) {
        fit = outgrown_share(l, level, line, concerns);
        if (isnan(fit)) {
            fit = outgrown_share(l, level, line, lies_within);
            sure = 0.8;
        }
        if (!(fit >= 0.5))
            break;
        missed = fit;
    }
    if (line > MOST_LINE) {
        result_unknown_prose(r, "loads 256 B apart still share lines, or push each other out");
    } else if (isnan(fit)) {
        result_unknown_prose(r, "nothing measured tells whether lines of %.0f B fit", line);
    } else if (missed - fit < 0.3) {
        result_unknown_prose(r, "at %.0f B scattered loads half fit this level", line);
    } else {
        r->value = r->nominal = r->high = line;
        r->low = missed < 0.65 ? line / 2 : line;
        r->has_nominal = r->has_bounds = true;
        r->confidence = fmin(sure, 0.5 + (missed - fit) / 2);
        snprintf(r->note, sizeof r->note, "scattered loads: %.0f %% beyond the level at %.0f B",
                 100 * fit, line);
    }
}

/* ---- lines that come together ---- */

/* What the second load of a pair costs at EXTENT where the first misses the level: the fewest
 * pairs whose lines overflow it. 0: not measured. */
static double second_load(const struct curve *c, const struct level *level, double extent)
{
    for (size_t i = 0; i < c->n; i++) {
        double pairs = c->at[i].x;
        const struct curve_point *near = curve_at(c, pairs, LEAST_LINE);
        const struct curve_point *far = curve_at(c, pairs, extent);

        if (pairs * extent >= 1.5 * level->size && near && far && near->y > 0 && far->y > 0)
            return level->first + 2 * (far->y - near->y);
    }
    return 0;
}

/* A level that keeps what a nearer one prefetches has no more room than one of longer lines. But
 * what is prefetched is found in the nearer level, and the rest of a longer line in this one. */
static void tell_from_prefetched(const struct lines *l, const struct level *level, struct result *r)
{
    double second = second_load(&l->pairs, level, r->value);
    double least = (level->nearer + level->own) / 2;
    double most = level->own + (level->missed - level->own) / 4;

    if (second >= least && second <= most) {
        r->confidence =
            fmin(r->confidence, 0.9); /* a prefetcher of this level would look so, too */
        return;
    }
    if (second == 0) {
        r->confidence = fmin(r->confidence, 0.5);
        r->low = level->nearer_line;
        r->has_nominal = false;
        snprintf(r->note, sizeof r->note,
                 "one miss brings %.0f B: a longer line, or lines fetched together", r->value);
        return;
    }
    snprintf(r->note, sizeof r->note,
             "%.0f B come together, but not into this level alone: prefetched; taken to be as long "
             "as the nearer level's",
             r->value);
    r->value = r->nominal = r->low = level->nearer_line;
    r->confidence = fmin(r->confidence, 0.7);
}

/* ---- levels ---- */

/* What is known of level K, whose nearer level has lines of LINE bytes. */
static struct level level_known(const struct results *out, unsigned k, unsigned levels, double line)
{
    return (struct level){ .number = k,
                           .size = cache_measured(out, k, CACHE_SIZE),
                           .nearer_size = k > 1 ? cache_measured(out, k - 1, CACHE_SIZE) : 0,
                           .nearer_line = line,
                           .first = latency_at(out, 1, levels),
                           .nearer = latency_at(out, k - 1, levels),
                           .own = latency_at(out, k, levels),
                           .missed = latency_at(out, k + 1, levels) };
}

static void add_lines(const struct lines *l, unsigned levels, struct results *out)
{
    double line = LEAST_LINE; /* no level has shorter lines than a nearer one */

    for (unsigned k = 1; k <= levels; k++) {
        struct level level = level_known(out, k, levels, line);
        struct result *r = result_add(out, id_at(CACHE_LINE, k));

        r->damaged = l->damaged;
        if (line == 0) {
            result_unknown_prose(r, "the nearer level's line is not known");
            continue;
        }
        find_line(l, &level, r);
        if (k > 1 && r->kind == RESULT_NUMBER && r->value > line)
            tell_from_prefetched(l, &level, r);
        line = r->kind == RESULT_NUMBER ? r->value : 0;
    }
}

/* The published rule: the largest buffer only, the biggest relative step (sections 3.1.1, 4.2.2).
 */
static void find_published(const struct curve *c, struct results *out)
{
    struct result *r = result_add(out, id_at(CACHE_LINE, 1));
    double pairs = c->at[c->n - 1].x, y[16], x[16];
    size_t n = 0;

    result_by(r, "biggest_relative_step");
    r->damaged = c->damaged;
    for (size_t i = 0; i < c->n && n < 16; i++)
        if (c->at[i].x == pairs) {
            x[n] = c->at[i].x2;
            y[n++] = c->at[i].y;
        }
    size_t at = stats_biggest_relative_step(y, n);
    if (at == STATS_NONE) {
        result_unknown_prose(r, "no step among the distances tried");
        return;
    }
    r->value = r->nominal = x[at];
    r->has_nominal = true;
    r->confidence = 0.5;
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    static struct lines lines;

    lines = (struct lines){ 0 };
    if (log_find_series(run, "cache_line", 0) >= run->n_series)
        return;
    if (!read_lines(&lines, run))
        result_unknown_prose(result_add(out, id_at(CACHE_LINE, 1)),
                             "no usable sample of cache_line");
    else if (method == METHOD_PAPER && lines.has_pairs)
        find_published(&lines.pairs, out);
    else if (method == METHOD_PAPER)
        result_unknown_prose(result_add(out, id_at(CACHE_LINE, 1)),
                             "no pairs of loads in this log");
    else if (result_is_number(result_find(out, id_of(CACHE_LEVELS))))
        add_lines(&lines, cache_levels(out), out);
    else
        result_unknown_prose(result_add(out, id_at(CACHE_LINE, 1)), "cache levels are not known");
    if (lines.has_pairs)
        curve_free(&lines.pairs);
}

const struct analysis analysis_cache_line = {
    .about = "line size of each level",
    .probe = "cache_line",
    .method = "scattered_room",
    .after = { "cache_levels" },
    .infer = infer,
};
