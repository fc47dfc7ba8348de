/* Finds where costs of calls begin to rise for lines of both kinds, and at which strides. */
#include "code_sets.h"
#include "stats/stats.h"
#include <math.h>
#include <string.h>

enum {
    MULTIPLES = 6,  /* of the ways, 1 to 16, and none */
    SHORT_SPAN = 2, /* slopes on each side of few lines, */
    SPAN = 3,       /* and of more */
    FEW_LINES = 4,
    SAME_SHARE = 6, /* two numbers of lines are one within one in so many */
};

/* A rise counts that is this share of what a call costs, and so many times its error. */
#define COUNTS 0.05
#define CLEAR  4

/* An outer level that runs over, too, makes misses cost more at some strides: from points up to so
 * many times the ways it is found how much. */
#define NEAR_EDGE 2

static const double multiples[MULTIPLES] = { 1, 2, 4, 8, 16, INFINITY };

/* N times the cost between N - 1 and N lines, by N. */
struct slopes {
    double at[CODE_LINES + 1];
    unsigned n;
};

static double median3(double a, double b, double c)
{
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/* A single slope unlike those on both sides is a line that collides with something else: it is
 * left out. An edge stays. */
static void smooth(double *slope, size_t n)
{
    double before = n > 0 ? slope[0] : 0;

    for (size_t i = 1; i + 1 < n; i++) {
        double kept = slope[i];

        slope[i] = median3(before, slope[i], slope[i + 1]);
        before = kept;
    }
}

/* SLOPE: N times the cost per line more, up to each number of lines tried. */
static void find_slopes(double *slope, const struct code_sets *s, const double *more)
{
    unsigned lines = 0;
    double cost = 0;

    for (size_t i = 0; i < s->n_points; i++) {
        slope[i] = (s->lines[i] * more[i] - cost) / (s->lines[i] - lines);
        cost = s->lines[i] * more[i];
        lines = s->lines[i];
    }
}

static void spread_slopes(struct slopes *to, const struct code_sets *s, const double *slope)
{
    to->n = 0;
    for (size_t i = 0; i < s->n_points; i++)
        while (to->n < s->lines[i])
            to->at[++to->n] = slope[i];
}

/* Makes costs those of smooth slopes. */
static void smooth_costs(struct code_sets *s, double *more)
{
    double slope[CODE_POINTS], cost = 0;
    unsigned lines = 0;

    find_slopes(slope, s, more);
    smooth(slope, s->n_points);
    for (size_t i = 0; i < s->n_points; i++) {
        cost += slope[i] * (s->lines[i] - lines);
        lines = s->lines[i];
        more[i] = cost / lines;
    }
}

/* How much steeper it is in SPAN beyond LINES than in as many up to there. */
static double bend(const struct slopes *s, unsigned lines, unsigned span)
{
    double below = 0, above = 0;
    unsigned n_below = 0, n_above = 0;

    for (unsigned k = 0; k < span; k++) {
        if (lines > k) {
            below += s->at[lines - k];
            n_below++;
        }
        if (lines + 1 + k <= s->n) {
            above += s->at[lines + 1 + k];
            n_above++;
        }
    }
    return above / n_above - below / n_below;
}

/* The least bend that counts, where N times a cost has N times the error of the cost. */
static double counts(const struct code_sets *s, double noise, unsigned lines, unsigned span)
{
    double before = lines > span ? lines - span : 0, after = lines + span;
    double error = noise * sqrt(after * after + 4.0 * lines * lines + before * before) / span;

    return fmax(COUNTS * s->call, CLEAR * error);
}

/* Bends that count, by lines; 0 elsewhere. */
struct bends {
    double at[CODE_LINES + 1];
    unsigned last; /* the last number of lines with SPAN slopes above it */
};

/* True where the bend at LINES is as large as those near by. */
static bool is_peak(const struct slopes *s, unsigned lines, unsigned span, unsigned near)
{
    double own = bend(s, lines, span);

    for (unsigned k = 1; k <= near; k++)
        if ((lines > k && bend(s, lines - k, span) > own) ||
            (lines + k + span <= s->n && bend(s, lines + k, span) > own))
            return false;
    return true;
}

/* Where timings are good enough, a bend is seen between two slopes, whatever follows. */
static void find_bends(struct bends *b, const struct slopes *s, const struct code_sets *sets,
                       double noise)
{
    *b = (struct bends){ .last = s->n > SPAN ? s->n - SPAN : 0 };
    for (unsigned lines = 1; lines < b->last; lines++) {
        const unsigned spans[] = { 1, lines <= FEW_LINES ? SHORT_SPAN : SPAN };

        for (unsigned k = 0; k < 2 && b->at[lines] == 0; k++)
            if (bend(s, lines, spans[k]) >= counts(sets, noise, lines, spans[k]) &&
                is_peak(s, lines, spans[k], k == 0 ? 1 : spans[k] - 1))
                b->at[lines] = bend(s, lines, spans[k]);
    }
}

/* Of two numbers of lines that are one, that at which its kind bends more. */
static unsigned bends_more(const struct bends *b, unsigned p, unsigned q)
{
    return b[0].at[p] >= b[1].at[q] ? p : q;
}

/* The fewest lines at which both kinds bend; 0: there are none. MISS: by how much. */
static unsigned common_bend(const struct bends *b, double *miss)
{
    for (unsigned p = 1; p < b[0].last; p++)
        for (unsigned q = 1; b[0].at[p] > 0 && q < b[1].last; q++)
            if (b[1].at[q] > 0 && (p > q ? p - q : q - p) * SAME_SHARE <= p) {
                miss[0] = b[0].at[p];
                miss[1] = b[1].at[q];
                return bends_more(b, p, q);
            }
    return 0;
}

/* One supposed way size: what is explained by it. */
struct supposed {
    const struct code_sets *s;
    size_t from;                             /* the first stride that is a way or more */
    double way[CODE_KINDS][CODE_POINTS];     /* median of the costs of these strides */
    double decoded[CODE_KINDS][CODE_POINTS]; /* the part of it that is not this cache's */
    double miss[CODE_KINDS];
    unsigned ways, last;
    double most_misfit[CODE_KINDS]; /* of a point */
};

static double missed(double lines, double ways)
{
    return fmax(0, 1 - ways / lines);
}

/* Returns the fewest lines at which both kinds bend where COST, the median of N strides, is what
 * lines cost more; 0: none. */
static unsigned bend_of(const struct code_sets *s, double cost[CODE_KINDS][CODE_POINTS], size_t n,
                        double *miss, unsigned *last)
{
    static const double median_error = 1.253; /* by that of a mean */
    double noise = n > 2 ? s->noise * median_error / sqrt((double)n) : s->noise;
    struct bends bends[CODE_KINDS];
    struct slopes slopes;
    double slope[CODE_POINTS];

    for (unsigned kind = 0; kind < CODE_KINDS; kind++) {
        find_slopes(slope, s, cost[kind]);
        spread_slopes(&slopes, s, slope);
        find_bends(&bends[kind], &slopes, s, noise);
    }
    *last = bends[0].last;
    return common_bend(bends, miss);
}

/* Finds where strides of a way or more have a bend in common: 0 ways where they have none. */
static void suppose(struct supposed *w, const struct code_sets *s, size_t from)
{
    *w = (struct supposed){ .s = s, .from = from };
    for (unsigned kind = 0; kind < CODE_KINDS; kind++)
        for (size_t i = 0; i < s->n_points; i++) {
            double v[CODE_STRIDES];
            size_t n = 0;

            for (size_t k = from; k < s->n_strides; k++)
                v[n++] = s->more[kind][k][i];
            w->way[kind][i] = stats_median(v, n);
        }
    w->ways = bend_of(s, w->way, s->n_strides - from, w->miss, &w->last);
}

/* Where bends were too small to count, those of the nearest way size are taken, a larger one first.
 * Then what is left of the costs is not this cache's. False: there are none at any. */
static bool complete(struct supposed *w, const struct supposed *all, size_t n)
{
    size_t at = (size_t)(w - all);

    for (size_t far = 1; w->ways == 0 && far < n; far++) {
        const struct supposed *other = at + far < n && all[at + far].ways > 0 ? w + far
                                       : at >= far                            ? w - far
                                                                              : w;

        w->ways = other->ways;
        memcpy(w->miss, other->miss, sizeof w->miss);
    }
    for (unsigned kind = 0; w->ways > 0 && kind < CODE_KINDS; kind++)
        for (size_t i = 0; i < w->s->n_points; i++)
            w->decoded[kind][i] =
                fmax(0, w->way[kind][i] - w->miss[kind] * missed(w->s->lines[i], w->ways));
    return w->ways > 0;
}

/* What was measured for LINES of all that is in V, between points by a straight line. */
static double cost_at(const struct code_sets *s, const double *v, double lines)
{
    if (lines < s->lines[0])
        return 0;
    for (size_t i = 0; i + 1 < s->n_points; i++)
        if (lines <= s->lines[i + 1])
            return v[i] +
                   (v[i + 1] - v[i]) * (lines - s->lines[i]) / (s->lines[i + 1] - s->lines[i]);
    return v[s->n_points - 1];
}

/* What a miss costs where REST is not explained otherwise: as W says, or more. */
static double miss_cost(const struct supposed *w, unsigned kind, const double *rest, double ways)
{
    const struct code_sets *s = w->s;
    double product = 0, square = 0;

    for (size_t i = 0; i < s->n_points && s->lines[i] <= NEAR_EDGE * ways; i++) {
        double part = missed(s->lines[i], ways);

        product += rest[i] * part;
        square += part * part;
    }
    return square > 0 ? fmax(w->miss[kind], product / square) : w->miss[kind];
}

/* Mean distance of the costs at STRIDE from those that W explains where a set takes so many times
 * the lines, and one of decoded instructions as many times as fits best. What is farther off than a
 * miss costs is another level's. */
static double misfit(const struct supposed *w, unsigned kind, size_t stride, double times)
{
    const struct code_sets *s = w->s;
    double least = INFINITY, ways = times * w->ways;

    for (unsigned m = 0; m < MULTIPLES; m++) {
        double rest[CODE_POINTS], sum = 0;

        for (size_t i = 0; i < s->n_points; i++)
            rest[i] =
                s->more[kind][stride][i] - cost_at(s, w->decoded[kind], s->lines[i] / multiples[m]);
        double miss = miss_cost(w, kind, rest, ways);
        for (size_t i = 0; i < s->n_points; i++)
            sum += fmin(fabs(rest[i] - miss * missed(s->lines[i], ways)), w->most_misfit[kind]);
        least = fmin(least, sum / (double)s->n_points);
    }
    return least;
}

/* How many times the ways a set of lines at STRIDE takes, as the sweep can show it. */
static double expected(const struct supposed *w, size_t stride)
{
    double times = stride < w->from ? exp2((double)(w->from - stride)) : 1;

    return times * w->ways < w->last ? times : INFINITY;
}

/* The same bound for all, so that they compare. */
static void bound_misfit(struct supposed *w, size_t n)
{
    for (unsigned kind = 0; kind < CODE_KINDS; kind++) {
        double least = INFINITY;

        for (size_t i = 0; i < n; i++)
            least = fmin(least, w[i].miss[kind]);
        for (size_t i = 0; i < n; i++)
            w[i].most_misfit[kind] = least;
    }
}

/* True where the costs at STRIDE are nearer to those of TIMES the ways than of any other multiple.
 */
static bool agrees(const struct supposed *w, unsigned kind, size_t stride, double times)
{
    double own = misfit(w, kind, stride, times);

    for (unsigned m = 0; m < MULTIPLES; m++)
        if (multiples[m] != times && (multiples[m] * w->ways < w->last || isinf(multiples[m])) &&
            misfit(w, kind, stride, multiples[m]) <= own)
            return false;
    return true;
}

/* The largest stride of which the sweep shows no bend is the last that is asked; the misfit is that
 * of all, so that it compares with others'. */
static void ask(const struct supposed *w, struct code_sets_found *found)
{
    const struct code_sets *s = w->s;
    bool shown = true;

    *found = (struct code_sets_found){ .ways = w->ways,
                                       .way_bytes = s->stride[w->from],
                                       .miss = fmin(w->miss[0], w->miss[1]),
                                       .more_jumps = w->miss[1] / w->miss[0] };
    for (size_t k = s->n_strides; k-- > 0;) {
        double times = expected(w, k);

        for (unsigned kind = 0; kind < CODE_KINDS; kind++) {
            found->misfit += misfit(w, kind, k, times) / (double)(CODE_KINDS * s->n_strides);
            found->asked += shown;
            found->agree += shown && agrees(w, kind, k, times);
        }
        shown = shown && isfinite(times);
    }
}

/* Sums of squares of what N times the cost differs from two straight lines that meet at KNEE, from
 * FROM to TO lines, where its error is N times that of the cost. */
static double off_two_lines(const struct code_sets *s, const double *more, unsigned knee,
                            unsigned from, unsigned to)
{
    double sum[3][4] = { { 0 } }, left = 0;

    for (unsigned pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < s->n_points; i++) {
            double n = s->lines[i], bent = fmax(0, n - knee);
            const double x[] = { 1 / n, 1, bent / n, more[i] };
            double rest = more[i];

            if (n < from || n > to)
                continue;
            for (unsigned r = 0; r < 3 && pass == 0; r++)
                for (unsigned c = 0; c < 4; c++)
                    sum[r][c] += x[r] * x[c];
            for (unsigned r = 0; r < 3 && pass == 1; r++)
                rest -= sum[r][3] * x[r];
            left += pass == 1 ? rest * rest : 0;
        }
        for (unsigned p = 0; p < 3 && pass == 0; p++) /* Gauss-Jordan */
            for (unsigned r = 0; r < 3; r++) {
                double share = sum[r][p] / sum[p][p];

                for (unsigned c = p; c < 4; c++)
                    if (r != p)
                        sum[r][c] -= share * sum[p][c];
            }
        for (unsigned r = 0; r < 3 && pass == 0; r++)
            sum[r][3] /= sum[r][r];
    }
    return left;
}

/* One line more or less than W's ways where that is nearer to two straight lines: by shares of what
 * all three are off, each series counts as much as any. Few lines are told apart by their bend
 * alone. */
static unsigned nearest_knee(const struct supposed *w)
{
    const struct code_sets *s = w->s;
    double share[3] = { 0 };
    unsigned best = 1;

    if (w->ways <= FEW_LINES)
        return w->ways;
    for (size_t k = w->from; k < s->n_strides; k++)
        for (unsigned kind = 0; kind < CODE_KINDS; kind++) {
            double off[3], all = 0;

            for (unsigned i = 0; i < 3; i++) {
                off[i] = off_two_lines(s, s->more[kind][k], w->ways + i - 1, w->ways - SPAN,
                                       w->ways + SPAN + 1);
                all += off[i];
            }
            for (unsigned i = 0; i < 3 && all > 0; i++)
                share[i] += off[i] / all;
        }
    for (unsigned i = 0; i < 3; i++)
        if (share[i] < share[best])
            best = i;
    return w->ways + best - 1;
}

/* True where the stride before W's way bends at as many lines or nearly so: its way is smaller than
 * W says. */
static bool is_smaller(const struct supposed *w)
{
    double cost[CODE_KINDS][CODE_POINTS], miss[CODE_KINDS];
    unsigned last;

    for (unsigned kind = 0; kind < CODE_KINDS; kind++)
        memcpy(cost[kind], w->s->more[kind][w->from - 1], sizeof cost[kind]);
    unsigned lines = bend_of(w->s, cost, 1, miss, &last);

    return lines > 0 && lines <= w->ways && (w->ways - lines) * SAME_SHARE <= w->ways;
}

/* The largest stride alone would show a way of any size, the least one a smaller one, too. */
bool code_sets_find(const struct code_sets *sets, struct code_sets_found *found)
{
    struct code_sets smoothed = *sets, *s = &smoothed;
    struct supposed w[CODE_STRIDES];
    double left_out = INFINITY;
    size_t n = s->n_strides > 2 ? s->n_strides - 2 : 0;

    for (unsigned kind = 0; kind < CODE_KINDS; kind++)
        for (size_t k = 0; k < s->n_strides; k++)
            smooth_costs(s, s->more[kind][k]);

    *found = (struct code_sets_found){ 0 };
    for (size_t i = 0; i < n; i++)
        suppose(&w[i], s, i + 1);
    for (size_t i = 0; i < n; i++)
        if (!complete(&w[i], w, n))
            return false;
    bound_misfit(w, n);
    for (size_t i = 0; i < n; i++) {
        struct code_sets_found one;

        w[i].ways = nearest_knee(&w[i]);
        ask(&w[i], &one);
        if (is_smaller(&w[i]))
            left_out = fmin(left_out, one.misfit);
        else if (found->asked == 0 || one.misfit < found->misfit)
            *found = one;
    }
    found->doubted = left_out < found->misfit;
    return found->asked > 0;
}
