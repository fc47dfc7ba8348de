/* The table of a made-up fleet: what was planted, what was found and since when, and alarms on
 * boards without a fault. truth [--all] [--seed N]: --all is every noise, spread and ten fleets of
 * each; else one fleet of each noise that the rules are meant for, with limits. */
#include "fleet/fleet.h"
#include "made_fleet.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counts {
    unsigned planted, found, dated;
    unsigned channels; /* said to lack a channel */
};

struct table {
    struct counts fault[MADE_FAULTS];
    unsigned clean, alarms, suspect;
};

static void *need(bool fits)
{
    if (!fits) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return NULL;
}

static void gather(struct fleet *f, const struct made_fleet *made)
{
    for (unsigned board = 0; board < made->boards; board++)
        for (unsigned run = 0; run < made->runs; run++) {
            struct results results = { 0 };
            struct made_keys keys;
            struct fleet_origin from = { .file = "made" };
            made_run(made, board, run, &keys, &results);
            memcpy(from.sha256, &board, sizeof board);
            memcpy(from.sha256 + sizeof board, &run, sizeof run);
            need(fleet_add(f, &from, keys.key, keys.n, &results));
            results_free(&results);
        }
    need(fleet_seal(f) && fleet_find(f, NULL));
}

/* The run that the first cause of DIFFERENT on BOARD is dated to; -1: it is not different. */
static int found_since(const struct fleet *f, unsigned board)
{
    for (size_t i = 0; i < f->n_findings; i++)
        if (f->findings[i].board == board && f->findings[i].verdict == FLEET_DIFFERENT)
            return (int)(f->findings[i].since - f->boards[board].first);
    return -1;
}

static bool lacks_channel(const struct fleet *f, unsigned board)
{
    for (size_t i = 0; i < f->n_findings; i++)
        if (f->findings[i].board == board && f->findings[i].channels)
            return true;
    return false;
}

static bool is_suspect(const struct fleet *f, unsigned board)
{
    for (size_t i = 0; i < f->n_findings; i++)
        if (f->findings[i].board == board && f->findings[i].verdict == FLEET_SUSPECT)
            return true;
    return false;
}

static void count_board(struct table *t, const struct fleet *f, const struct made_fleet *made,
                        unsigned board, bool verbose)
{
    enum made_fault fault = made_fault_of(made, board);
    int since = found_since(f, board);
    bool alone = f->boards[board].kind == FLEET_NO_KIND;

    t->fault[fault].channels += lacks_channel(f, board);
    if (fault == FAULT_NONE) {
        t->clean++;
        t->alarms += since >= 0 || alone;
        t->suspect += is_suspect(f, board);
        if (verbose && (since >= 0 || alone))
            printf("  alarm: board %u%s\n", board, alone ? " alone" : "");
        return;
    }
    t->fault[fault].planted++;
    t->fault[fault].found += since >= 0 || (alone && fault == FAULT_COMPILER);
    t->fault[fault].dated += since == (int)made->fault_from;
}

static void count_fleet(struct table *t, const struct made_fleet *made, bool verbose)
{
    struct fleet f = { 0 };

    gather(&f, made);
    if (f.n_boards != made->boards || f.n_kinds != 4)
        printf("  %zu boards in %zu kinds\n", f.n_boards, f.n_kinds);
    for (unsigned i = 0; i < made->boards && i < f.n_boards; i++)
        count_board(t, &f, made, i, verbose);
    fleet_free(&f);
}

static void print_table(const struct table *t)
{
    for (unsigned i = 1; i < MADE_FAULTS; i++)
        if (t->fault[i].planted > 0)
            printf("    %-18s planted %3u  found %3u  since when right %3u  channel missing %3u\n",
                   made_fault_names[i], t->fault[i].planted, t->fault[i].found, t->fault[i].dated,
                   t->fault[i].channels);
    printf("    clean boards %u, of these DIFFERENT %u, SUSPECT %u\n", t->clean, t->alarms,
           t->suspect);
}

/* True when a quantity that FAULT changes is far enough from the noise that none may be missed;
 * what is discrete always is. Many answers show memory and the clock, so that noise which they do
 * not share hides little. Bandwidths of several threads scatter more. */
static bool must_be_found(enum made_fault fault, enum made_noise noise, double spread)
{
    bool many = noise != MADE_SHARED && fault != FAULT_L2_LATENCY;
    static const double changed[MADE_FAULTS] = {
        [FAULT_MEMORY_5] = 0.05,    [FAULT_MEMORY_10] = 0.10,  [FAULT_MEMORY_15] = 0.15,
        [FAULT_MEMORY_20] = 0.20,   [FAULT_CLOCK] = 0.10,      [FAULT_PREFETCHER] = 0.40,
        [FAULT_LARGE_PAGES] = 0.12, [FAULT_L2_LATENCY] = 0.20, [FAULT_CHANNEL] = 0.12
    };

    return fault != FAULT_NONE &&
           (changed[fault] == 0 || changed[fault] > (many ? 2.9 : 6) * spread);
}

static bool is_held(const struct table *t, enum made_noise noise, double spread)
{
    bool held = t->alarms == 0;

    for (unsigned i = 0; i < MADE_FAULTS; i++) {
        bool must = must_be_found((enum made_fault)i, noise, spread);

        held = held && (!must || t->fault[i].found == t->fault[i].planted);
        if (i != FAULT_CHANNEL)
            held = held && t->fault[i].channels == 0;
        else if (must)
            held = held && t->fault[i].channels == t->fault[i].planted;
    }
    return held;
}

static const char *const noise_names[] = { "normal", "heavy-tailed", "bursts", "shared by a run",
                                           "doubtful" };

static bool one_row(uint64_t seed, enum made_noise noise, double spread, unsigned fleets,
                    unsigned runs, unsigned from)
{
    struct table t = { 0 };

    printf("%s %.0f %%, %u fleet%s of 200 boards, %u runs, fault from run %u, seed %llu\n",
           noise_names[noise], 100 * spread, fleets, fleets == 1 ? "" : "s", runs, from + 1,
           (unsigned long long)seed);
    for (unsigned i = 0; i < fleets; i++) {
        struct made_fleet made = { seed + i, noise, spread, 200, runs, from };
        count_fleet(&t, &made, fleets == 1);
    }
    print_table(&t);
    return is_held(&t, noise, spread);
}

static void all_rows(uint64_t seed)
{
    static const double spreads[] = { 0.01, 0.02, 0.05 };

    for (unsigned s = 0; s < 3; s++)
        for (unsigned noise = 0; noise < MADE_NOISES; noise++)
            one_row(seed, (enum made_noise)noise, spreads[s], 10, 3, 0);
    for (unsigned noise = 0; noise < MADE_NOISES; noise++)
        one_row(seed, (enum made_noise)noise, 0.02, 2, 24, 12);
    one_row(seed, MADE_NORMAL, 0.05, 2, 24, 12);
}

int main(int argc, char **argv)
{
    uint64_t seed = 1;

    if (argc > 2 && strcmp(argv[argc - 2], "--seed") == 0)
        seed = strtoull(argv[argc - 1], NULL, 10);
    if (argc > 1 && strcmp(argv[1], "--all") == 0) {
        all_rows(seed);
        return 0;
    }
    bool held = one_row(seed, MADE_NORMAL, 0.02, 1, 3, 0);
    held = one_row(seed, MADE_NORMAL, 0.05, 1, 3, 0) && held;
    held = one_row(seed, MADE_BURSTS, 0.02, 1, 3, 0) && held;
    held = one_row(seed, MADE_HEAVY, 0.05, 1, 3, 0) && held;
    held = one_row(seed, MADE_SHARED, 0.02, 1, 3, 0) && held;
    held = one_row(seed, MADE_DOUBTS, 0.02, 1, 3, 0) && held;
    return held ? 0 : 1;
}
