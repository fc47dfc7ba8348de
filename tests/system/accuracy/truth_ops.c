/* Right answers about contexts, the scheduler and operations, from a machine file. */
#include "truth_ops.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Copies word NUMBER of WORDS, which blanks separate, into TO. */
static void word(const char *words, unsigned number, char to[16])
{
    for (; number > 0; number--)
        words += strcspn(words, " ") + 1;
    snprintf(to, 16, "%.*s", (int)strcspn(words, " "), words);
}

struct place {
    struct truth *at;
    size_t n;
    char name[40]; /* "op.add.i32." */
};

static void add(struct place *p, enum truth_kind kind, double value, const char *what)
{
    struct truth *t = &p->at[p->n++];

    *t = (struct truth){ .kind = kind, .value = value, .also = value };
    snprintf(t->id, sizeof t->id, "%s%s", p->name, what);
}

/* Whether probe ops times operation NUMBER: stores and branches are in pairs alone. */
static bool is_timed_alone(unsigned number)
{
    return number / SIM_TYPES != SIM_STORE && number / SIM_TYPES != SIM_BRANCH;
}

/* Appends the truths of operation NUMBER as a program sees it: a "cycle" is the machine's addition,
 * and no more operations start in a cycle than it issues. */
static void one(struct place *p, const struct sim_machine *m, unsigned number)
{
    const struct sim_op *op = &m->op[number];
    double cycle = truth_cycle_16ths(m);
    double latency = (double)op->latency_16ths / cycle;
    double interval =
        fmax((double)op->interval_16ths / (double)op->units, 16.0 / (double)m->issue) / cycle;
    char name[16], type[16];

    word(SIM_OP_NAMES, number / SIM_TYPES, name);
    word(SIM_TYPE_NAMES, number % SIM_TYPES, type);
    snprintf(p->name, sizeof p->name, "op.%.8s.%.8s.", name, type);
    add(p, TRUTH_SHARE, latency, "latency");
    add(p, TRUTH_SHARE, interval, "rthroughput");
    add(p, TRUTH_SHARE, 1 / interval, "throughput");
    add(p, TRUTH_COUNT, fmax(1, floor(latency / interval)), "in_flight");
}

static void fused(struct place *p, const struct sim_machine *m, unsigned type)
{
    const struct sim_op *mul = &m->op[SIM_MUL * SIM_TYPES + type];
    const struct sim_op *add_op = &m->op[SIM_ADD * SIM_TYPES + type];
    char name[16];

    if (!mul->described || !add_op->described)
        return;
    word(SIM_TYPE_NAMES, type, name);
    snprintf(p->name, sizeof p->name, "op.fma.%.8s.", name);
    add(p, TRUTH_COUNT, m->op[SIM_FMA * SIM_TYPES + type].described, "exists");
}

/* What a mix holds of each operation, and what an operation of it counts on average. */
struct mix {
    const char *name;
    double add, mul, fma, flop;
};

/* Cycles that SHARE operations of number OP take all units of it. */
static double unit_time(const struct sim_machine *m, double share, unsigned op)
{
    return share * (double)m->op[op].interval_16ths / (double)m->op[op].units;
}

/* The peak of MIX on TYPE, where all its operations are described: whichever takes longest, the
 * issue, or the units of one operation. */
static void peak(struct place *p, const struct sim_machine *m, unsigned type, const struct mix *mix)
{
    unsigned ops[] = { SIM_ADD * SIM_TYPES + type, SIM_MUL * SIM_TYPES + type,
                       SIM_FMA * SIM_TYPES + type };
    const double share[] = { mix->add, mix->mul, mix->fma };
    double n = mix->add + mix->mul + mix->fma, time = n * 16 / (double)m->issue;

    for (unsigned i = 0; i < 3; i++) {
        if (share[i] > 0 && !m->op[ops[i]].described)
            return;
        time = fmax(time, unit_time(m, share[i], ops[i]));
    }
    add(p, TRUTH_PEAK, n * mix->flop * truth_cycle_16ths(m) / time, mix->name);
}

static void peaks(struct place *p, const struct sim_machine *m)
{
    static const struct mix mixes[] = {
        { "add", 1, 0, 0, 1 },       { "mul", 0, 1, 0, 1 },      { "balanced", 1, 1, 0, 1 },
        { "add2_mul", 2, 1, 0, 1 },  { "add_mul2", 1, 2, 0, 1 }, { "fma", 0, 0, 1, 2 },
        { "fma_add", 1, 0, 1, 1.5 },
    };
    static const unsigned types[] = { SIM_I32, SIM_F32, SIM_F64 };

    for (unsigned i = 0; i < sizeof types / sizeof types[0]; i++) {
        size_t n = types[i] == SIM_I32 ? 1 : sizeof mixes / sizeof mixes[0];
        char name[16];

        word(SIM_TYPE_NAMES, types[i], name);
        snprintf(p->name, sizeof p->name, "peak.%.8s.", name);
        for (size_t k = 0; k < n; k++)
            peak(p, m, types[i], &mixes[k]);
    }
}

static void contexts(struct place *p, const struct sim_machine *m)
{
    uint64_t floating = m->float_shared_by ? m->float_shared_by : m->shared_by;

    snprintf(p->name, sizeof p->name, "contexts.");
    add(p, TRUTH_COUNT, (double)(m->cores / m->shared_by), "int");
    add(p, TRUTH_COUNT, (double)(m->cores / floating), "float");
    add(p, TRUTH_COUNT, (double)m->cores, "memory");
    add(p, TRUTH_COUNT, (double)(m->cores / m->shared_by), "smp");
    add(p, TRUTH_COUNT, (double)m->shared_by, "smt");
    *p->name = '\0';
    add(p, m->timeslot_ns ? TRUTH_SHARE : TRUTH_NULL, (double)m->timeslot_ns / 1e9, "os.timeslice");
}

/* Each context by itself, where its memory is as near as another's. */
static void each_context(struct place *p, const struct sim_machine *m)
{
    enum { MOST = 8 };

    for (unsigned i = 0; i < m->cores && m->cores > 1 && m->remote_16ths == 0 && i < MOST; i++) {
        bool slow = i > 0 && i == m->slow_context;
        double cycle = truth_cycle_16ths(m) / 16 * (slow ? (double)m->slow_16ths / 16 : 1);

        snprintf(p->name, sizeof p->name, "context.%u.", i);
        add(p, TRUTH_SHARE, cycle * 1e3 / (double)m->mhz, "cycle");
        add(p, TRUTH_SHARE, (double)m->memory_16ths / 16 / cycle, "memory.latency");
    }
}

/* Where 256 pages are more than the first TLB holds, and what it misses costs something. */
static void large_pages(struct place *p, const struct sim_machine *m)
{
    uint64_t next = m->n_tlbs > 1 ? m->tlb[1].penalty_16ths : m->walk_16ths;

    if (m->n_tlbs == 0 || m->tlb[0].entries > 128 || next < 2 * SIM_16THS)
        return;
    *p->name = '\0';
    add(p, TRUTH_NAME, 0, "huge_page.tlb_reach");
    p->at[p->n - 1].name = m->large_bytes > 0 && m->backed == SIM_BACKED_LARGE ? "gained" : "none";
}

/* What calls take that do something with files, where the machine has them. */
static void files(struct place *p, const struct sim_machine *m, double ns)
{
    const struct {
        uint64_t cost_16ths;
        const char *id;
    } calls[] = {
        { m->read_16ths, "os.read" },    { m->write_16ths, "os.write" },
        { m->find_16ths, "os.stat" },    { m->open_16ths, "os.open_close" },
        { m->list_16ths, "os.readdir" }, { m->grow_16ths, "os.append" },
    };

    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i].cost_16ths > 0)
            add(p, TRUTH_SHARE, ns * (double)calls[i].cost_16ths, calls[i].id);
    if (m->grow_16ths > 0) /* of 32, one is the first */
        add(p, TRUTH_SHARE, ns * (double)(m->grow_16ths + 31 * m->grow_more_16ths) / 32,
            "os.append_bulk");
}

/* What a machine with time slots takes for its part, and the access, which misses everything; a
 * store drives out a line that was stored to in the page before. */
static void system_calls(struct place *p, const struct sim_machine *m)
{
    double ns = 1e3 / (double)m->mhz / SIM_16THS;
    double access = (double)(m->memory_16ths + m->walk_16ths);

    if (m->timeslot_ns == 0 || m->touch_16ths == 0)
        return;
    snprintf(p->name, sizeof p->name, "os.");
    add(p, TRUTH_SHARE, ns * ((double)(m->touch_16ths + m->memory_16ths) + access),
        "page_fault.anonymous");
    if (m->touch_read_16ths > 0) { /* the line of zeros stays in the first cache */
        double zeros = (double)(m->walk_16ths + m->cache[0].latency_16ths);
        add(p, TRUTH_SHARE, ns * ((double)m->touch_read_16ths + zeros), "page_fault.zero_page");
        add(p, TRUTH_SHARE, ns * ((double)(m->touch_copy_16ths + m->memory_16ths) + access),
            "page_fault.copy_on_write");
    }
    add(p, TRUTH_SHARE, ns * (double)m->return_16ths, "munmap.page");
    add(p, TRUTH_SHARE, ns * ((double)m->touch_file_16ths + access), "page_fault.file");
    *p->name = '\0';
    add(p, TRUTH_SHARE, ns * (double)m->call_16ths, "os.syscall");
    /* the same page again and again: its line is in the first cache */
    add(p, TRUTH_SHARE,
        ns * (double)(m->map_16ths + m->touch_file_16ths + m->return_16ths + m->walk_16ths +
                      m->cache[0].latency_16ths),
        "os.mmap_munmap");
    files(p, m, ns);
}

/* The longest of 1, 2, 3, 4, 6, 8 ... MOST that is at most N. */
static double half_octave(uint64_t n, uint64_t most)
{
    uint64_t longest = 1;

    for (uint64_t at = 2; at <= n && at <= most; at *= 2)
        longest = at * 3 / 2 <= n && at * 3 / 2 <= most ? at * 3 / 2 : at;
    return (double)longest;
}

/* A branch that goes wrong; what is gone round up to the longest that is tried. */
static void guesses(struct place *p, const struct sim_machine *m)
{
    double wrong = (double)m->wrong_16ths / truth_cycle_16ths(m);
    uint64_t jumps = m->jump_targets < 16 ? m->jump_targets : m->jumps;

    if (m->wrong_16ths == 0)
        return;
    snprintf(p->name, sizeof p->name, "branch.");
    add(p, TRUTH_CYCLES, wrong, "penalty");
    add(p, TRUTH_COUNT, half_octave(m->directions, 65536), "history");
    add(p, TRUTH_CYCLES, wrong, "indirect.penalty");
    add(p, TRUTH_COUNT, half_octave(jumps, 65536), "indirect.history");
    add(p, TRUTH_COUNT, half_octave(m->jump_targets < m->jumps ? m->jump_targets : m->jumps, 64),
        "indirect.targets");
    /* the probe's jumps go to four places each */
    add(p, m->jump_targets < 4 ? TRUTH_NULL : TRUTH_CYCLES,
        (double)m->several_16ths / truth_cycle_16ths(m), "indirect.multi_target");
}

/* What an action costs in a region, a "cycle" being the machine's addition; nothing where it does
 * not have it. */
static void region_action(struct place *p, const struct sim_machine *m, bool has,
                          uint64_t alone_16ths, uint64_t rate)
{
    double cycle = truth_cycle_16ths(m) / 16;

    add(p, has ? TRUTH_CYCLES : TRUTH_NULL, (double)alone_16ths / 16 / cycle, "latency");
    add(p, has ? TRUTH_SHARE : TRUTH_NULL, (double)rate / 16 * cycle, "bandwidth");
}

static void one_region(struct place *p, const struct sim_machine *m, const struct sim_region *r)
{
    char name[2 * SIM_REGION_NAME];

    snprintf(name, sizeof name, "%.11s%s%.11s", r->name, r->state[0] ? "_" : "", r->state);
    snprintf(p->name, sizeof p->name, "region.%s.load.", name);
    region_action(p, m, true, r->load_16ths, r->load_rate);
    snprintf(p->name, sizeof p->name, "region.%s.store.", name);
    region_action(p, m, r->writes, r->store_16ths, r->store_rate);
    snprintf(p->name, sizeof p->name, "region.%s.fetch.", name);
    region_action(p, m, r->runs, r->fetch_16ths, r->fetch_rate);
}

/* Those of the file, and a load of the main memory behind its caches. */
static void regions(struct place *p, const struct sim_machine *m)
{
    for (unsigned i = 0; i < m->n_regions; i++)
        one_region(p, m, &m->region[i]);
    if (m->n_regions == 0)
        return;
    snprintf(p->name, sizeof p->name, "region.%s.load.", SIM_MAIN_REGION);
    add(p, TRUTH_CYCLES, (double)m->memory_16ths / truth_cycle_16ths(m), "latency");
    snprintf(p->name, sizeof p->name, "region.%s.fetch.", SIM_MAIN_REGION);
    add(p, TRUTH_NULL, 0, "latency");
}

/* Cycles between two starts of NUMBER on all its units. */
static double interval_of(const struct sim_machine *m, unsigned number)
{
    return (double)m->op[number].interval_16ths / (double)m->op[number].units;
}

/* Operations of a group that start in a cycle: WORDS, REALS, STORES of them. */
static double group_rate(const struct sim_machine *m, double words, double reals, double stores)
{
    double n = words + reals + stores, time = n * 16 / (double)m->issue;

    time = fmax(time, words * interval_of(m, SIM_ADD * SIM_TYPES + SIM_I64));
    time = fmax(time, reals * interval_of(m, SIM_ADD * SIM_TYPES + SIM_F32));
    return n * truth_cycle_16ths(m) / time;
}

/* Most operations that wait, where the window holds clearly more and the probe tries as many. */
static void waiting(struct place *p, const struct sim_machine *m, uint64_t places, const char *what)
{
    enum { TRIED = 192 };
    bool seen = places > 0 && places <= TRIED && 10 * places < 9 * m->window;

    add(p, seen ? TRUTH_ROUGH : TRUTH_NULL, (double)places, what);
}

/* Of how many one may start, where the window holds clearly more and the probe's rows are twice as
 * long; of units that are taken in the order of the program none. */
static void ahead(struct place *p, const struct sim_machine *m, uint64_t places, const char *what)
{
    enum { ROW = 384, FEWEST = 8 };
    bool seen = places >= FEWEST && places <= ROW / 2 && 10 * places < 9 * m->window;

    add(p, seen ? TRUTH_ROUGH : TRUTH_NULL, (double)places, what);
}

/* How operations start, wait for each other and pass values on. */
static void pipeline(struct place *p, const struct sim_machine *m)
{
    double cycle = truth_cycle_16ths(m);
    double rate =
        fmax(group_rate(m, 4, 0, 0), fmax(group_rate(m, 4, 2, 0), group_rate(m, 4, 2, 1)));

    if (m->forward_16ths == 0)
        return;
    for (unsigned i = 0; i <= m->n_caches; i++) {
        uint64_t latency = i < m->n_caches ? m->cache[i].latency_16ths : m->memory_16ths;

        snprintf(p->name, sizeof p->name, i < m->n_caches ? "fetch.cache.%u." : "fetch.memory.",
                 i + 1);
        add(p, TRUTH_CYCLES, (double)latency / cycle, "latency");
        add(p, TRUTH_CYCLES, (double)latency / cycle, "sequential");
        add(p, TRUTH_CYCLES, (double)latency / cycle, "straight_line");
    }
    *p->name = '\0';
    if (m->n_caches > 0) { /* code is fetched by way of caches of data */
        add(p, TRUTH_COUNT, (double)m->cache[0].size_bytes, "icache.1.size");
        add(p, TRUTH_COUNT, (double)m->cache[0].ways, "icache.1.ways");
    }
    add(p, TRUTH_SHARE, rate, "issue.width");
    add(p, TRUTH_SHARE, rate, "issue.width.shared");
    add(p, TRUTH_SHARE, 16 / (double)m->issue / cycle, "core.store.rthroughput");
    add(p, TRUTH_SHARE, 16 / (double)m->issue / cycle, "core.store.new_line");
    add(p, TRUTH_NULL, 0, "core.store.combining_lines"); /* one line or many, a store is a store */
    add(p, TRUTH_SHARE,
        fmax(16 / (double)m->issue, interval_of(m, SIM_LOAD * SIM_TYPES + SIM_F32)) / cycle,
        "core.load.fp.rthroughput");
    add(p, TRUTH_CYCLES, (double)m->returning_16ths / cycle, "core.call_return");
    add(p, m->window > 0 ? TRUTH_ROUGH : TRUTH_COUNT, m->window > 0 ? (double)m->window : 1,
        "core.rob.entries");
    waiting(p, m, m->waiting, "core.scheduler.int.entries");
    waiting(p, m, m->waiting_real, "core.scheduler.fp.entries");
    ahead(p, m, m->start_ahead, "core.scheduler.int.depth");
    ahead(p, m, m->start_ahead_real, "core.scheduler.fp.depth");
    add(p, TRUTH_CYCLES, (double)m->forward_16ths / cycle, "core.store_forward.latency");
    add(p, TRUTH_CYCLES, (double)m->forward_16ths / cycle, "core.store_forward.predicted");
    add(p, TRUTH_CYCLES, (double)m->forward_same_16ths / cycle, "core.store_forward.stack");
    add(p, TRUTH_CYCLES, (double)m->forward_part_16ths / cycle, "core.store_forward.failed");
    add(p, TRUTH_CYCLES, (double)m->forward_real_16ths / cycle, "core.store_forward.fp");
    add(p, TRUTH_CYCLES, (double)m->alias_16ths / cycle, "core.store_forward.alias_penalty");
    add(p, TRUTH_CYCLES, (double)m->refetch_16ths / cycle, "core.store.evicted_line");
    add(p, TRUTH_CYCLES, (double)m->cross_16ths / cycle, "core.bypass.int_to_fp");
    add(p, TRUTH_CYCLES, 0, "core.bypass.add_to_mul");
    add(p, TRUTH_CYCLES, (double)m->load_real_16ths / cycle, "core.bypass.fp_load");
}

/* Entries of a structure of ENTRIES, OWN of which the loads around take, where N operations fill it
 * clearly before the window, which has ALL of the loads'; else null. MOST: entries of another
 * structure that each of these operations takes one of, besides OTHER of the loads'; 0: none. */
static void held(struct place *p, const struct sim_machine *m, uint64_t entries, uint64_t own,
                 uint64_t all, uint64_t most, uint64_t other, const char *what)
{
    enum { TRIED = 768 };
    uint64_t n = entries > own ? entries - own : 0;
    bool seen = entries > 0 && n < TRIED && 100 * (n + all) < 97 * m->window &&
                n + all + 4 < m->window && (most == 0 || n + other + 4 < most);

    add(p, seen ? TRUTH_SHARE : TRUTH_NULL, (double)entries, what);
}

/* What a core holds in flight, of a file that says so, or whose core executes in order. */
static void queues(struct place *p, const struct sim_machine *m)
{
    const uint64_t *q = m->held;
    bool known = m->window == 0;

    for (unsigned i = 0; i < SIM_QUEUES; i++)
        known |= q[i] > 0;
    if (!known)
        return;
    *p->name = '\0';
    if (m->forward_16ths == 0) { /* else pipeline() has them */
        add(p, m->window > 0 ? TRUTH_SHARE : TRUTH_NULL, (double)m->window, "core.rob.entries");
        held(p, m, m->waiting, 1, 3, q[SIM_WORD_REGISTERS], 3, "core.scheduler.int.entries");
        held(p, m, m->waiting_real, 1, 4, q[SIM_REAL_REGISTERS], 1, "core.scheduler.fp.entries");
    }
    held(p, m, m->waiting_load, 1, 4, q[SIM_LOADS], 2, "core.scheduler.load.entries");
    held(p, m, q[SIM_LOADS], 2, 3, q[SIM_WORD_REGISTERS], 3, "core.load_queue.entries");
    held(p, m, q[SIM_STORES], 0, 3, 0, 0, "core.store_queue.entries");
    held(p, m, q[SIM_WORD_REGISTERS], 3, 3, 0, 0, "core.registers.int.free");
    held(p, m, q[SIM_REAL_REGISTERS], 0, 3, 0, 0, "core.registers.vector.free");
    held(p, m, q[SIM_BRANCHES], 0, 3, 0, 0, "core.branches.in_flight");
}

/* Loads in flight, where the machine says how many misses are: of a level that hits, as many as
 * start while one is under way. */
static void misses(struct place *p, const struct sim_machine *m)
{
    enum { LOAD = SIM_LOAD * SIM_TYPES + SIM_I64, HELD = 9 }; /* loads before the probe uses them */
    double most = INFINITY;
    double interval = fmax((double)m->op[LOAD].interval_16ths / (double)m->op[LOAD].units,
                           16.0 / (double)m->issue);

    if (m->n_caches == 0 || m->cache[0].misses == 0)
        return;
    for (unsigned i = 0; i < m->n_caches; i++)
        if (m->cache[i].misses > 0)
            most = fmin(most, (double)m->cache[i].misses);
    add(p, m->window == 0 && most >= HELD ? TRUTH_NULL : TRUTH_COUNT, most, "cache.1.mshr");
    add(p, m->window == 0 && most >= HELD ? TRUTH_NULL : TRUTH_COUNT, most, "memory.mlp");
    most = INFINITY; /* of the caches before a level, which are those that a hit in it misses */
    for (unsigned i = 0; i < m->n_caches; i++) {
        double loads = round((double)m->cache[i].latency_16ths / interval);

        snprintf(p->name, sizeof p->name, "cache.%u.", i + 1);
        add(p, TRUTH_ROUGH, fmin(loads, most), "mlp");
        if (m->cache[i].misses > 0)
            most = fmin(most, (double)m->cache[i].misses);
    }
    *p->name = '\0';
}

/* Variables that registers hold, of the types that live ranges are measured on. */
static void registers(struct place *p, const struct sim_machine *m)
{
    *p->name = '\0';
    if (m->registers > 0) {
        add(p, TRUTH_COUNT, (double)m->registers, "regs.i32");
        add(p, TRUTH_COUNT, (double)m->registers, "regs.i64");
    }
    if (m->registers_real > 0) {
        add(p, TRUTH_COUNT, (double)m->registers_real, "regs.f32");
        add(p, TRUTH_COUNT, (double)m->registers_real, "regs.f64");
    }
}

/* ---- units that operations share ---- */

/* The operations of probe shared_units, in its order. */
static const unsigned paired[] = {
    SIM_ADD * SIM_TYPES + SIM_I64,  SIM_XOR *SIM_TYPES + SIM_I64,    SIM_SHIFT *SIM_TYPES + SIM_I64,
    SIM_MUL *SIM_TYPES + SIM_I64,   SIM_DIV *SIM_TYPES + SIM_I64,    SIM_LOAD *SIM_TYPES + SIM_I64,
    SIM_STORE *SIM_TYPES + SIM_I64, SIM_BRANCH *SIM_TYPES + SIM_I64, SIM_ADD *SIM_TYPES + SIM_F64,
    SIM_MUL *SIM_TYPES + SIM_F64,   SIM_FMA *SIM_TYPES + SIM_F64,    SIM_CMP *SIM_TYPES + SIM_F64,
    SIM_DIV *SIM_TYPES + SIM_F64,   SIM_SQRT *SIM_TYPES + SIM_F64,
};
enum { PAIRED = sizeof paired / sizeof paired[0] };

static void name_of(char to[32], unsigned number)
{
    char name[16], type[16];

    word(SIM_OP_NAMES, number / SIM_TYPES, name);
    word(SIM_TYPE_NAMES, number % SIM_TYPES, type);
    snprintf(to, 32, "%s_%s", name, type);
}

/* Operations that start in a cycle at most: the machine issues no more, or has no more ports. */
static double width_of(const struct sim_machine *m)
{
    uint64_t ports = 0;

    for (unsigned i = 0; i < SIM_OPS * SIM_TYPES; i++)
        ports |= m->op[i].ports;
    return fmin((double)m->issue, __builtin_popcountll(ports));
}

/* Whether too few operations start in a cycle to show that both need at least one unit less than
 * they have: null is right, too. */
static bool is_hidden(const struct sim_machine *m, const struct sim_op *a, const struct sim_op *b)
{
    int both = __builtin_popcountll(a->ports & b->ports);
    double units = (double)(a->units + b->units) - fmax(both, 1);

    return units * 1.06 >= width_of(m);
}

static void shared_units(struct place *p, const struct sim_machine *m)
{
    for (unsigned i = 0; i < PAIRED; i++)
        for (unsigned j = i + 1; j < PAIRED; j++) {
            const struct sim_op *a = &m->op[paired[i]], *b = &m->op[paired[j]];
            char first[32], second[32];

            if (a->ports == 0 || b->ports == 0)
                continue;
            name_of(first, paired[i]);
            name_of(second, paired[j]);
            snprintf(p->name, sizeof p->name, "op.%.15s.%.15s.", first, second);
            add(p, TRUTH_COUNT, (a->ports & b->ports) != 0, "shared");
            p->at[p->n - 1].or_null = is_hidden(m, a, b);
        }
}

/* Whether peaks of mixes are those of their operations alone. */
static bool has_ports(const struct sim_machine *m)
{
    for (unsigned i = 0; i < SIM_OPS * SIM_TYPES; i++)
        if (m->op[i].ports != 0)
            return true;
    return false;
}

size_t truth_ops(const struct sim_machine *machine, struct truth *truths)
{
    struct place p = { .at = truths };

    contexts(&p, machine);
    each_context(&p, machine);
    large_pages(&p, machine);
    system_calls(&p, machine);
    guesses(&p, machine);
    regions(&p, machine);
    pipeline(&p, machine);
    queues(&p, machine);
    misses(&p, machine);
    registers(&p, machine);

    for (unsigned i = 0; i < SIM_OPS * SIM_TYPES; i++)
        if (machine->op[i].described && is_timed_alone(i))
            one(&p, machine, i);
    for (unsigned type = SIM_F32; type < SIM_TYPES; type++)
        fused(&p, machine, type);
    if (!has_ports(machine))
        peaks(&p, machine);
    shared_units(&p, machine);
    if (machine->n_described > 0) {
        *p.name = '\0';
        add(&p, TRUTH_SHARE, (double)machine->mhz * 1e6, "cpu.frequency");
    }
    for (size_t i = 0; i < p.n; i++)
        truth_expect(&truths[i], machine);
    return p.n;
}
