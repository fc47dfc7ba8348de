/* The paper's extraction, on a sequence of symbols. */
#include "extract.h"
#include <stdlib.h>
#include <string.h>

/* A sequence and what is known of its symbols. */
struct sequence {
    const uint32_t *symbol;
    size_t n;
    uint32_t n_symbols;
    const uint32_t *weight;
};

static uint64_t weight_of(const uint32_t *weight, uint32_t symbol)
{
    return weight ? weight[symbol] : 1;
}

uint64_t extract_longest(const uint32_t *sequence, size_t n, const uint8_t *set,
                         const uint32_t *weight)
{
    uint64_t longest = 0, run = 0;

    for (size_t i = 0; i < n; i++) {
        run = set[sequence[i]] ? run + weight_of(weight, sequence[i]) : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

/* Static instructions of SET. */
static uint64_t size_of(const struct sequence *q, const uint8_t *set)
{
    uint64_t size = 0;

    for (uint32_t i = 0; i < q->n_symbols; i++)
        size += set[i] ? weight_of(q->weight, i) : 0;
    return size;
}

static uint32_t heaviest(const struct sequence *q, uint64_t *sums)
{
    uint32_t best = 0;

    for (size_t i = 0; i < q->n; i++)
        sums[q->symbol[i]] += weight_of(q->weight, q->symbol[i]);
    for (uint32_t i = 1; i < q->n_symbols; i++)
        if (sums[i] > sums[best])
            best = i;
    return best;
}

/* A set with one gap added, and what it is worth: its longest piece by its size. */
struct candidate {
    uint8_t *set;
    uint64_t longest, size;
};

static bool is_better(const struct candidate *a, const struct candidate *b)
{
    return !b->size || (double)a->longest / (double)a->size > (double)b->longest / (double)b->size;
}

/* Adds the gap from FROM to TO to SET; keeps the result in BEST where it is better. TRIAL is room.
 */
static void try_gap(const struct sequence *q, const uint8_t *set, size_t from, size_t to,
                    struct candidate *trial, struct candidate *best)
{
    memcpy(trial->set, set, q->n_symbols);
    for (size_t i = from; i < to; i++)
        trial->set[q->symbol[i]] = 1;
    trial->longest = extract_longest(q->symbol, q->n, trial->set, q->weight);
    trial->size = size_of(q, trial->set);
    if (!is_better(trial, best))
        return;
    struct candidate other = *best;
    *best = *trial;
    *trial = other;
}

/* The best set with one gap of SET added; its size stays 0 where SET has no gap. */
static void best_gap(const struct sequence *q, const uint8_t *set, struct candidate *trial,
                     struct candidate *best)
{
    best->size = 0;
    for (size_t i = 0, from = 0; i <= q->n; i++) {
        if (i < q->n && !set[q->symbol[i]])
            continue;
        if (i > from)
            try_gap(q, set, from, i, trial, best);
        from = i + 1;
    }
}

/* Grows the set in NOW; CHOSEN becomes the last that was worth its step. */
static uint64_t grow(const struct sequence *q, struct candidate *now, struct candidate *trial,
                     struct candidate *best, uint8_t *chosen)
{
    uint64_t longest = now->longest;

    memcpy(chosen, now->set, q->n_symbols);
    for (;;) {
        best_gap(q, now->set, trial, best);
        if (best->size == 0)
            return longest;
        bool worth = (double)best->longest * (double)now->size >=
                     2.0 * (double)now->longest * (double)best->size;
        struct candidate other = *now;
        *now = *best;
        *best = other;
        if (worth) {
            memcpy(chosen, now->set, q->n_symbols);
            longest = now->longest;
        }
    }
}

uint64_t extract_from_sequence(const uint32_t *sequence, size_t n, uint32_t n_symbols,
                               const uint32_t *weight, uint8_t *set)
{
    struct sequence q = { sequence, n, n_symbols, weight };
    size_t room = n_symbols + (size_t)1;
    struct candidate now = { .set = calloc(room, 1) }, trial = { .set = calloc(room, 1) },
                     best = { .set = calloc(room, 1) };
    uint64_t *sums = calloc(room, sizeof *sums), longest = 0;

    memset(set, 0, n_symbols);
    if (n > 0 && now.set && trial.set && best.set && sums) {
        now.set[heaviest(&q, sums)] = 1;
        now.longest = extract_longest(sequence, n, now.set, weight);
        now.size = size_of(&q, now.set);
        longest = grow(&q, &now, &trial, &best, set);
    }
    free(now.set);
    free(trial.set);
    free(best.set);
    free(sums);
    return longest;
}
