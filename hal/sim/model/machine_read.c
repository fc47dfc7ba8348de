/* Reads a machine file: its lines, sections and keys. */
#include "dram.h"
#include "machine.h"
#include "machine_keys.h"
#include "machine_parser.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a machine file must state ---- */

#define MOST_LINES ((uint64_t)1 << 25)

/* Line of key NAME in SECTION, or of the section's own header where the key is left out. */
static unsigned line_of(const struct machine_parser *p, unsigned section, const char *name)
{
    for (unsigned i = 0; i < machine_keys_count; i++)
        if (p->key_line[section][i] && strcmp(machine_keys[i].name, name) == 0)
            return p->key_line[section][i];
    return p->section_line[section] ? p->section_line[section] : p->line;
}

/* The first of a numbered kind of section, for a section of that kind. */
static unsigned kind_of(unsigned section)
{
    if (section >= IN_CACHE && section < IN_CACHE + SIM_CACHES)
        return IN_CACHE;
    if (section >= IN_OP)
        return IN_OP;
    if (section >= IN_REGION && section < IN_REGION + SIM_REGIONS)
        return IN_REGION;
    if (section >= IN_BTB && section < IN_BTB + SIM_BTBS)
        return IN_BTB;
    return section >= IN_TLB && section < IN_TLB + SIM_TLBS ? IN_TLB : section;
}

static void check_required(struct machine_parser *p)
{
    for (unsigned s = 0; s < SECTIONS; s++)
        for (unsigned i = 0; i < machine_keys_count; i++)
            if (machine_keys[i].section == kind_of(s) && machine_keys[i].required &&
                p->section_line[s] && !p->key_line[s][i])
                machine_fail(p, p->section_line[s], "%s is missing", machine_keys[i].name);
    if (!p->section_line[IN_MEMORY])
        machine_fail(p, p->line, "section [memory] is missing");
}

/* Sections FIRST, FIRST + 1 ... that are there, without a gap; fails at the one after a gap. */
static unsigned count_levels(struct machine_parser *p, unsigned first, unsigned most,
                             const char *kind)
{
    unsigned n = 0;

    while (n < most && p->section_line[first + n])
        n++;
    for (unsigned i = n + 1; i < most; i++)
        if (p->section_line[first + i])
            machine_fail(p, p->section_line[first + i], "[%s %u] without [%s %u]", kind, i + 1,
                         kind, i);
    return n;
}

/* The sets of cache I are a power of two, and as many as its colours or more. */
static void check_colours(struct machine_parser *p, unsigned i)
{
    const struct sim_cache *c = &p->machine->cache[i];
    uint64_t sets = c->ways ? c->size_bytes / c->line_bytes / c->ways : 1;

    if (c->colours == 0)
        return;
    if (c->index != SIM_HASH || sets & (sets - 1) || c->colours > sets)
        machine_fail(p, line_of(p, IN_CACHE + i, "colours"),
                     "colours = %llu: needs index = hash and that many sets, a power of two",
                     (unsigned long long)c->colours);
}

static void check_geometry(struct machine_parser *p, unsigned i)
{
    const struct sim_cache *c = &p->machine->cache[i];
    uint64_t way_lines = c->ways ? c->ways : 1;

    if (c->size_bytes % c->line_bytes)
        machine_fail(p, line_of(p, IN_CACHE + i, "size"),
                     "size = %llu is no whole number of lines of %llu bytes",
                     (unsigned long long)c->size_bytes, (unsigned long long)c->line_bytes);
    else if (c->size_bytes / c->line_bytes % way_lines)
        machine_fail(p, line_of(p, IN_CACHE + i, "ways"),
                     "ways = %llu do not divide the %llu lines of the cache",
                     (unsigned long long)c->ways,
                     (unsigned long long)(c->size_bytes / c->line_bytes));
    else if (c->size_bytes / c->line_bytes > MOST_LINES)
        machine_fail(p, line_of(p, IN_CACHE + i, "size"),
                     "size: more than %llu lines cannot be modelled",
                     (unsigned long long)MOST_LINES);
    if (c->line_bytes > p->machine->page_bytes)
        machine_fail(p, line_of(p, IN_CACHE + i, "line"), "line = %llu is larger than a page",
                     (unsigned long long)c->line_bytes);
    check_colours(p, i);
    if (c->shared_by > p->machine->cores)
        machine_fail(p, line_of(p, IN_CACHE + i, "shared_by"),
                     "shared_by = %llu: the machine has %llu cores",
                     (unsigned long long)c->shared_by, (unsigned long long)p->machine->cores);
}

/* Cache I (1 for the second) against the one above it. */
static void check_below(struct machine_parser *p, unsigned i)
{
    const struct sim_cache *c = &p->machine->cache[i];
    const struct sim_cache *above = c - 1;

    if (c->line_bytes < above->line_bytes)
        machine_fail(p, line_of(p, IN_CACHE + i, "line"),
                     "line = %llu is smaller than the %llu of cache %u above it",
                     (unsigned long long)c->line_bytes, (unsigned long long)above->line_bytes, i);
    if (c->inclusion == SIM_EXCLUSIVE && c->line_bytes != above->line_bytes)
        machine_fail(p, line_of(p, IN_CACHE + i, "inclusion"),
                     "inclusion = exclusive needs the line size of cache %u above it", i);
    if (c->admit_ppb < SIM_PPB && c->inclusion != SIM_NINE)
        machine_fail(p, line_of(p, IN_CACHE + i, "admit"), "admit: needs inclusion = nine");
    if (c->inclusion == SIM_EXCLUSIVE && above->write == SIM_THROUGH)
        machine_fail(p, line_of(p, IN_CACHE + i - 1, "write"),
                     "write = through: cache %u is exclusive and never has the lines of cache %u",
                     i + 1, i);
    if (c->inclusion == SIM_EXCLUSIVE && !c->allocate)
        machine_fail(p, line_of(p, IN_CACHE + i, "allocate"),
                     "allocate = no: an exclusive cache is filled by what cache %u loses, whatever "
                     "a store does",
                     i);
    if (c->inclusion == SIM_INCLUSIVE && !c->allocate && above->allocate)
        machine_fail(p, line_of(p, IN_CACHE + i, "allocate"),
                     "allocate = no: an inclusive cache has every line that cache %u brings in", i);
    if (c->inclusion == SIM_INCLUSIVE && c->size_bytes < above->size_bytes)
        machine_fail(p, line_of(p, IN_CACHE + i, "size"),
                     "an inclusive cache cannot be smaller than cache %u above it", i);
}

static void check_victim(struct machine_parser *p, unsigned i)
{
    const struct sim_cache *c = &p->machine->cache[i];

    if (i > 0 && c->victim_lines > 0)
        machine_fail(p, line_of(p, IN_CACHE + i, "victim"), "victim: only cache 1 has one");
    if (c->victim_lines == 0 && c->victim_16ths > 0)
        machine_fail(p, line_of(p, IN_CACHE + i, "victim_latency"),
                     "victim_latency: needs victim = LINES");
    if (c->victim_lines > 0 && c->victim_16ths > 0 && c->victim_16ths < c->latency_16ths)
        machine_fail(p, line_of(p, IN_CACHE + i, "victim_latency"),
                     "victim_latency: is shorter than the latency of cache 1");
}

static void check_caches(struct machine_parser *p)
{
    for (unsigned i = 0; i < p->machine->n_caches; i++) {
        check_geometry(p, i);
        check_victim(p, i);
        if (i > 0)
            check_below(p, i);
    }
    if (p->machine->n_caches && p->machine->cache[0].admit_ppb < SIM_PPB)
        machine_fail(p, line_of(p, IN_CACHE, "admit"), "cache 1 takes every line");
    if (p->machine->n_caches && p->machine->cache[0].inclusion != SIM_NINE)
        machine_fail(p, line_of(p, IN_CACHE, "inclusion"),
                     "cache 1 has no cache above it: inclusion must be nine");
}

static void check_tlbs(struct machine_parser *p)
{
    for (unsigned i = 0; i < p->machine->n_tlbs; i++) {
        const struct sim_tlb *t = &p->machine->tlb[i];
        if (t->ways && t->entries % t->ways)
            machine_fail(p, line_of(p, IN_TLB + i, "ways"),
                         "ways = %llu do not divide the %llu entries", (unsigned long long)t->ways,
                         (unsigned long long)t->entries);
        else if (t->index != SIM_TLB_LOW &&
                 (!t->ways || t->entries / t->ways & (t->entries / t->ways - 1)))
            machine_fail(p, line_of(p, IN_TLB + i, "index"),
                         "index = %s: needs sets that are a power of two",
                         t->index == SIM_TLB_XOR ? "xor" : "split");
    }
}

static void check_memory(struct machine_parser *p)
{
    const struct sim_machine *m = p->machine;

    if (m->service_16ths > m->memory_16ths)
        machine_fail(p, line_of(p, IN_MEMORY, "service"),
                     "service: is longer than the latency of memory");
    if (m->service_16ths == 0 && m->turnaround_16ths > 0)
        machine_fail(p, line_of(p, IN_MEMORY, "turnaround"), "turnaround: needs service = CYCLES");
}

static void check_btbs(struct machine_parser *p)
{
    const struct sim_machine *m = p->machine;

    for (unsigned i = 0; i < m->n_btbs; i++) {
        const struct sim_btb *b = &m->btb[i];
        uint64_t sets = b->ways ? b->entries / b->ways : 1;

        if (b->ways && b->entries % b->ways)
            machine_fail(p, line_of(p, IN_BTB + i, "ways"),
                         "ways = %llu do not divide the %llu entries", (unsigned long long)b->ways,
                         (unsigned long long)b->entries);
        else if (b->index == SIM_BTB_XOR && sets & (sets - 1))
            machine_fail(p, line_of(p, IN_BTB + i, "index"),
                         "index = xor: needs sets that are a power of two");
        if (i > 0 && b->entries <= b[-1].entries)
            machine_fail(p, line_of(p, IN_BTB + i, "entries"),
                         "entries = %llu: [btb %u] has as many or more",
                         (unsigned long long)b->entries, i);
    }
    if (m->btb_miss_16ths > 0 && m->n_btbs == 0)
        machine_fail(p, line_of(p, IN_CPU, "btb_miss"), "btb_miss: needs [btb 1]");
    if (m->return_stack > 0 && m->wrong_16ths == 0)
        machine_fail(p, line_of(p, IN_CPU, "return_stack"), "return_stack: needs wrong");
}

static void check_cores(struct machine_parser *p)
{
    const struct sim_machine *m = p->machine;

    if (m->shared_by > m->cores)
        machine_fail(p, line_of(p, IN_CPU, "shared_by"),
                     "shared_by = %llu: the machine has %llu cores",
                     (unsigned long long)m->shared_by, (unsigned long long)m->cores);
    if (m->licence_type > 0 && m->cores > 1)
        machine_fail(p, line_of(p, IN_CPU, "licence"), "licence: needs a machine of one context");
    if (m->slow_context >= m->cores && m->slow_context > 0)
        machine_fail(p, line_of(p, IN_CPU, "slow"), "slow = %llu: the contexts are 0 to %llu",
                     (unsigned long long)m->slow_context, (unsigned long long)m->cores - 1);
    if (m->float_shared_by > m->cores)
        machine_fail(p, line_of(p, IN_CPU, "float_shared_by"),
                     "float_shared_by = %llu: the machine has %llu cores",
                     (unsigned long long)m->float_shared_by, (unsigned long long)m->cores);
}

/* ---- regions ---- */

static bool is_word(const char *text)
{
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");

    return text[n] == 0 && n < SIM_REGION_NAME;
}

/* What is left out is as for loads. */
static void complete_region(struct sim_region *r)
{
    r->store_16ths = r->store_16ths ? r->store_16ths : r->load_16ths;
    r->fetch_16ths = r->fetch_16ths ? r->fetch_16ths : r->load_16ths;
    r->store_rate = r->store_rate ? r->store_rate : r->load_rate;
    r->fetch_rate = r->fetch_rate ? r->fetch_rate : r->load_rate;
}

/* The first region named as number I; I where there is none before. */
static unsigned first_named(const struct sim_machine *m, unsigned i)
{
    unsigned first = 0;

    while (strcmp(m->region[first].name, m->region[i].name) != 0)
        first++;
    return first;
}

/* A state comes after the usual one of its memory, and no state comes twice. */
static void check_state(struct machine_parser *p, unsigned i)
{
    const struct sim_region *r = &p->machine->region[i];
    unsigned first = first_named(p->machine, i);
    const struct sim_region *usual = &p->machine->region[first];
    const char *at = r->state[0] ? "state" : "name";

    if ((first == i) != (r->state[0] == 0))
        machine_fail(p, line_of(p, IN_REGION + i, at), "%s = %s: %s", at,
                     r->state[0] ? r->state : r->name,
                     first == i ? "its memory needs a region without a state before"
                                : "a memory has one region without a state");
    for (unsigned k = first; k < i; k++)
        if (strcmp(p->machine->region[k].name, r->name) == 0 &&
            strcmp(p->machine->region[k].state, r->state) == 0)
            machine_fail(p, line_of(p, IN_REGION + i, at), "state = %s was already given",
                         r->state);
    if (usual->size_bytes != r->size_bytes || usual->writes != r->writes || usual->runs != r->runs)
        machine_fail(p, p->section_line[IN_REGION + i],
                     "size, writes and runs are those of the memory without a state");
}

static void check_regions(struct machine_parser *p)
{
    for (unsigned i = 0; i < p->machine->n_regions; i++) {
        struct sim_region *r = &p->machine->region[i];

        complete_region(r);
        if (!is_word(r->name) || strcmp(r->name, SIM_MAIN_REGION) == 0)
            machine_fail(p, line_of(p, IN_REGION + i, "name"),
                         "name = %s: must be up to %d lower-case letters, digits and _, and not %s",
                         r->name, SIM_REGION_NAME - 1, SIM_MAIN_REGION);
        if (!is_word(r->state))
            machine_fail(p, line_of(p, IN_REGION + i, "state"),
                         "state = %s: must be up to %d lower-case letters, digits and _", r->state,
                         SIM_REGION_NAME - 1);
        if (r->size_bytes % SIM_REGION_GRAIN != 0)
            machine_fail(p, line_of(p, IN_REGION + i, "size"), "size: must be a multiple of 4K");
        check_state(p, i);
    }
}

static void check_dram(struct machine_parser *p)
{
    const struct sim_machine *m = p->machine;
    uint64_t mask[SIM_BANK_BITS];

    if (m->dram_bits[0] != 0 && sim_dram_masks(m->dram_bits, mask) == 0)
        machine_fail(p, line_of(p, IN_DRAM, "bits"),
                     "bits = %s: must be up to %d functions such as 13^17, of bits below 40",
                     m->dram_bits, SIM_BANK_BITS);
    if (m->dram_hit_16ths > m->dram_closed_16ths || m->dram_closed_16ths > m->memory_16ths)
        machine_fail(p, line_of(p, IN_DRAM, "closed"),
                     "closed: must lie between hit and the latency of memory");
    if (m->refresh_ns > 0 && m->refresh_lasts_ns >= m->refresh_ns)
        machine_fail(p, line_of(p, IN_DRAM, "refresh_lasts"),
                     "refresh_lasts: leaves no time for anything else");
    if (m->refresh_ns == 0 && m->refresh_lasts_ns > 0)
        machine_fail(p, line_of(p, IN_DRAM, "refresh_lasts"), "refresh_lasts: needs refresh");
}

static void check_os(struct machine_parser *p)
{
    if (p->machine->others > 0 && p->machine->timeslot_ns == 0)
        machine_fail(p, line_of(p, IN_OS, "others"),
                     "others = %llu: needs a timeslot, after which they let others run",
                     (unsigned long long)p->machine->others);
}

static void check_pages(struct machine_parser *p)
{
    const struct sim_machine *m = p->machine;

    if (m->large_bytes && m->large_bytes <= m->page_bytes)
        machine_fail(p, line_of(p, IN_FRAMES, "large"), "large = %llu is not larger than a page",
                     (unsigned long long)m->large_bytes);
    if (m->backed == SIM_BACKED_BASE && !m->large_bytes)
        machine_fail(p, line_of(p, IN_FRAMES, "backed"), "backed = base: needs large pages");
    if (m->again == SIM_SAME_FRAMES && m->frames == SIM_CONTIGUOUS)
        machine_fail(p, line_of(p, IN_FRAMES, "again"), "again = same: needs allocation = random");
}

static void check_noise(struct machine_parser *p)
{
    const struct sim_machine *m = p->machine;
    uint64_t second_ticks = m->mhz * 1000000;

    if (m->interrupt_hz && m->interrupt_cost_ticks >= second_ticks / m->interrupt_hz)
        machine_fail(p, line_of(p, IN_NOISE, "cost"),
                     "cost = %llu: interrupts leave no time for anything else",
                     (unsigned long long)m->interrupt_cost_ticks);
    const struct sim_cache *last = &m->cache[m->n_caches > 0 ? m->n_caches - 1 : 0];
    if (m->takes_ppb > 0 && (m->n_caches < 2 || m->cores > 1 || last->inclusion != SIM_NINE))
        machine_fail(p, line_of(p, IN_NOISE, "takes"),
                     "takes: needs one core and two caches, the last with inclusion = nine");
    else if (m->takes_ppb > 0 && last->ways * (SIM_PPB - m->takes_ppb) < SIM_PPB)
        machine_fail(p, line_of(p, IN_NOISE, "takes"), "takes: leaves none of %llu ways",
                     (unsigned long long)last->ways);
    if (m->interrupt_hz > second_ticks)
        machine_fail(p, line_of(p, IN_NOISE, "interrupt"),
                     "interrupt = %llu: more often than the clock ticks",
                     (unsigned long long)m->interrupt_hz);
}

/* ---- coherence groups: contexts, ranges and nested lists in parentheses, commas between ---- */

static bool read_context(const char **at, uint64_t cores, uint64_t *value)
{
    char *end;

    if (**at < '0' || **at > '9')
        return false;
    *value = strtoul(*at, &end, 10);
    *at = end;
    return *value < cores;
}

static bool read_range(const char **at, uint64_t cores)
{
    uint64_t first, last;

    if (!read_context(at, cores, &first))
        return false;
    if (**at != '-')
        return true;
    ++*at;
    return read_context(at, cores, &last) && last >= first;
}

static bool groups_are_right(const char *at, uint64_t cores)
{
    unsigned depth = 0;

    for (;;) {
        for (; *at == '('; at++)
            depth++;
        if (!read_range(&at, cores))
            return false;
        for (; *at == ')'; at++)
            if (depth-- == 0)
                return false;
        if (*at == 0)
            return depth == 0;
        if (*at++ != ',')
            return false;
    }
}

static void check_groups(struct machine_parser *p)
{
    const struct sim_machine *m = p->machine;

    if (m->groups[0] && !groups_are_right(m->groups, m->cores))
        machine_fail(p, line_of(p, IN_COHERENCE, "groups"),
                     "groups = %s: must be contexts below %llu and ranges, as in (0-1,2-3),4",
                     m->groups, (unsigned long long)m->cores);
}

static void check_states(struct machine_parser *p)
{
    const struct sim_machine *m = p->machine;
    bool costs = m->clean_near_16ths > 0 || m->clean_far_16ths > 0 || m->atomic_add_16ths > 0 ||
                 m->atomic_compare_16ths > 0;

    if (m->states && (m->n_caches == 0 || m->cores < 2))
        machine_fail(p, line_of(p, IN_COHERENCE, "states"),
                     "states = yes: needs a cache and 2 cores or more");
    if (costs && !m->states)
        machine_fail(p, p->section_line[IN_COHERENCE],
                     "clean_near, clean_far, atomic_add and atomic_compare need states = yes");
}

/* The clock of a machine of one context is the licence's. */
static void check_pace(struct machine_parser *p)
{
    const struct sim_machine *m = p->machine;
    const char *key = m->busy_clock_16ths > SIM_16THS ? "busy_clock" : "throttle";

    if ((m->busy_clock_16ths > SIM_16THS || m->throttle_16ths > SIM_16THS) && m->cores < 2)
        machine_fail(p, line_of(p, IN_CPU, key), "%s: needs 2 cores or more", key);
    if ((m->throttle_16ths > SIM_16THS) != (m->throttle_after_ns > 0))
        machine_fail(p,
                     line_of(p, IN_CPU, m->throttle_after_ns > 0 ? "throttle_after" : "throttle"),
                     "throttle and throttle_after need each other");
}

static void check_flips(struct machine_parser *p)
{
    const struct sim_machine *m = p->machine;

    if (m->flip_context != SIM_FLIP_ANY_CONTEXT && m->flip_context >= m->cores)
        machine_fail(p, line_of(p, IN_FLIPS, "context"),
                     "context = %llu: the machine has %llu cores",
                     (unsigned long long)m->flip_context, (unsigned long long)m->cores);
}

/* Ports are as many units. */
static void check_ports(struct machine_parser *p, unsigned number)
{
    struct sim_op *op = &p->machine->op[number];

    if (op->ports == 0)
        return;
    if (op->units > 1)
        machine_fail(p, line_of(p, IN_OP + number, "units"),
                     "units: not together with ports, which are as many units");
    op->units = (uint64_t)__builtin_popcountll(op->ports);
}

/* Marks the operations that the file describes. */
static void count_ops(struct machine_parser *p)
{
    for (unsigned i = 0; i < OP_SECTIONS; i++) {
        check_ports(p, i);
        p->machine->op[i].described = p->section_line[IN_OP + i] != 0;
        p->machine->n_described += p->machine->op[i].described;
    }
}

/* Counts levels and described operations; fails unless what is required is there and the values fit
 * each other. */
static void machine_check(struct machine_parser *p)
{
    p->machine->n_caches = count_levels(p, IN_CACHE, SIM_CACHES, "cache");
    p->machine->n_regions = count_levels(p, IN_REGION, SIM_REGIONS, "region");
    p->machine->n_btbs = count_levels(p, IN_BTB, SIM_BTBS, "btb");
    p->machine->n_tlbs = count_levels(p, IN_TLB, SIM_TLBS, "tlb");
    count_ops(p);
    check_required(p);
    if (p->failed) /* what is missing is zero, which the checks below divide by */
        return;
    check_caches(p);
    check_memory(p);
    check_tlbs(p);
    check_btbs(p);
    check_pages(p);
    check_regions(p);
    check_cores(p);
    if (p->section_line[IN_DRAM])
        check_dram(p);
    check_os(p);
    check_noise(p);
    check_groups(p);
    check_states(p);
    check_pace(p);
    check_flips(p);
}

/* ---- the reader ---- */

enum { LINE_MOST = 512 };

static const struct {
    const char *name;
    unsigned section, numbers;
} sections[] = {
    { "machine", IN_MACHINE, 0 },
    { "cache", IN_CACHE, SIM_CACHES },
    { "memory", IN_MEMORY, 0 },
    { "tlb", IN_TLB, SIM_TLBS },
    { "walk", IN_WALK, 0 },
    { "btb", IN_BTB, SIM_BTBS },
    { "region", IN_REGION, SIM_REGIONS },
    { "prefetch", IN_PREFETCH, 0 },
    { "frames", IN_FRAMES, 0 },
    { "noise", IN_NOISE, 0 },
    { "coherence", IN_COHERENCE, 0 },
    { "os", IN_OS, 0 },
    { "cpu", IN_CPU, 0 },
    { "dram", IN_DRAM, 0 },
    { "flips", IN_FLIPS, 0 },
    { "op", IN_OP, OP_SECTIONS },
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* TEXT without blanks at either end, cut in place. */
static char *trimmed(char *text)
{
    size_t n = strlen(text);

    while (n > 0 && is_blank(text[n - 1]))
        text[--n] = 0;
    while (is_blank(*text))
        text++;
    return text;
}

/* ---- lines ---- */

/* Number of a section such as "cache 2", or 0 when REST is none. */
static unsigned level_number(const char *rest)
{
    char *end;
    unsigned long n;

    if (*rest < '1' || *rest > '9')
        return 0;
    n = strtoul(rest, &end, 10);
    return *end || n > UINT32_MAX ? 0 : (unsigned)n;
}

static void begin_numbered(struct machine_parser *p, size_t i, const char *rest)
{
    unsigned n = level_number(rest);

    if (n == 0)
        machine_fail(p, p->line, "[%s]: needs a level, as in [%s 1]", sections[i].name,
                     sections[i].name);
    else if (n > sections[i].numbers)
        machine_fail(p, p->line, "[%s %u]: at most %u levels can be modelled", sections[i].name, n,
                     sections[i].numbers);
    else
        p->section = (int)(sections[i].section + n - 1);
}

/* A section such as "op add.i32". */
static void begin_op(struct machine_parser *p, const char *rest)
{
    const char *dot = strchr(rest, '.');
    char op[LINE_MOST];
    int number = -1, type = -1;

    if (dot) {
        memcpy(op, rest, (size_t)(dot - rest));
        op[dot - rest] = 0;
        number = machine_choice(SIM_OP_NAMES, op);
        type = machine_choice(SIM_TYPE_NAMES, dot + 1);
    }
    if (number < 0 || type < 0)
        machine_fail(p, p->line, "[op %s]: must be [op OP.TYPE], OP one of: %s; TYPE one of: %s",
                     rest, SIM_OP_NAMES, SIM_TYPE_NAMES);
    else
        p->section = IN_OP + number * SIM_TYPES + type;
}

static void begin_section(struct machine_parser *p, char *name)
{
    char *rest = name + strcspn(name, " \t");
    size_t n = (size_t)(rest - name);
    size_t i = 0;

    rest = trimmed(rest);
    while (i < sizeof sections / sizeof sections[0] &&
           (strlen(sections[i].name) != n || memcmp(sections[i].name, name, n) != 0))
        i++;
    if (i == sizeof sections / sizeof sections[0] || (*rest && !sections[i].numbers)) {
        machine_fail(p, p->line, "[%s]: no such section", name);
        return;
    }
    p->section = (int)sections[i].section;
    if (sections[i].section == IN_OP)
        begin_op(p, rest);
    else if (sections[i].numbers)
        begin_numbered(p, i, rest);
    if (!p->failed && p->section_line[p->section])
        machine_fail(p, p->line, "[%s] was already given in line %u", name,
                     p->section_line[p->section]);
    if (!p->failed)
        p->section_line[p->section] = p->line;
}

static bool belongs(const struct machine_key *key, int section)
{
    unsigned numbers = key->section == IN_CACHE    ? SIM_CACHES
                       : key->section == IN_TLB    ? SIM_TLBS
                       : key->section == IN_BTB    ? SIM_BTBS
                       : key->section == IN_REGION ? SIM_REGIONS
                       : key->section == IN_OP     ? OP_SECTIONS
                                                   : 1;

    return (unsigned)section >= key->section && (unsigned)section < key->section + numbers;
}

static void expect_null(struct machine_parser *p, const char *id, const char *value)
{
    struct sim_machine *m = p->machine;

    bool or_right = strcmp(value, "null or right") == 0;

    if (!or_right && strcmp(value, "null") != 0)
        machine_fail(p, p->line,
                     "expect.%s = %s: only \"null\" or \"null or right\" can be expected", id,
                     value);
    else if (*id == 0 || strlen(id) >= sizeof m->null_id[0])
        machine_fail(p, p->line, "expect.%s: not the id of a result", id);
    else if (sim_machine_expects(m, id) != SIM_EXPECTS_RIGHT)
        machine_fail(p, p->line, "expect.%s was already given", id);
    else if (m->n_nulls == SIM_NULLS)
        machine_fail(p, p->line, "more than %d expectations", SIM_NULLS);
    else {
        m->null_or_right[m->n_nulls] = or_right;
        strcpy(m->null_id[m->n_nulls++], id);
    }
}

static void read_key(struct machine_parser *p, const char *name, const char *value)
{
    for (unsigned i = 0; i < machine_keys_count; i++) {
        unsigned *line = &p->key_line[p->section][i];
        if (!belongs(&machine_keys[i], p->section) || strcmp(machine_keys[i].name, name) != 0)
            continue;
        if (*line)
            machine_fail(p, p->line, "%s was already given in line %u", name, *line);
        *line = p->line;
        machine_store(p, &machine_keys[i], value);
        return;
    }
    if (p->section == IN_MACHINE && strncmp(name, "expect.", 7) == 0)
        expect_null(p, name + 7, value);
    else
        machine_fail(p, p->line, "%s: no such key in this section", name);
}

static void read_assignment(struct machine_parser *p, char *text)
{
    char *equals = strchr(text, '=');

    if (!equals)
        machine_fail(p, p->line, "%s: neither [section] nor key = value", text);
    else if (p->section < 0)
        machine_fail(p, p->line, "%s: is before the first section", text);
    else {
        *equals = 0;
        read_key(p, trimmed(text), trimmed(equals + 1));
    }
}

static void read_line(struct machine_parser *p, char *text)
{
    text[strcspn(text, "#")] = 0;
    text = trimmed(text);
    size_t n = strlen(text);

    if (n == 0)
        return;
    if (*text != '[')
        read_assignment(p, text);
    else if (text[n - 1] != ']')
        machine_fail(p, p->line, "%s: ] is missing", text);
    else {
        text[n - 1] = 0;
        begin_section(p, trimmed(text + 1));
    }
}

/* The line at TEXT, of N bytes, as a string of its own. */
static void take_line(struct machine_parser *p, const char *text, size_t n)
{
    char line[LINE_MOST];

    if (n >= sizeof line || memchr(text, 0, n)) {
        machine_fail(p, p->line, n >= sizeof line ? "line is too long" : "not a text file");
        return;
    }
    memcpy(line, text, n);
    line[n] = 0;
    read_line(p, line);
}

/* ---- a file ---- */

static void set_defaults(struct sim_machine *m)
{
    memset(m, 0, sizeof *m);
    strcpy(m->name, "unnamed");
    m->cores = 1;
    m->mhz = 1000;
    m->page_bytes = 4096;
    m->word_bytes = 8;
    m->seed = 1;
    m->resolution_ticks = 1;
    m->stretch_ns = 5000000;
    m->issue = 1;
    m->shared_by = 1;
    m->add_16ths = 16;
    m->slow_16ths = 16;
    m->licence_slow_16ths = m->licence_clock_16ths = SIM_16THS;
    m->busy_clock_16ths = m->throttle_16ths = SIM_16THS;
    m->streams = m->ahead = 1;
    m->directions = m->jumps = 4096;
    m->jump_targets = 64;
    for (unsigned i = 0; i < OP_SECTIONS; i++)
        m->op[i] = (struct sim_op){ .latency_16ths = 16, .interval_16ths = 16, .units = 1 };
    for (unsigned i = 0; i < SIM_BTBS; i++)
        m->btb[i].span_bytes = 4;
    for (unsigned i = 0; i < SIM_REGIONS; i++)
        m->region[i].writes = m->region[i].runs = true;
    m->write_queue = 1;
    m->flip_context = SIM_FLIP_ANY_CONTEXT;
    m->flip_bit = SIM_FLIP_ANY_BIT;
    for (unsigned i = 0; i < SIM_CACHES; i++) {
        m->cache[i].shared_by = 1;
        m->cache[i].allocate = true;
        m->cache[i].admit_ppb = SIM_PPB;
        m->cache[i].index = i == 0 ? SIM_VIRTUAL : SIM_PHYSICAL;
    }
}

int sim_machine_parse(struct sim_machine *machine, const char *text, size_t n_bytes,
                      const char *name, char *error, size_t error_bytes)
{
    struct machine_parser p = {
        .machine = machine, .path = name, .section = -1, .error = error, .error_bytes = error_bytes
    };

    set_defaults(machine);
    for (size_t at = 0; at < n_bytes && !p.failed;) {
        const char *end = memchr(text + at, '\n', n_bytes - at);
        size_t n = end ? (size_t)(end - text) - at : n_bytes - at;
        p.line++;
        take_line(&p, text + at, n);
        at += n + 1;
    }
    if (!p.failed)
        machine_check(&p);
    return p.failed ? -1 : 0;
}

enum { FILE_MOST_BYTES = 65536 };

int sim_machine_read(struct sim_machine *machine, const char *path, char *error, size_t error_bytes)
{
    char text[FILE_MOST_BYTES];
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(text, 1, sizeof text, f) : 0;
    const char *cause = !f || ferror(f) ? strerror(errno) : 0;

    if (n == sizeof text)
        cause = "too long for a machine file";
    if (f)
        fclose(f);
    if (!cause)
        return sim_machine_parse(machine, text, n, path, error, error_bytes);
    snprintf(error, error_bytes, "%s:0: %s", path, cause);
    return -1;
}

enum sim_expects sim_machine_expects(const struct sim_machine *machine, const char *id)
{
    for (unsigned i = 0; i < machine->n_nulls; i++)
        if (strcmp(machine->null_id[i], id) == 0)
            return machine->null_or_right[i] ? SIM_EXPECTS_EITHER : SIM_EXPECTS_NULL;
    return SIM_EXPECTS_RIGHT;
}
