/* Right answers, from a machine file, and how an answer is held against them. */
#include "truth.h"
#include "dram.h"
#include "truth_ops.h"
#include "truth_topology.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double cycles_share = 0.03, cycles_least = 0.5, peak_share = 0.02, fine_share = 0.005,
                    rough_share = 0.1;
static const double same = 1e-6; /* relative: rounding of a decimal fraction of a cycle */

void truth_expect(struct truth *t, const struct sim_machine *machine)
{
    enum sim_expects expects = sim_machine_expects(machine, t->id);

    if (expects == SIM_EXPECTS_NULL)
        t->kind = TRUTH_NULL;
    t->or_null = expects == SIM_EXPECTS_EITHER;
}

struct list {
    const struct sim_machine *machine;
    struct truth *at;
    size_t n;
};

/* Adds the truth about an id (printf-like), or null where the file expects that. */
static struct truth *add(struct list *l, enum truth_kind kind, double value, const char *id, ...)
    __attribute__((format(printf, 4, 5)));
static struct truth *add(struct list *l, enum truth_kind kind, double value, const char *id, ...)
{
    struct truth *t = &l->at[l->n++];
    va_list args;

    *t = (struct truth){ .kind = kind, .value = value, .also = value };
    va_start(args, id);
    vsnprintf(t->id, sizeof t->id, id, args);
    va_end(args);
    truth_expect(t, l->machine);
    return t;
}

static double cycles(uint64_t sixteenths)
{
    return (double)sixteenths / 16;
}

static uint64_t ways_of(const struct sim_cache *c)
{
    return c->ways ? c->ways : c->size_bytes / c->line_bytes;
}

/* Returns the bytes that a program gets of cache I: of an exclusive pair the sum, as far as it goes
 * round. The nearer cache holds what was used last, so many whole lines of each set of the farther
 * one; where it does not hold one of each, some set overflows as soon as the farther cache alone is
 * full. */
static uint64_t size_got(const struct sim_machine *m, unsigned i)
{
    uint64_t bytes = m->cache[i].size_bytes, way = bytes / ways_of(&m->cache[i]);

    if (i > 0 && m->cache[i].inclusion == SIM_EXCLUSIVE)
        bytes += size_got(m, i - 1) / way * way;
    return bytes;
}

static uint64_t ways_got(const struct sim_machine *m, unsigned i)
{
    uint64_t ways = ways_of(&m->cache[i]);

    for (; i > 0 && m->cache[i].inclusion == SIM_EXCLUSIVE; i--)
        ways += ways_of(&m->cache[i - 1]);
    return ways;
}

/* Returns the policy of cache I as loads can tell it: README.md says which cannot be told apart. */
static const char *policy_got(const struct sim_cache *c)
{
    bool pair =
        ways_of(c) == 2 && (c->policy == REPLACEMENT_PLRU || c->policy == REPLACEMENT_BITPLRU ||
                            c->policy == REPLACEMENT_NRU_RANDOM);

    if (c->inclusion == SIM_EXCLUSIVE &&
        (c->policy == REPLACEMENT_LRU || c->policy == REPLACEMENT_FIFO || pair))
        return "lru or fifo";
    if (c->policy == REPLACEMENT_LRU_PLRU && !replacement_has_trees((uint32_t)ways_of(c)))
        return replacement_names[ways_of(c) % 2 == 0 ? REPLACEMENT_PLRU : REPLACEMENT_LRU];
    return pair ? "lru" : replacement_names[c->policy];
}

static void add_names(struct list *l, unsigned i)
{
    static const char *const inclusions[] = { "nine", "inclusive", "exclusive" };
    static const char *const writes[] = { "back", "through" };
    const struct sim_cache *c = &l->machine->cache[i];
    struct truth *policy = add(l, TRUTH_NAME, 0, "cache.%u.policy", i + 1);

    policy->name = policy_got(c);
    if (ways_of(c) == 1) /* nothing to choose */
        policy->kind = TRUTH_NULL;
    if (i > 0)
        add(l, TRUTH_NAME, 0, "cache.%u.inclusion", i + 1)->name = inclusions[c->inclusion];
    if (i == 0) {
        add(l, TRUTH_NAME, 0, "cache.1.write")->name = writes[c->write];
        add(l, TRUTH_NAME, 0, "cache.1.allocate")->name = c->allocate ? "write" : "read";
    }
}

static void add_cache(struct list *l, unsigned i)
{
    const struct sim_cache *c = &l->machine->cache[i];

    add(l, TRUTH_COUNT, (double)size_got(l->machine, i), "cache.%u.size", i + 1);
    add(l, TRUTH_COUNT, (double)c->line_bytes, "cache.%u.line", i + 1);
    add(l, TRUTH_COUNT, (double)ways_of(c), "cache.%u.ways", i + 1)->also =
        (double)ways_got(l->machine, i);
    add(l, TRUTH_CYCLES, cycles(c->latency_16ths), "cache.%u.latency", i + 1);
    add_names(l, i);
}

/* Returns the level that prefetchers fill (hal/sim/model/prefetch.c). */
static unsigned prefetched_level(const struct sim_machine *m)
{
    return m->n_caches > 1 ? 2 : 1;
}

/* Prefetchers of the level that they fill; a nearer one has none. */
static void add_prefetchers(struct list *l)
{
    const struct sim_machine *m = l->machine;
    unsigned level = prefetched_level(m);

    for (unsigned k = 1; k < level; k++)
        add(l, TRUTH_NAME, 0, "prefetch.%u.adjacent", k)->name = "none";
    add(l, TRUTH_NAME, 0, "prefetch.%u.adjacent", level)->name = m->next_line ? "next"
                                                                 : m->pair    ? "pair"
                                                                              : "none";
    if (!m->stride) {
        add(l, TRUTH_NULL, 0, "prefetch.%u.stride", level);
        return;
    }
    add(l, TRUTH_COUNT, (double)m->reach_bytes, "prefetch.%u.stride", level);
    add(l, TRUTH_COUNT, (double)m->ahead, "prefetch.%u.ahead", level);
    add(l, TRUTH_COUNT, (double)m->streams, "prefetch.%u.streams", level);
    add(l, TRUTH_NAME, 0, "prefetch.%u.direction", level)->name = m->only_up ? "up" : "both";
    add(l, TRUTH_NAME, 0, "prefetch.%u.page", level)->name = m->beyond_page ? "beyond" : "within";
}

static void add_tlb(struct list *l, unsigned i)
{
    const struct sim_tlb *t = &l->machine->tlb[i];

    add(l, TRUTH_COUNT, (double)t->entries, "tlb.%u.entries", i + 1);
    add(l, TRUTH_COUNT, (double)(t->ways ? t->ways : t->entries), "tlb.%u.ways", i + 1);
    if (i > 0)
        add(l, TRUTH_CYCLES, cycles(t->penalty_16ths), "tlb.%u.penalty", i + 1);
}

/* Nanoseconds that CYCLES_16THS are beyond those of a hit in L1. */
static double beyond_l1_ns(const struct sim_machine *m, uint64_t cycles_16ths)
{
    return cycles(cycles_16ths - m->cache[0].latency_16ths) * 1e3 / (double)m->mhz;
}

/* DRAM, behind one cache at least. A load that waits for a refresh waits for all of it at most. */
static void add_dram(struct list *l)
{
    const struct sim_machine *m = l->machine;
    uint64_t mask[SIM_BANK_BITS];
    unsigned n = sim_dram_masks(m->dram_bits, mask);
    enum truth_kind refresh = m->refresh_ns > 0 ? TRUTH_FINE : TRUTH_NULL;

    add(l, refresh, (double)m->refresh_ns, "dram.refresh.interval");
    add(l, refresh == TRUTH_NULL ? TRUTH_NULL : TRUTH_ROUGH, (double)m->refresh_lasts_ns,
        "dram.refresh.duration");
    add(l, TRUTH_SHARE, beyond_l1_ns(m, m->dram_hit_16ths), "dram.row_hit.latency");
    add(l, TRUTH_SHARE, beyond_l1_ns(m, m->dram_closed_16ths), "dram.row_miss.latency");
    add(l, TRUTH_SHARE, beyond_l1_ns(m, m->memory_16ths), "dram.row_conflict.latency");
    add(l, TRUTH_COUNT, (double)((uint64_t)1 << n), "dram.banks");
    add(l, TRUTH_NAME, 0, "dram.bank_bits")->name = m->dram_bits;
}

static void add_btb(struct list *l, unsigned i)
{
    const struct sim_machine *m = l->machine;
    const struct sim_btb *b = &m->btb[i];
    uint64_t next = i + 1 < m->n_btbs ? m->btb[i + 1].penalty_16ths : m->btb_miss_16ths;

    add(l, TRUTH_COUNT, (double)b->entries, "branch.btb.%u.entries", i + 1);
    add(l, TRUTH_CYCLES, cycles(next - b->penalty_16ths), "branch.btb.%u.penalty", i + 1);
    add(l, TRUTH_COUNT, (double)(b->ways ? b->ways : b->entries), "branch.btb.%u.ways", i + 1);
}

double truth_cycle_16ths(const struct sim_machine *machine)
{
    return (double)machine->add_16ths * (2 * machine->add_16ths == 16 ? 2 : 1);
}

size_t truth_of(const struct sim_machine *machine, struct truth truths[TRUTHS_MOST])
{
    struct list l = { .machine = machine, .at = truths };

    if (machine->resolution_ticks > 1)
        add(&l, TRUTH_SHARE, (double)machine->resolution_ticks * 1e3 / (double)machine->mhz,
            "timer.step");
    add(&l, TRUTH_COUNT, machine->n_caches, "cache.levels");
    for (unsigned i = 0; i < machine->n_caches; i++)
        add_cache(&l, i);
    if (machine->n_caches > 0)
        add_prefetchers(&l);
    add(&l, TRUTH_CYCLES, cycles(machine->memory_16ths), "memory.latency");
    if (machine->n_caches > 0)
        add(&l, TRUTH_SHARE,
            (double)machine->cache[machine->n_caches - 1].line_bytes * truth_cycle_16ths(machine) /
                (double)machine->memory_16ths,
            "bandwidth.memory.random_dependent");
    struct truth *page = add(&l, TRUTH_COUNT, (double)machine->page_bytes, "tlb.page");
    if (machine->n_tlbs == 0) /* no access tells one page from another */
        page->kind = TRUTH_NULL;
    add(&l, TRUTH_COUNT, machine->n_tlbs, "tlb.levels");
    for (unsigned i = 0; i < machine->n_tlbs; i++)
        add_tlb(&l, i);
    for (unsigned i = 0; i < machine->n_btbs; i++)
        add_btb(&l, i);
    if (machine->return_stack > 0)
        add(&l, TRUTH_COUNT, (double)machine->return_stack, "branch.return_stack.entries");
    if (machine->dram_hit_16ths > 0 && machine->n_caches > 0)
        add_dram(&l);
    l.n += truth_ops(machine, truths + l.n);
    return l.n + truth_topology(machine, truths + l.n);
}

static bool equal(double a, double b)
{
    return fabs(a - b) <= same * fmax(fabs(a), fabs(b));
}

static bool count_is(const struct result *r, double value)
{
    return equal(r->value, value) || (r->has_nominal && equal(r->nominal, value));
}

static enum verdict number_verdict(const struct truth *t, const struct result *r)
{
    if (r->kind != RESULT_NUMBER)
        return VERDICT_WRONG;
    if (t->kind == TRUTH_COUNT)
        return count_is(r, t->value) || count_is(r, t->also) ? VERDICT_EXACT : VERDICT_WRONG;
    if (equal(r->value, t->value))
        return VERDICT_EXACT;
    double share = t->kind == TRUTH_PEAK    ? peak_share
                   : t->kind == TRUTH_FINE  ? fine_share
                   : t->kind == TRUTH_ROUGH ? rough_share
                                            : cycles_share;
    double most = fmax(share * t->value, t->kind == TRUTH_CYCLES ? cycles_least : 0);
    return fabs(r->value - t->value) <= most ? VERDICT_WITHIN : VERDICT_WRONG;
}

enum verdict truth_verdict(const struct truth *truth, const struct result *result)
{
    bool none = !result || result->kind == RESULT_NULL || result->kind == RESULT_NONE;

    if (truth->kind == TRUTH_NULL)
        return none ? VERDICT_EXACT : VERDICT_WRONG;
    if (none)
        return truth->or_null ? VERDICT_EXACT : VERDICT_NULL;
    if (truth->kind != TRUTH_NAME)
        return number_verdict(truth, result);
    return result->kind == RESULT_NAME && strcmp(result->text, truth->name) == 0 ? VERDICT_EXACT
                                                                                 : VERDICT_WRONG;
}

bool truth_recovered(enum verdict verdict)
{
    return verdict == VERDICT_EXACT || verdict == VERDICT_WITHIN;
}

const char *truth_verdict_name(enum verdict verdict)
{
    static const char *const names[] = { "exact", "within", "wrong", "null" };

    return names[verdict];
}

void truth_text(const struct truth *t, char text[TRUTH_TEXT_BYTES])
{
    if (t->kind == TRUTH_NULL)
        snprintf(text, TRUTH_TEXT_BYTES, "null");
    else if (t->kind == TRUTH_NAME)
        snprintf(text, TRUTH_TEXT_BYTES, "%s", t->name);
    else if (t->also != t->value)
        snprintf(text, TRUTH_TEXT_BYTES, "%.10g or %.10g", t->value, t->also);
    else
        snprintf(text, TRUTH_TEXT_BYTES, "%.10g", t->value);
}

void truth_answer_text(const struct result *r, char text[TRUTH_TEXT_BYTES])
{
    if (!r)
        snprintf(text, TRUTH_TEXT_BYTES, "-");
    else if (r->kind == RESULT_NAME)
        snprintf(text, TRUTH_TEXT_BYTES, "%s", r->text);
    else if (r->kind == RESULT_NUMBER && r->has_nominal && r->nominal != r->value)
        snprintf(text, TRUTH_TEXT_BYTES, "%.6g (%.10g)", r->value, r->nominal);
    else if (r->kind == RESULT_NUMBER)
        snprintf(text, TRUTH_TEXT_BYTES, "%.10g", r->value);
    else
        snprintf(text, TRUTH_TEXT_BYTES, "null");
}

void truth_kind_of(const char *id, char kind[48])
{
    size_t n = 0;

    for (; *id && n < 47; id++) {
        bool digit = *id >= '0' && *id <= '9';
        if (!digit || n == 0 || kind[n - 1] != 'N')
            kind[n++] = digit ? 'N' : *id;
    }
    kind[n] = 0;
}
