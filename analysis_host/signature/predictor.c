/* Branch predictors with tagged tables of growing history (after Seznec and Michaud's TAGE), cheap
 * enough to watch every branch of a program: each history is mixed once for all sizes. */
#include "predictor.h"
#include <stdlib.h>
#include <string.h>

enum {
    SIZES = SIGNATURE_PREDICTORS - 1,
    TABLES = 4,
    BASE_BITS = 14,
    ROW_BITS = 10, /* log2 of the rows of a table */
    ROW_MORE = 4,  /* bits beyond, of the largest */
    TARGET_TABLES = 4,
    LARGEST_TARGET_BITS = 12,
    TAKEN = 4, /* counters 0 .. 7: from here on taken */
    STRONGEST = 7,
    MISPREDICTED = 8, /* beside the counter of the base */
    USEFUL_MOST = 3,
    USEFUL_SHIFT = 3, /* in an entry, above the counter */
    TAG_SHIFT = 5,
    ROW = 32, /* entries; 21 are used */
};

/* Sizes of 2^10, 2^12 and 2^14 entries a table: the bits that a larger one has more choose within
 * a row. */
static const unsigned row_first[SIZES] = { 0, 1, 5 }, row_more[SIZES] = { 0, 2, 4 };
static const unsigned target_bits[SIZES] = { 8, 10, 12 };
static const unsigned history_bits[TABLES] = { 6, 16, 44, 128 };
static const unsigned path_bits[TARGET_TABLES] = { 8, 20, 40, 64 };

/* A tag, how sure, how useful: 0 is none. */
typedef uint16_t entry;

/* What a key finds in the tables of all sizes, side by side: one line of a cache has it. */
struct row {
    entry entry[ROW];
};

struct target_entry {
    uint32_t target;
    uint16_t tag;
    uint8_t sure;
};

struct predictor_bank {
    uint64_t history[2]; /* outcomes, the last in bit 0 */
    uint64_t path;       /* two bits of each target */
    uint8_t base[1 << BASE_BITS];
    uint32_t last_target[1 << LARGEST_TARGET_BITS];
    struct row table[TABLES][1 << ROW_BITS];
    struct target_entry targets[SIZES][TARGET_TABLES][1 << LARGEST_TARGET_BITS];
};

struct predictor_bank *predictor_new(void)
{
    struct predictor_bank *bank = calloc(1, sizeof *bank);

    if (bank)
        memset(bank->base, TAKEN, sizeof bank->base);
    return bank;
}

static uint64_t mixed(uint64_t x)
{
    x *= UINT64_C(0x9e3779b97f4a7c15);
    return x ^ x >> 29;
}

/* The last N outcomes, with PC (mixed already), as a number of 64 even bits. */
static uint64_t history_key(const struct predictor_bank *bank, uint64_t pc, unsigned n)
{
    uint64_t low = n < 64 ? bank->history[0] & ((UINT64_C(1) << n) - 1) : bank->history[0];
    uint64_t high = n > 64 ? bank->history[1] : 0;

    return mixed((low + n + high * UINT64_C(0xff51afd7ed558ccd)) * UINT64_C(0xc4ceb9fe1a85ec53) ^
                 pc);
}

static void count(uint8_t *counter, bool up)
{
    if (up && *counter < STRONGEST)
        (*counter)++;
    else if (!up && *counter > 0)
        (*counter)--;
}

static uint16_t tag_of(uint64_t key)
{
    return (uint16_t)((key & 0x3ff) | 0x400); /* 0 is none */
}

/* What a branch finds in each table, for all sizes. */
struct found {
    entry *row[TABLES];
    unsigned tag[TABLES], more[TABLES]; /* MORE: the bits that choose within a row */
};

static entry *entry_of(const struct found *f, unsigned size, unsigned table)
{
    return &f->row[table][row_first[size] + (f->more[table] >> (ROW_MORE - row_more[size]))];
}

static unsigned useful(entry e)
{
    return e >> USEFUL_SHIFT & USEFUL_MOST;
}

/* Replaces an entry of a history from table FIRST on that has not proved useful. */
static void allocate(const struct found *f, unsigned size, unsigned first, bool taken)
{
    for (unsigned t = first; t < TABLES; t++) {
        entry *e = entry_of(f, size, t);
        if (useful(*e) == 0) {
            *e = (entry)(f->tag[t] << TAG_SHIFT | (taken ? TAKEN : TAKEN - 1));
            return;
        }
    }
    for (unsigned t = first; t < TABLES; t++)
        *entry_of(f, size, t) -= 1 << USEFUL_SHIFT;
}

/* The number of tables up to the one of the longest history that is known. No branch depends on
 * which that is: the host could not foretell it. */
static unsigned known_tables(const struct found *f, unsigned size)
{
    unsigned known = 0;

    for (unsigned t = 0; t < TABLES; t++)
        known = *entry_of(f, size, t) >> TAG_SHIFT == f->tag[t] ? t + 1 : known;
    return known;
}

/* E was RIGHT or wrong; DIFFERS: the predictor without history foretold otherwise. */
static void train(entry *e, bool right, bool differs, bool taken)
{
    unsigned counter = *e & STRONGEST, use = useful(*e);

    counter += (unsigned)(taken & (counter < STRONGEST)) - (unsigned)(!taken & (counter > 0));
    use += (unsigned)(differs & right & (use < USEFUL_MOST)) -
           (unsigned)(differs & !right & (use > 0));
    *e = (entry)((unsigned)*e >> TAG_SHIFT << TAG_SHIFT | use << USEFUL_SHIFT | counter);
}

/* Lets one size foretell and learn. An entry is useful where the predictor without history is
 * wrong. Returns true where it was wrong. */
static inline __attribute__((always_inline)) bool learn(const struct found *f, unsigned size,
                                                        bool base, bool taken)
{
    unsigned known = known_tables(f, size);
    bool predicted = base;

    if (known) {
        entry *e = entry_of(f, size, known - 1);
        predicted = (*e & STRONGEST) >= TAKEN;
        train(e, predicted == taken, predicted != base, taken);
    }
    if (predicted != taken && known < TABLES)
        allocate(f, size, known, taken);
    return predicted != taken;
}

/* As learn(), of all sizes. Returns those that were wrong, from bit 1 on. */
static unsigned learn_all(struct predictor_bank *bank, uint64_t pc, bool base, bool taken)
{
    struct found f;
    unsigned wrong = 0;

    for (unsigned t = 0; t < TABLES; t++) {
        uint64_t key = history_key(bank, pc, history_bits[t]);
        f.row[t] = bank->table[t][key >> (64 - ROW_BITS)].entry;
        f.more[t] = key >> (64 - ROW_BITS - ROW_MORE) & ((1 << ROW_MORE) - 1);
        f.tag[t] = tag_of(key);
    }
    /* SIZES of them: each with constants of its own. */
    wrong |= (unsigned)learn(&f, 0, base, taken) << 1;
    wrong |= (unsigned)learn(&f, 1, base, taken) << 2;
    wrong |= (unsigned)learn(&f, 2, base, taken) << 3;
    return wrong;
}

uint8_t predictor_branch(struct predictor_bank *bank, uint64_t pc, bool taken, uint64_t target)
{
    uint64_t pc_key = mixed(pc);
    uint8_t *base = &bank->base[pc_key >> (64 - BASE_BITS)];
    bool base_taken = (*base & STRONGEST) >= TAKEN;
    unsigned wrong = base_taken != taken;

    /* A branch that was never mispredicted has no entries, and needs none. */
    if (wrong)
        *base |= MISPREDICTED;
    if (*base & MISPREDICTED)
        wrong |= learn_all(bank, pc_key, base_taken, taken);
    uint8_t counter = *base & STRONGEST;
    count(&counter, taken);
    *base = (uint8_t)((*base & MISPREDICTED) | counter);
    bank->history[1] = bank->history[1] << 1 | bank->history[0] >> 63;
    bank->history[0] = bank->history[0] << 1 | taken;
    if (taken)
        predictor_path(bank, target);
    return (uint8_t)wrong;
}

void predictor_path(struct predictor_bank *bank, uint64_t target)
{
    bank->path = bank->path << 2 ^ (mixed(target) >> 62);
}

static struct target_entry *target_of(struct predictor_bank *bank, unsigned size, unsigned table,
                                      uint64_t key)
{
    return &bank->targets[size][table][key >> (64 - target_bits[size])];
}

/* The entry of the longest path that is known, and its table; NULL and -1 where none is. */
static struct target_entry *known_target(struct predictor_bank *bank, unsigned size,
                                         const uint64_t *key, int *table)
{
    for (*table = TARGET_TABLES - 1; *table >= 0; (*table)--) {
        struct target_entry *e = target_of(bank, size, (unsigned)*table, key[*table]);
        if (e->tag == tag_of(key[*table]))
            return e;
    }
    return NULL;
}

/* A new entry in the next longer path, unless one there has proved right. */
static void allocate_target(struct predictor_bank *bank, unsigned size, const uint64_t *key,
                            int table, uint32_t target)
{
    if (table + 1 >= TARGET_TABLES)
        return;
    struct target_entry *e = target_of(bank, size, (unsigned)table + 1, key[table + 1]);
    if (e->sure > 0)
        e->sure--;
    else
        *e = (struct target_entry){ target, tag_of(key[table + 1]), 0 };
}

/* As learn(), of a jump whose last target was LAST. */
static bool learn_target(struct predictor_bank *bank, unsigned size, const uint64_t *key,
                         uint32_t last, uint32_t target)
{
    int table;
    struct target_entry *e = known_target(bank, size, key, &table);
    bool wrong = (e ? e->target : last) != target;

    if (e && !wrong && e->sure < USEFUL_MOST)
        e->sure++;
    else if (e && wrong && e->sure > 0)
        e->sure--;
    else if (e && wrong)
        e->target = target;
    if (wrong)
        allocate_target(bank, size, key, table, target);
    return wrong;
}

uint8_t predictor_indirect(struct predictor_bank *bank, uint64_t pc, uint64_t target)
{
    uint64_t key[TARGET_TABLES];
    uint32_t *last = &bank->last_target[mixed(pc) >> (64 - LARGEST_TARGET_BITS)];
    uint32_t to = (uint32_t)(target ^ target >> 32);
    unsigned wrong = *last != to;

    for (unsigned t = 0; t < TARGET_TABLES; t++) {
        uint64_t path =
            path_bits[t] < 64 ? bank->path & ((UINT64_C(1) << path_bits[t]) - 1) : bank->path;
        key[t] = mixed(mixed(path + t) ^ pc);
    }
    for (unsigned size = 0; size < SIZES; size++)
        wrong |= (unsigned)learn_target(bank, size, key, *last, to) << (size + 1);
    *last = to;
    predictor_path(bank, target);
    return (uint8_t)wrong;
}
