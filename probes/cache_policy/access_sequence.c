/* Makes the orders of visits that distinguish replacement policies. */
#include "access_sequence.h"

static void add(struct access_sequence *w, unsigned line)
{
    w->line[w->n_steps++] = (uint16_t)line;
    if (line >= w->n_lines)
        w->n_lines = line + 1;
}

static void add_range(struct access_sequence *w, unsigned from, unsigned end)
{
    for (; from < end; from++)
        add(w, from);
}

static void shuffle(struct access_sequence *w, struct probe_run *run, unsigned from)
{
    for (unsigned i = w->n_steps; i-- > from + 1;) {
        unsigned j = from + (unsigned)(((probe_random(run) >> 32) * (i - from + 1)) >> 32);
        uint16_t kept = w->line[i];

        w->line[i] = w->line[j];
        w->line[j] = kept;
    }
}

/* LINES once each, which fills the set with the last WAYS of them; AGAIN of these, the oldest, once
 * more, in random order if SHUFFLED; MORE that are new; then those that were not visited again. A
 * policy that forgets what came first has lost others than one that forgets what was used first. */
static void again(struct access_sequence *w, struct probe_run *run, unsigned ways, unsigned lines,
                  unsigned n_again, unsigned more, bool shuffled)
{
    add_range(w, 0, lines);
    add_range(w, lines - ways, lines - ways + n_again);
    if (shuffled)
        shuffle(w, run, lines);
    add_range(w, lines, lines + more);
    add_range(w, lines - ways + n_again, lines);
}

/* The same, but every second of the last lines is visited again, which trees do not keep. */
static void every_second(struct access_sequence *w, unsigned ways)
{
    unsigned lines = ways + ways / 2, more = ways / 4 > 0 ? ways / 4 : 1;

    add_range(w, 0, lines);
    for (unsigned i = lines - ways + 1; i < lines; i += 2)
        add(w, i);
    add_range(w, lines, lines + more);
    for (unsigned i = lines - ways; i < lines; i += 2)
        add(w, i);
}

/* A quarter more lines than fit, each twice, in random order. */
static void mixed(struct access_sequence *w, struct probe_run *run, unsigned ways)
{
    unsigned lines = ways + ways / 4 + 1;

    add_range(w, 0, lines);
    add_range(w, 0, lines);
    shuffle(w, run, 0);
}

/* Line 0 as often as a nearer level needs to keep it, others between, more than fit: a level that
 * includes the nearer one takes line 0 from it. */
static void keeping(struct access_sequence *w, unsigned ways, unsigned gap)
{
    unsigned most = (ways + 3) / 2, between = gap < 1 ? 1 : gap < most ? gap : most;
    unsigned visits = (ways + 1) / between + 1;
    unsigned line = 1;

    if (visits > SEQUENCE_VISITS)
        visits = SEQUENCE_VISITS;
    for (unsigned v = 0; v < visits; v++, line += between) {
        add(w, 0);
        add_range(w, line, line + between);
    }
}

static unsigned quarter(unsigned ways)
{
    return ways / 4 > 0 ? ways / 4 : 1;
}

static unsigned half(unsigned ways)
{
    return ways / 2 > 0 ? ways / 2 : 1;
}

void sequence_make(struct access_sequence *w, struct probe_run *run, unsigned number, unsigned ways,
                   unsigned gap)
{
    unsigned lap = ways + half(ways), twice = 2 * ways;

    w->n_steps = w->n_lines = 0;
    switch (number) {
    case 0:
        add_range(w, 0, ways + 1);
        break;
    case 1:
        again(w, run, ways, twice, half(ways), half(ways), true);
        break;
    case 2:
        again(w, run, ways, lap, quarter(ways), quarter(ways), true);
        break;
    case 3:
        again(w, run, ways, lap, quarter(ways), half(ways), false);
        break;
    case 4:
        every_second(w, ways);
        break;
    case 5:
    case 6:
        mixed(w, run, ways);
        break;
    default:
        keeping(w, ways, gap);
        break;
    }
}

unsigned sequence_most_lines(unsigned ways)
{
    unsigned kept = ways + 2 + (ways + 3) / 2; /* keeping() ends with at most a gap too many */
    unsigned policy = 2 * ways + half(ways) + 1;

    return kept > policy ? kept : policy;
}
