/* Makes up reports: the values of a kind, what a fault changes, and noise. */
#include "made_fleet.h"
#include "policy/splitmix.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const made_fault_names[MADE_FAULTS] = { "none",
                                                    "way less",
                                                    "memory +5 %",
                                                    "memory +10 %",
                                                    "memory +15 %",
                                                    "memory +20 %",
                                                    "clock -10 %",
                                                    "slow division",
                                                    "half a TLB",
                                                    "prefetcher off",
                                                    "large pages off",
                                                    "slow core",
                                                    "another compiler",
                                                    "microcode",
                                                    "L2 latency +20 %",
                                                    "channel missing" };

static const struct made_kind {
    const char *arch, *model;
    unsigned share; /* of 100 boards */
    unsigned cores, levels;
    struct {
        double size, ways, latency;
    } cache[3];
    double memory, hz, tlb[2], division;
} kinds[] = {
    { "x86_64",
      "Alpha 9000",
      40,
      8,
      3,
      { { 32768, 8, 4 }, { 1048576, 16, 14 }, { 33554432, 16, 45 } },
      225,
      2.4e9,
      { 64, 1536 },
      12 },
    { "aarch64",
      "Beta N1",
      30,
      16,
      2,
      { { 65536, 4, 4 }, { 524288, 8, 11 } },
      109,
      2.0e9,
      { 48, 1024 },
      9 },
    { "x86_64",
      "Gamma 5",
      20,
      8,
      3,
      { { 49152, 12, 5 }, { 1310720, 20, 14 }, { 25165824, 12, 70 } },
      310,
      3.1e9,
      { 96, 2048 },
      15 },
    { "x86_64",
      "Delta 2",
      10,
      4,
      2,
      { { 32768, 8, 3 }, { 4194304, 16, 14 } },
      180,
      1.8e9,
      { 256, 512 },
      22 },
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* ---- boards ---- */

static unsigned kind_of(const struct made_fleet *f, unsigned board, unsigned *index)
{
    unsigned first = 0, k = 0;

    for (; k + 1 < KINDS && board >= first + f->boards * kinds[k].share / 100; k++)
        first += f->boards * kinds[k].share / 100;
    *index = board - first;
    return k;
}

/* Few boards of a kind have memory faults: were they many, they would be its second way. */
static const unsigned char fault_kind[MADE_FAULTS] = {
    [FAULT_WAY_LESS] = 0,   [FAULT_MEMORY_5] = 0,    [FAULT_MEMORY_10] = 1, [FAULT_MEMORY_15] = 2,
    [FAULT_MEMORY_20] = 0,  [FAULT_CLOCK] = 1,       [FAULT_DIVISION] = 2,  [FAULT_HALF_TLB] = 0,
    [FAULT_PREFETCHER] = 1, [FAULT_LARGE_PAGES] = 2, [FAULT_SLOW_CORE] = 1, [FAULT_COMPILER] = 2,
    [FAULT_MICROCODE] = 0,  [FAULT_L2_LATENCY] = 1,  [FAULT_CHANNEL] = 2
};

enum made_fault made_fault_of(const struct made_fleet *f, unsigned board)
{
    unsigned index, kind = kind_of(f, board, &index);

    for (unsigned fault = 1; fault < MADE_FAULTS; fault++)
        if (fault_kind[fault] == kind &&
            index == (2 * fault + f->seed) % (f->boards * kinds[kind].share / 100))
            return (enum made_fault)fault;
    return FAULT_NONE;
}

void made_name(char to[16], unsigned board)
{
    snprintf(to, 16, "n%04u", board + 1);
}

int64_t made_began(const struct made_fleet *f, unsigned board, unsigned run)
{
    (void)f;
    return 1788220800 + 86400 * (int64_t)run + 61 * (int64_t)board; /* from 2026-09-01 */
}

/* ---- noise ---- */

struct noise {
    const struct made_fleet *fleet;
    uint64_t state;
    double shared; /* by how much this run is slower than usual, a logarithm */
    enum made_fault fault;
    const struct made_kind *kind;
    struct results *results;
};

static double uniform(struct noise *n)
{
    return ((double)(splitmix(&n->state) >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(struct noise *n)
{
    double radius = sqrt(-2 * log(uniform(n)));

    return radius * cos(2 * 3.14159265358979 * uniform(n));
}

static double student4(struct noise *n)
{
    double sum = 0, x = normal(n);

    for (int i = 0; i < 4; i++) {
        double y = normal(n);
        sum += y * y;
    }
    return x / sqrt(sum / 4);
}

/* How sure the next answer is. */
static double sure_of(struct noise *n)
{
    return n->fleet->noise == MADE_DOUBTS && uniform(n) < 1.0 / 3 ? 0.01 + 0.39 * uniform(n) : 0.95;
}

static bool is_doubtful(const struct result *r)
{
    return r->confidence < 0.5;
}

/* VALUE as one run measures it; SCALE: how much more than usual this answer scatters. */
static double measured(struct noise *n, double value, double scale)
{
    double deviation = n->fleet->noise == MADE_HEAVY ? student4(n) : normal(n);
    double disturbed = n->fleet->noise == MADE_BURSTS && uniform(n) < 0.02 ? uniform(n) / 2 : 0;

    return value * exp(n->fleet->spread * scale * deviation) * (1 + disturbed);
}

/* ---- answers ---- */

static struct result *add(struct noise *n, const char *id, const char *unit)
{
    struct result *r = result_add(n->results, id_read(id));

    snprintf(r->unit, sizeof r->unit, "%s", unit);
    r->confidence = sure_of(n);
    return r;
}

static void add_quantity(struct noise *n, const char *id, const char *unit, double value,
                         double scale)
{
    struct result *r = add(n, id, unit);

    r->value = measured(n, value, is_doubtful(r) ? 2 * scale : scale) *
               exp(strcmp(unit, "B/cycle") == 0 ? -n->shared : n->shared);
    if (uniform(n) < 0.003) { /* a rule's precondition was not met this time */
        r->kind = RESULT_NULL;
        r->confidence = 0;
    }
}

/* One run in WAVER finds one more or less. */
static void add_count(struct noise *n, const char *id, double value, double waver)
{
    struct result *r = add(n, id, "count");

    waver = is_doubtful(r) ? fmax(waver, 0.03) : waver;
    r->value = uniform(n) < waver ? value + (uniform(n) < 0.5 && value > 1 ? -1 : 1) : value;
}

static void add_size(struct noise *n, const char *id, double bytes)
{
    struct result *r = add(n, id, "B");

    r->nominal = is_doubtful(r) && uniform(n) < 0.03 ? bytes / 2 : bytes;
    r->has_nominal = true;
    r->value = floor(measured(n, bytes, 0.5));
}

static void add_name(struct noise *n, const char *id, const char *name)
{
    struct result *r = add(n, id, "name");

    r->kind = RESULT_NAME;
    snprintf(r->text, sizeof r->text, "%s", name);
}

/* Value of a part of the machine that FAULT, and no other, changes by FACTOR. */
static double hit(const struct noise *n, enum made_fault fault, double factor)
{
    return n->fault == fault ? factor : 1;
}

static double memory_factor(const struct noise *n)
{
    return hit(n, FAULT_MEMORY_5, 1.05) * hit(n, FAULT_MEMORY_10, 1.10) *
           hit(n, FAULT_MEMORY_15, 1.15) * hit(n, FAULT_MEMORY_20, 1.20) *
           hit(n, FAULT_CLOCK, 0.9) * hit(n, FAULT_LARGE_PAGES, 1.12) *
           hit(n, FAULT_MICROCODE, 1.15);
}

static void add_cache(struct noise *n, unsigned level)
{
    char id[64];
    double ways = n->kind->cache[level].ways, size = n->kind->cache[level].size;
    double less = level == 1 && n->fault == FAULT_WAY_LESS ? 1 : 0;

    snprintf(id, sizeof id, "cache.%u.size", level + 1);
    add_size(n, id, size / ways * (ways - less));
    snprintf(id, sizeof id, "cache.%u.ways", level + 1);
    add_count(n, id, ways - less, 0.005);
    snprintf(id, sizeof id, "cache.%u.latency", level + 1);
    add_quantity(n, id, "cycle",
                 n->kind->cache[level].latency * (level == 1 ? hit(n, FAULT_L2_LATENCY, 1.2) : 1),
                 1);
    snprintf(id, sizeof id, "cache.%u.line", level + 1);
    add_size(n, id, 64);
    snprintf(id, sizeof id, "cache.%u.policy", level + 1);
    add_name(n, id, "lru");
}

/* What a load in memory takes shows in each of these. */
static void add_memory(struct noise *n)
{
    static const char *const moves[] = { "read", "write", "copy" };
    double memory = n->kind->memory * memory_factor(n), off = hit(n, FAULT_PREFETCHER, 0.6);
    char id[64];

    add_quantity(n, "memory.latency", "cycle", memory, 1);
    add_quantity(n, "tlb.walk", "cycle", memory * hit(n, FAULT_LARGE_PAGES, 1.3), 1);
    for (unsigned i = 0; i < 3; i++) {
        snprintf(id, sizeof id, "bandwidth.memory.%s", moves[i]);
        add_quantity(n, id, "B/cycle", 1200 / memory * off, 1);
        snprintf(id, sizeof id, "loaded.memory.%s.latency", moves[i]);
        add_quantity(n, id, "cycle", memory * 1.4 * hit(n, FAULT_CHANNEL, 1.3), 1.5);
        for (unsigned contexts = 2; contexts <= n->kind->cores; contexts *= 2) {
            snprintf(id, sizeof id, "bandwidth.memory.%s.%u", moves[i], contexts);
            add_quantity(n, id, "B/cycle",
                         1000 * sqrt(contexts) / memory * off *
                             hit(n, FAULT_CHANNEL, contexts > 2 ? 0.7 : 0.9),
                         2);
        }
    }
    add_count(n, "memory.mlp", 10, 0.2);
}

static void add_tlbs(struct noise *n)
{
    add_size(n, "tlb.page", 4096);
    add_count(n, "tlb.levels", 2, 0.002);
    add_count(n, "tlb.1.entries", n->kind->tlb[0], 0.01);
    add_count(n, "tlb.2.entries", n->kind->tlb[1] * hit(n, FAULT_HALF_TLB, 0.5), 0.01);
    add_quantity(n, "tlb.1.penalty", "cycle", 7, 1);
    add_quantity(n, "tlb.2.penalty", "cycle", 25, 1);
    add_name(n, "huge_page.tlb_reach", n->fault == FAULT_LARGE_PAGES ? "none" : "gained");
}

static void add_operation(struct noise *n, const char *op, const char *type, double latency)
{
    double slow = strcmp(op, "div") == 0 ? hit(n, FAULT_DIVISION, 1.8) : 1;
    char id[64];

    snprintf(id, sizeof id, "op.%s.%s.latency", op, type);
    add_quantity(n, id, "cycle", latency * slow, 0.5);
    snprintf(id, sizeof id, "op.%s.%s.rthroughput", op, type);
    add_quantity(n, id, "cycle", latency * slow / 4, 0.5);
    snprintf(id, sizeof id, "op.%s.%s.in_flight", op, type);
    add_count(n, id, 4, 0.05);
}

static void add_operations(struct noise *n)
{
    static const char *const types[] = { "i32", "i64", "f32", "f64" };
    static const char *const ops[] = { "add", "mul", "div" };

    for (unsigned t = 0; t < 4; t++)
        for (unsigned o = 0; o < 3; o++)
            add_operation(n, ops[o], types[t],
                          o == 2 ? n->kind->division + t : (o + 1) * (t < 2 ? 1 : 3));
}

static void add_contexts(struct noise *n)
{
    char id[64];

    add_count(n, "contexts.int", n->kind->cores, 0.01);
    add_count(n, "contexts.smp", n->kind->cores, 0.01);
    for (unsigned i = 0; i < n->kind->cores; i++) {
        double slow = i == 3 ? hit(n, FAULT_SLOW_CORE, 1.3) : 1;

        snprintf(id, sizeof id, "context.%u.cycle", i);
        add_quantity(n, id, "ns", 1e9 / n->kind->hz / hit(n, FAULT_CLOCK, 0.9) * slow, 0.5);
        snprintf(id, sizeof id, "context.%u.memory.latency", i);
        add_quantity(n, id, "cycle", n->kind->memory * memory_factor(n) / slow, 1);
    }
}

static void add_key(struct made_keys *k, const char *key, const char *value)
{
    snprintf(k->text[k->n], MADE_TEXT, "%s", value);
    k->key[k->n] = (struct log_key){ (char *)key, k->text[k->n] };
    k->n++;
}

static void add_number(struct made_keys *k, const char *key, long long number)
{
    char text[32];

    snprintf(text, sizeof text, "%lld", number);
    add_key(k, key, text);
}

static void add_keys(const struct noise *n, unsigned board, unsigned run, struct made_keys *keys)
{
    char name[16];

    made_name(name, board);
    add_key(keys, "target", "host_posix");
    add_key(keys, "arch", n->kind->arch);
    add_number(keys, "word", 64);
    add_number(keys, "cores", n->kind->cores);
    add_key(keys, "os", "linux");
    add_key(keys, "cc", n->fault == FAULT_COMPILER ? "gcc 13.1.0" : "gcc 12.2.0");
    add_key(keys, "node", name);
    add_number(keys, "began", made_began(n->fleet, board, run));
    add_key(keys, "model", n->kind->model);
    add_key(keys, "microcode", n->fault == FAULT_MICROCODE ? "0x2b000590" : "0x2b000461");
    add_key(keys, "os_release", "6.1.0-25");
    add_key(keys, "thp", n->fault == FAULT_LARGE_PAGES ? "never" : "always");
    add_number(keys, "boot", 7 * board + 1000000LL * (run / 10));
}

void made_run(const struct made_fleet *f, unsigned board, unsigned run, struct made_keys *keys,
              struct results *results)
{
    unsigned index, kind = kind_of(f, board, &index);
    struct noise n = { .fleet = f, .kind = &kinds[kind], .results = results };

    n.state = f->seed * 1000003 + board * 977 + run;
    n.state = splitmix(&n.state);
    if (f->noise == MADE_SHARED)
        n.shared = f->spread * normal(&n);
    n.fault = run >= f->fault_from ? made_fault_of(f, board) : FAULT_NONE;
    keys->n = 0;
    add_keys(&n, board, run, keys);
    add_quantity(&n, "cpu.frequency", "Hz", n.kind->hz * hit(&n, FAULT_CLOCK, 0.9), 0.5);
    add_count(&n, "cache.levels", n.kind->levels, 0.002);
    for (unsigned level = 0; level < n.kind->levels; level++)
        add_cache(&n, level);
    add_memory(&n);
    add_tlbs(&n);
    add_operations(&n);
    add_contexts(&n);
    add_quantity(&n, "branch.penalty", "cycle", 17 * hit(&n, FAULT_MICROCODE, 1.3), 1);
    add_quantity(&n, "os.timeslice", "s", 0.004, 4);
}
