/* Line size of each level: what scattered loads leave of its room, and pairs of loads at growing
 * distance. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/adjacent_line.h"
#include "series/curve.h"
#include "stats/evidence.h"
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
    struct curve_reference reference = curve_reference_of(run);

    for (size_t s = log_find_series(run, "cache_line", 0); s < run->n_series;
         s = log_find_series(run, "cache_line", s + 1)) {
        const struct log_series *series = &run->series[s];
        double line = (double)log_series_number(series, "line");
        struct curve c;

        if ((line == 0 && l->has_pairs) || curve_make_by(&c, &reference, series) != 0)
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

/* Returns true when ROOM is about the level: half its span fits, all of it does not. */
static bool concerns_level(const struct room *room, const struct level *level)
{
    if (level->size > 0)
        return room->span > 1.05 * level->size && room->span < 1.95 * level->size;
    return room->level == (double)level->number;
}

/* Returns true when ROOM is about something that begins beyond the nearer level and ends before
 * this one does: where two levels are taken for one, or where a level's size is in doubt. */
static bool lies_within(const struct room *room, const struct level *level)
{
    return room->span > 1.95 * level->nearer_size && room->span < 1.95 * level->size;
}

/* Returns true when the loads of ROOM that should fit cost what a hit does, translations allowed
 * for. */
static bool fits_together(const struct room *room, const struct level *level)
{
    return level->missed <= level->own || room->together < (level->own + level->missed) / 2 + 2;
}

/* The share, 0 to 1, of scattered loads at LINE that cost what loads cost that do not fit, over all
 * spans that are ABOUT the level. The lowest where that is clear, as what is prefetched only makes
 * loads miss; else the highest. NaN: nothing tells. */
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

/* How far the search for a line went: the last line tried, the shares of scattered loads that miss
 * at it (NaN: nothing tells) and at half of it. */
struct search {
    double line, fit, missed;
    bool within; /* some share is of loads that begin beyond the nearer level and end before this
                    one does */
};

/* Tries growing lines from the nearer level's on, until scattered loads fit. */
static struct search search_line(const struct lines *l, const struct level *level)
{
    struct search s = { .line = level->nearer_line, .fit = NAN, .missed = 1 };

    for (; s.line <= MOST_LINE; s.line *= 2) {
        s.fit = outgrown_share(l, level, s.line, concerns_level);
        if (isnan(s.fit)) {
            s.fit = outgrown_share(l, level, s.line, lies_within);
            s.within = true;
        }
        if (!(s.fit >= 0.5))
            break;
        s.missed = s.fit;
    }
    return s;
}

static const char whole_run[] = "cache_size,cache_line";

/* No loads over a span around the level's size tell of lines of LINE bytes. */
static void set_unmeasured(const struct lines *l, const struct level *level, double line,
                           const struct results *out, struct result *r)
{
    double least = INFINITY, most = 0;

    for (size_t i = 0; i < l->n_rooms; i++) {
        least = fmin(least, l->room[i].span);
        most = fmax(most, l->room[i].span);
    }
    result_unknown(
        r,
        result_words("needs loads over 1.05 to 1.95 times this level's %s",
                     level->size > 0 ? words_bytes(level->size).text : "size, which is not known")
            .text,
        result_words("nothing measured tells whether lines of %.0f B fit: %zu spans of %s to %s",
                     line, l->n_rooms, words_bytes(l->n_rooms > 0 ? least : 0).text,
                     words_bytes(most).text)
            .text,
        remedy_sizes(whole_run, out));
}

static void set_unfound(const struct search *s, const struct results *out, struct result *r)
{
    if (s->line > MOST_LINE)
        result_unknown(r, "needs a line at which scattered loads fit",
                       result_words("loads 256 B apart still share lines, or evict each other: "
                                    "%.0f %% beyond the level",
                                    100 * s->missed)
                           .text,
                       remedy_sizes(whole_run, out));
    else
        result_unknown(r,
                       "needs a line at which 30 % fewer scattered loads miss than at half of it",
                       result_words("at %.0f B %.0f %% miss this level, at %.0f B %.0f %%", s->line,
                                    100 * s->fit, s->line / 2, 100 * s->missed)
                           .text,
                       remedy_thorough(whole_run));
}

/* The shortest line at which scattered loads fit. */
static void find_line(const struct lines *l, const struct level *level, const struct results *out,
                      struct result *r)
{
    struct search s = search_line(l, level);

    if (s.line <= MOST_LINE && isnan(s.fit)) {
        set_unmeasured(l, level, s.line, out, r);
    } else if (s.line > MOST_LINE || s.missed - s.fit < 0.3) {
        set_unfound(&s, out, r);
    } else {
        r->value = r->nominal = r->high = s.line;
        r->low = s.missed < 0.65 ? s.line / 2 : s.line;
        r->has_nominal = r->has_bounds = true;
        double apart = evidence_clamp(s.missed - s.fit);
        r->evidence = s.within ? evidence_doubted(apart) : apart;
        snprintf(r->note, sizeof r->note, "scattered loads: %.0f %% beyond the level at %.0f B",
                 100 * s.fit, s.line);
    }
}

/* ---- lines that come together ---- */

/* The cost of the second load of a pair at EXTENT where the first misses the level: the fewest
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

    if (second >= least && second <= most) /* a prefetcher of this level would look so, too */
        return;
    if (second == 0) {
        r->evidence = evidence_doubted(evidence_doubted(r->evidence));
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
    r->evidence = evidence_doubted(r->evidence);
}

/* Lines that stay when the other half of a pair is flushed are lines, however much room a pair
 * takes. */
static void tell_from_pairs(const struct log_run *run, double nearer_line, struct result *r)
{
    while (r->value > nearer_line && adjacent_line_of(run, r->value / 2) == ADJACENT_LINE_FETCHED) {
        r->value = r->nominal = r->low = r->high = r->value / 2;
        r->has_nominal = true;
        result_remark(r, "%.0f B come together, but leave one by one: prefetched", 2 * r->value);
    }
}

/* Lines that come in pairs whenever one of them comes take the room of longer lines, as where a
 * level of one way fetches pairs: only a flush of one of them tells. NEARER is untested: the search
 * began from a line that may be a pair. Returns true where R is untested. */
static bool mark_untested(const struct log_run *run, double nearer_line, bool nearer,
                          struct result *r)
{
    bool untested = r->value > nearer_line
                        ? adjacent_line_of(run, r->value / 2) == ADJACENT_LINE_UNKNOWN
                        : nearer;

    if (untested) {
        result_by(r, "scattered_room_untested");
        r->evidence = evidence_doubted(r->evidence);
        r->low = fmin(r->low, r->value / 2);
        result_remark(r, "or pairs of %.0f B: `probes --also prefetch` would tell", r->value / 2);
    }
    return untested;
}

/* ---- levels ---- */

/* The answers about level K and its neighbours, whose nearer level has lines of LINE bytes. */
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

/* Where the search for level K's line begins, whose nearer level has lines of LINE bytes: the board
 * took a nearer level's pairs for lines, and did not try any shorter ones here. */
static double searched_from(const struct lines *l, const struct log_run *run, unsigned k,
                            double line)
{
    bool tried = false;

    for (size_t i = 0; i < l->n_rooms; i++)
        tried |= l->room[i].level == k && l->room[i].line <= line;
    return !tried && adjacent_line_of(run, line) == ADJACENT_LINE_FETCHED ? 2 * line : line;
}

static void add_lines(const struct lines *l, const struct log_run *run, unsigned levels,
                      struct results *out)
{
    double line = LEAST_LINE; /* no level has shorter lines than a nearer one */
    bool untested = false;    /* that of the nearer level may be a pair */

    for (unsigned k = 1; k <= levels; k++) {
        struct level level = level_known(out, k, levels, searched_from(l, run, k, line));
        struct result *r = result_add(out, id_at(CACHE_LINE, k));

        r->damaged = l->damaged;
        if (line == 0) {
            result_unknown(
                r, "no level has shorter lines than a nearer one",
                result_words("the nearer level's line is not known (cache.%u)", k - 1).text,
                remedy_of(out, id_at(CACHE_LINE, k - 1), whole_run));
            continue;
        }
        find_line(l, &level, out, r);
        if (k > 1 && r->kind == RESULT_NUMBER && r->value > line)
            tell_from_prefetched(l, &level, r);
        if (k > 1 && r->kind == RESULT_NUMBER)
            tell_from_pairs(run, line, r);
        if (k > 1 && r->kind == RESULT_NUMBER)
            untested = mark_untested(run, line, untested, r);
        line = r->kind == RESULT_NUMBER ? r->value : 0;
    }
}

/* What tells where the published rules do not. */
static const char own_rules[] = "`analyze` without `--method paper` would tell";

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
        result_unknown(r, "needs a distance at which pairs of loads cost more",
                       result_words("no step among %zu distances", n).text, remedy_text(own_rules));
        return;
    }
    r->value = r->nominal = x[at];
    r->has_nominal = true;
    r->evidence = evidence_margin(y[at], y[at + 1]);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    static struct lines lines;

    lines = (struct lines){ 0 };
    if (log_find_series(run, "cache_line", 0) >= run->n_series)
        return;
    if (!read_lines(&lines, run))
        remedy_unsampled(result_add(out, id_at(CACHE_LINE, 1)), run, "cache_line");
    else if (method == METHOD_PAPER && lines.has_pairs)
        find_published(&lines.pairs, out);
    else if (method == METHOD_PAPER)
        result_unknown(
            result_add(out, id_at(CACHE_LINE, 1)), "needs pairs of loads",
            result_words("no pairs in this log, %zu spans of scattered loads", lines.n_rooms).text,
            remedy_text(own_rules));
    else if (result_is_number(result_find(out, id_of(CACHE_LEVELS))))
        add_lines(&lines, run, cache_levels(out), out);
    else
        remedy_no_levels(result_add(out, id_at(CACHE_LINE, 1)), out, run, "cache_line");
    if (lines.has_pairs)
        curve_free(&lines.pairs);
}

const struct analysis analysis_cache_line = {
    .about = "line size of each level",
    .probe = "cache_line",
    .method = "scattered_room",
    .after = { "cache_levels", "cache_hash" },
    .infer = infer,
};
