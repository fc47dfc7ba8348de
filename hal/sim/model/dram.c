/* DRAM: a bank has one row open at a time; a refresh closes the rows of all banks. */
#include "dram.h"
#include <stdlib.h>

enum { HIGHEST_BIT = 40 };

struct sim_row {
    uint64_t row;        /* that is open, or was */
    uint64_t used_16ths; /* when it was loaded from; 0: never */
};

struct sim_dram {
    uint64_t interval_16ths, lasts_16ths, idle_16ths; /* 0: none */
    uint64_t hit_16ths, closed_16ths, conflict_16ths;
    unsigned row_shift, n_bits;
    uint64_t mask[SIM_BANK_BITS];
    struct sim_row bank[];
};

/* Reads a bit's number at *TEXT, which moves past it. HIGHEST_BIT and more: it is none. */
static unsigned read_bit(const char **text)
{
    unsigned bit = 0;

    if (**text < '0' || **text > '9')
        return HIGHEST_BIT;
    for (; **text >= '0' && **text <= '9' && bit < HIGHEST_BIT; ++*text)
        bit = 10 * bit + (unsigned)(**text - '0');
    return bit;
}

unsigned sim_dram_masks(const char *text, uint64_t mask[SIM_BANK_BITS])
{
    unsigned n = 0;

    while (*text != 0 && n < SIM_BANK_BITS) {
        for (mask[n] = 0;; text++) {
            unsigned bit = read_bit(&text);
            if (bit >= HIGHEST_BIT)
                return 0;
            mask[n] ^= (uint64_t)1 << bit;
            if (*text != '^')
                break;
        }
        n++;
        if (*text != 0 && *text != ' ')
            return 0;
        while (*text == ' ')
            text++;
    }
    return *text == 0 ? n : 0;
}

static uint64_t in_16ths(const struct sim_machine *m, uint64_t ns)
{
    return ns * m->mhz * SIM_16THS / 1000;
}

struct sim_dram *sim_dram_new(const struct sim_machine *m)
{
    uint64_t mask[SIM_BANK_BITS] = { 0 };
    unsigned n = sim_dram_masks(m->dram_bits, mask);
    struct sim_dram *d = NULL;

    if (m->dram_hit_16ths > 0)
        d = calloc(1, sizeof *d + ((size_t)1 << n) * sizeof d->bank[0]);
    if (d == NULL)
        return NULL;
    d->n_bits = n;
    for (unsigned i = 0; i < n; i++)
        d->mask[i] = mask[i];
    d->row_shift = (unsigned)__builtin_ctzll(m->dram_row_bytes) + n;
    d->interval_16ths = in_16ths(m, m->refresh_ns);
    d->lasts_16ths = in_16ths(m, m->refresh_lasts_ns);
    d->idle_16ths = in_16ths(m, m->dram_idle_ns);
    d->hit_16ths = m->dram_hit_16ths;
    d->closed_16ths = m->dram_closed_16ths;
    d->conflict_16ths = m->memory_16ths;
    return d;
}

void sim_dram_free(struct sim_dram *dram)
{
    free(dram);
}

static unsigned bank_of(const struct sim_dram *d, uint64_t physical)
{
    unsigned bank = 0;

    for (unsigned i = 0; i < d->n_bits; i++)
        bank |= (unsigned)__builtin_parityll(physical & d->mask[i]) << i;
    return bank;
}

/* Whether B's row is still open at CLOCK: no refresh has come between, and it was not idle. */
static bool is_open(const struct sim_dram *d, const struct sim_row *b, uint64_t clock)
{
    if (b->used_16ths == 0 || b->used_16ths >= clock) /* another context may be ahead */
        return b->used_16ths != 0;
    if (d->idle_16ths > 0 && clock - b->used_16ths >= d->idle_16ths)
        return false;
    return d->interval_16ths == 0 || clock / d->interval_16ths == b->used_16ths / d->interval_16ths;
}

uint64_t sim_dram_load_16ths(struct sim_dram *d, uint64_t physical, uint64_t clock)
{
    struct sim_row *b = &d->bank[bank_of(d, physical)];
    uint64_t row = physical >> d->row_shift, wait = 0;
    uint64_t since = d->interval_16ths > 0 ? clock % d->interval_16ths : d->lasts_16ths;

    if (since < d->lasts_16ths)
        wait = d->lasts_16ths - since;
    uint64_t took = !is_open(d, b, clock + wait) ? d->closed_16ths
                    : b->row == row              ? d->hit_16ths
                                                 : d->conflict_16ths;
    *b = (struct sim_row){ row, clock + wait + took };
    return wait + took;
}
