/* Branch predictors with tagged tables of growing history (after Seznec and Michaud's TAGE), cheap
 * enough to watch every branch of a program: each history is mixed once for all sizes, and what
 * comes again as it was is not looked up again. */
#include "predictor.h"
#include <assert.h>
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
    UNTAGGED = 1 << TAG_SHIFT, /* what an entry can be but for its tag */
    ROW = 1 + 4 + 16,          /* entries */
    LINE = 64,                 /* bytes of a line of this machine's cache */
    MEMOS = 4096,
    PERIOD = 1024, /* branches */
    TRIED = 64,    /* periods of which one tries whether memos are of use */
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
    uint32_t changes; /* counted while memos are used */
    uint8_t unused[LINE - ROW * sizeof(entry) - 2 - sizeof(uint32_t)];
};

static_assert(sizeof(struct row) == LINE, "a row is a line");

/* What a branch found that changed nothing: as long as its rows do not change either, it finds and
 * leaves them so again after the same history. */
struct memo {
    uint64_t pc, history[2];
    uint32_t changes[TABLES]; /* of the rows */
    uint16_t row[TABLES];     /* of each table, which row */
    uint8_t outcome;
    uint32_t since; /* the period that memos are used from: others are no more; 0: none */
};

struct target_entry {
    uint32_t target;
    uint16_t tag;
    uint8_t sure;
};

struct predictor_bank {
    uint64_t history[2]; /* outcomes, the last in bit 0 */
    uint64_t path;       /* two bits of each target */
    uint8_t trained[2][2][UNTAGGED];
    uint32_t periods, in_period, found; /* branches of this period; memos found */
    uint32_t memos_since;               /* this period on memos are used; 0: none are */
    uint8_t base[1 << BASE_BITS];
    uint32_t last_target[1 << LARGEST_TARGET_BITS];
    _Alignas(LINE) struct row table[TABLES][1 << ROW_BITS];
    struct memo memos[MEMOS];
    struct target_entry targets[SIZES][TARGET_TABLES][1 << LARGEST_TARGET_BITS];
};

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
    struct row *row[TABLES];
    unsigned tag[TABLES], more[TABLES]; /* TAG: where entries have it; MORE: the bits that choose
                                           within a row */
};

static inline entry *entry_of(const struct found *f, unsigned size, unsigned table)
{
    return &f->row[table]->entry[row_first[size] + (f->more[table] >> (ROW_MORE - row_more[size]))];
}

static unsigned useful(unsigned e)
{
    return e >> USEFUL_SHIFT & USEFUL_MOST;
}

/* Replaces an entry of a history from table FIRST on that has not proved useful. */
static __attribute__((noinline)) void allocate(const struct found *f, unsigned size, unsigned first,
                                               bool taken)
{
    for (unsigned t = first; t < TABLES; t++) {
        entry *e = entry_of(f, size, t);
        if (useful(*e) == 0) {
            *e = (entry)(f->tag[t] | (taken ? TAKEN : TAKEN - 1));
            return;
        }
    }
    for (unsigned t = first; t < TABLES; t++)
        *entry_of(f, size, t) -= 1 << USEFUL_SHIFT;
}

/* What an entry without its tag becomes where it was RIGHT or wrong; DIFFERS: the predictor without
 * history foretold otherwise. */
static unsigned trained(unsigned e, bool right, bool differs, bool taken)
{
    unsigned counter = e & STRONGEST, use = useful(e);

    counter += (unsigned)(taken & (counter < STRONGEST)) - (unsigned)(!taken & (counter > 0));
    use += (unsigned)(differs & right & (use < USEFUL_MOST)) -
           (unsigned)(differs & !right & (use > 0));
    return use << USEFUL_SHIFT | counter;
}

/* Fills BANK's table of trained(), by what an entry is, what the predictor without history foretold
 * and what happened. */
static void fill_trained(struct predictor_bank *bank)
{
    for (unsigned e = 0; e < UNTAGGED; e++)
        for (unsigned base = 0; base < 2; base++)
            for (unsigned taken = 0; taken < 2; taken++) {
                bool predicted = (e & STRONGEST) >= TAKEN;
                bank->trained[base][taken][e] =
                    (uint8_t)trained(e, predicted == taken, predicted != base, taken);
            }
}

/* Lets one size foretell and learn, by the entry of the longest history that is known. An entry is
 * useful where the predictor without history is wrong. Returns true where it was wrong; *CHANGED
 * (NULL: not asked) becomes true where a row did change. No branch depends on which history that
 * is: the host could not foretell it. */
static inline __attribute__((always_inline)) bool learn(const struct found *f, unsigned size,
                                                        bool base, bool taken,
                                                        const uint8_t become[UNTAGGED],
                                                        bool *changed)
{
    unsigned known = 0, state = UNTAGGED;
    entry none = 0, *at = &none;

    for (unsigned t = 0; t < TABLES; t++) {
        entry *e = entry_of(f, size, t);
        unsigned beyond = *e ^ f->tag[t]; /* its tag: what is left is the rest */
        bool is = beyond < UNTAGGED;
        state = is ? beyond : state;
        at = is ? e : at;
        known = is ? t + 1 : known;
    }
    bool predicted = base;
    if (known) {
        predicted = (state & STRONGEST) >= TAKEN;
        *at = (entry)(*at ^ state ^ become[state]);
        if (changed) {
            bool changes = state != become[state];
            f->row[known - 1]->changes += changes;
            *changed |= changes;
        }
    }
    if (predicted != taken && known < TABLES) {
        allocate(f, size, known, taken);
        for (unsigned t = known; changed && t < TABLES; t++)
            f->row[t]->changes++;
        if (changed)
            *changed = true;
    }
    return predicted != taken;
}

/* As learn(), of all sizes. Returns those that were wrong, from bit 1 on. */
static inline __attribute__((always_inline)) unsigned learn_anew(struct predictor_bank *bank,
                                                                 uint64_t pc, bool base, bool taken,
                                                                 struct found *f, bool *changed)
{
    const uint8_t *become = bank->trained[base][taken];
    unsigned wrong = 0;

    for (unsigned t = 0; t < TABLES; t++) {
        uint64_t key = history_key(bank, pc, history_bits[t]);
        f->row[t] = &bank->table[t][key >> (64 - ROW_BITS)];
        f->more[t] = key >> (64 - ROW_BITS - ROW_MORE) & ((1 << ROW_MORE) - 1);
        f->tag[t] = (unsigned)tag_of(key) << TAG_SHIFT;
    }
    /* SIZES of them: each with constants of its own. */
    wrong |= (unsigned)learn(f, 0, base, taken, become, changed) << 1;
    wrong |= (unsigned)learn(f, 1, base, taken, become, changed) << 2;
    wrong |= (unsigned)learn(f, 2, base, taken, become, changed) << 3;
    return wrong;
}

/* ---- what was found before ---- */

static struct memo *memo_of(struct predictor_bank *bank, uint64_t pc)
{
    uint64_t key = (bank->history[0] ^ bank->history[1] * UINT64_C(0xff51afd7ed558ccd) ^ pc) *
                   UINT64_C(0xc4ceb9fe1a85ec53);

    return &bank->memos[(key ^ key >> 32) >> 20 & (MEMOS - 1)];
}

static bool holds(struct predictor_bank *bank, const struct memo *m, uint64_t pc, uint8_t outcome)
{
    if (m->pc != pc || m->outcome != outcome || m->since != bank->memos_since ||
        m->history[0] != bank->history[0] || m->history[1] != bank->history[1])
        return false;
    uint32_t differ = 0;
    for (unsigned t = 0; t < TABLES; t++)
        differ |= m->changes[t] ^ bank->table[t][m->row[t]].changes;
    return differ == 0;
}

static void keep_memo(struct predictor_bank *bank, struct memo *m, uint64_t pc, uint8_t outcome,
                      const struct found *f)
{
    *m = (struct memo){ .pc = pc,
                        .history = { bank->history[0], bank->history[1] },
                        .outcome = outcome,
                        .since = bank->memos_since };
    for (unsigned t = 0; t < TABLES; t++) {
        m->changes[t] = f->row[t]->changes;
        m->row[t] = (uint16_t)(f->row[t] - bank->table[t]);
    }
}

/* One period in TRIED uses memos; those that follow do where half of its branches had one. */
static __attribute__((noinline)) void end_period(struct predictor_bank *bank)
{
    if (bank->periods % TRIED == 0 && bank->found < PERIOD / 2)
        bank->memos_since = 0;
    bank->in_period = bank->found = 0;
    if (++bank->periods % TRIED == 0) /* changes were not counted until now */
        bank->memos_since = bank->memos_since ? bank->memos_since : bank->periods;
}

/* As learn_anew(), or what a memo holds. Apart from what runs without memos. */
static __attribute__((noinline)) unsigned learn_with_memos(struct predictor_bank *bank, uint64_t pc,
                                                           bool base, bool taken)
{
    uint8_t outcome = (uint8_t)(base + 2 * taken);
    struct memo *m = memo_of(bank, pc);
    struct found f;
    bool changed = false;

    if (holds(bank, m, pc, outcome)) {
        bank->found++;
        return 0;
    }
    unsigned wrong = learn_anew(bank, pc, base, taken, &f, &changed);
    if (!changed && wrong == 0)
        keep_memo(bank, m, pc, outcome, &f);
    return wrong;
}

static unsigned learn_all(struct predictor_bank *bank, uint64_t pc, bool base, bool taken)
{
    struct found f;

    if (++bank->in_period == PERIOD)
        end_period(bank);
    return bank->memos_since ? learn_with_memos(bank, pc, base, taken)
                             : learn_anew(bank, pc, base, taken, &f, NULL);
}

struct predictor_bank *predictor_new(void)
{
    struct predictor_bank *bank = aligned_alloc(LINE, sizeof *bank);

    if (bank) {
        memset(bank, 0, sizeof *bank);
        memset(bank->base, TAKEN, sizeof bank->base);
        fill_trained(bank);
    }
    return bank;
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
