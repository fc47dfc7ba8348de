/* Rules about the operating system, statements of any kind, and a sister board. */
#include "result/query.h"
#include "rules.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *key(const struct audit_input *in, const char *name)
{
    return log_key_text(in->run->keys, in->run->n_keys, name);
}

/* Pages that the system calls huge, of which the TLB has nothing. */
static void huge_pages(const struct audit_input *in, struct audit_output *out)
{
    const struct result *granted = result_find(in->results, id_of(HUGE_PAGE_GRANTED));
    const struct result *reach = result_find(in->results, id_of(HUGE_PAGE_TLB_REACH));
    const struct result *walk = audit_answer(in, id_of(TLB_WALK));
    const struct result *memory = audit_answer(in, id_of(MEMORY_LATENCY));

    if (granted == NULL || reach == NULL || granted->kind == RESULT_NULL ||
        reach->kind == RESULT_NULL)
        return;
    out->applied = true;
    if (strcmp(granted->text, "yes") != 0 || strcmp(reach->text, "gained") == 0)
        return;
    struct audit_finding *f = audit_add(
        out, "the system grants huge pages, but the TLB still holds an entry for each base page");
    audit_measured(f, reach);
    audit_rests_on(f, granted);
    snprintf(f->may.what, sizeof f->may.what, "%s", granted->id);
    snprintf(f->may.text, sizeof f->may.text, "%s", granted->text);
    if (walk != NULL && memory != NULL) {
        f->loss = walk->value / (walk->value + memory->value);
        audit_rests_on(f, walk);
        audit_rests_on(f, memory);
    }
    f->of = "speed of random loads beyond the TLB";
    f->look = audit_look(in->run, "huge_page");
}

static void governor(const struct audit_input *in, struct audit_output *out)
{
    const char *name = key(in, "governor");
    const struct result *r = audit_answer(in, id_of(CPU_FREQUENCY));

    if (name == NULL || r == NULL || !r->has_bounds)
        return;
    out->applied = true;
    if (strcmp(name, "performance") == 0 || r->low >= 0.9 * r->high)
        return;
    struct audit_finding *f =
        audit_add(out, "the core clock changed in the run, under the governor %.40s", name);
    audit_measured(f, r);
    audit_number(&f->may, "highest clock of the run", r->high, "Hz");
    f->loss = 1 - r->value / r->high;
    f->of = "speed of the core";
    f->look = audit_look(in->run, "clock");
}

/* Processor time that others take: of this system, and of a hypervisor as far as it is known. */
static void background_load(const struct audit_input *in, struct audit_output *out)
{
    static const double enough = 0.9; /* interrupts of an idle guest take up to 7 % */
    const struct result *available = audit_answer(in, id_of(OS_CPU_AVAILABLE));
    const struct result *scheduled = audit_answer(in, id_of(OS_CPU_SCHEDULED));

    if (available == NULL)
        return;
    out->applied = true;
    if (audit_high(available) >= enough)
        return;
    bool known = scheduled != NULL, preempted = known && audit_high(scheduled) < enough;
    struct audit_finding *f = audit_add(out, "%s take processor time while probes run",
                                        preempted ? "other threads of this system, or other guests,"
                                        : known   ? "interrupts or the hypervisor"
                                                  : "other threads, interrupts or the hypervisor");
    audit_measured(f, preempted ? scheduled : available);
    audit_rests_on(f, available);
    audit_number(&f->may, "idle system", 1, "ratio");
    f->loss = 1 - audit_high(preempted ? scheduled : available);
    f->of = "time of a hardware thread";
    f->look = audit_look(in->run, known && !preempted ? "interrupts" : "background");
}

static void pinning(const struct audit_input *in, struct audit_output *out)
{
    const char *error = key(in, "pinning"), *os = key(in, "os");

    if (os == NULL || strcmp(os, "none") == 0)
        return;
    out->applied = true;
    if (error == NULL)
        return;
    struct audit_finding *f = audit_add(out, "the system refuses to pin threads: those of parallel "
                                             "programs move between cores");
    snprintf(f->is.what, sizeof f->is.what, "pinning");
    snprintf(f->is.text, sizeof f->is.text, "%.40s", error);
    snprintf(f->may.what, sizeof f->may.what, "pinning");
    snprintf(f->may.text, sizeof f->may.text, "allowed");
    f->of = "speed of parallel programs";
    f->look = audit_look(in->run, "pinning");
}

/* ---- numbers of which more, or less, is better ---- */

/* 1: more is better, -1: less is, 0: neither. */
static int better(const struct result *r)
{
    switch (r->name.quantity) {
    case CPU_FREQUENCY:
    case CACHE_SIZE:
    case BANDWIDTH_ALONE:
    case BANDWIDTH_TOGETHER:
    case REGION_BANDWIDTH:
    case PEAK_RATE:
    case NUMA_NODE_BANDWIDTH:
    case TLB_ENTRIES:
    case DRAM_REFRESH_INTERVAL:
        return 1;
    case CACHE_LATENCY:
    case MEMORY_LATENCY:
    case REGION_LATENCY:
    case NUMA_NODE_LATENCY:
    case OP_LATENCY:
    case TLB_WALK:
    case OS_SYSCALL:
    case STORE_FORWARD_LATENCY:
    case CORE_STORE_RTHROUGHPUT:
    case CORE_STORE_NEW_LINE:
    case CORE_STORE_EVICTED_LINE:
        return -1;
    default:
        return 0;
    }
}

static const char *topic_of(const struct result *r)
{
    bool flash = strstr(r->id, "flash") != NULL || strstr(r->id, "xip") != NULL;
    bool psram = strstr(r->id, "psram") != NULL || strstr(r->id, "spi") != NULL;
    bool dram = strstr(r->id, "memory") != NULL || strstr(r->id, "ddr") != NULL;

    if (psram || flash || dram)
        return psram ? "psram" : flash ? "flash" : "dram";
    switch (r->name.quantity) {
    case CPU_FREQUENCY:
        return "clock";
    case CACHE_SIZE:
        return "cache_size";
    case CORE_STORE_RTHROUGHPUT:
    case CORE_STORE_NEW_LINE:
    case CORE_STORE_EVICTED_LINE:
        return "write";
    case CACHE_LATENCY:
    case BANDWIDTH_ALONE:
    case BANDWIDTH_TOGETHER:
        return "caches";
    default:
        return "core";
    }
}

/* Clocks and caches have rules of their own. */
static void stated(const struct audit_input *in, struct audit_output *out)
{
    for (size_t i = 0; i < in->results->n; i++) {
        const struct result *r = &in->results->at[i];
        int sign = better(r);
        double said;

        if (sign == 0 || r->name.quantity == CPU_FREQUENCY || r->name.quantity == CACHE_SIZE ||
            audit_answer(in, r->name) != r || !audit_claimed(in->claims, r->id, &said) || said <= 0)
            continue;
        out->applied = true;
        double share = sign > 0 ? audit_high(r) / said : said / audit_low(r);
        if (share >= 0.8)
            continue;
        struct audit_finding *f = audit_add(out, "%.90s is worse than the board states", r->id);
        audit_measured(f, r);
        audit_stated(f, r->id, said, r->unit);
        f->loss = 1 - share;
        f->of = sign > 0 ? "this number" : "speed of what it times";
        f->look = audit_look(in->run, topic_of(r));
    }
}

/* Times, and rates by time, where both boards know them: cycles hide a slower clock. VALUE is that
 * of R in its unit. */
static double by_time(const struct result *r, double value)
{
    double scale = r->value != 0 ? value / r->value : 0;

    return r->ns > 0            ? r->ns * scale
           : r->gb_per_s > 0    ? r->gb_per_s * 1e9 * scale
           : r->gflop_per_s > 0 ? r->gflop_per_s * 1e9 * scale
                                : value;
}

static const char *unit_by_time(const struct result *r)
{
    return r->ns > 0 ? "ns" : r->gb_per_s > 0 ? "B/s" : r->gflop_per_s > 0 ? "FLOP/s" : r->unit;
}

/* The finding of this rule of the same quantity, of which the worst alone is kept; NULL: none. */
static struct audit_finding *same(struct audit_output *out, enum quantity quantity)
{
    for (size_t i = 0; i < out->audit->n_found; i++) {
        struct audit_finding *f = &out->audit->found[i];

        if (f->rule == out->rule->name && id_read(f->is.what).quantity == quantity)
            return f;
    }
    return NULL;
}

/* Answers that are less sure differ between two runs of one board, too: doubtful ones, as of
 * a core whose clock is not certain, have to be half as good. Reading DRAM is seldom sure, but
 * what makes it wrong does so on both boards: samples are compared. */
static const double sister_sure = 0.7, sister_doubtful = 0.5;

static bool is_of_dram(const struct result *r)
{
    switch (r->name.quantity) {
    case BANDWIDTH_ALONE:
    case BANDWIDTH_TOGETHER:
        return r->name.level == MEMORY_LEVEL && strcmp(r->name.op, "read") == 0;
    case MEMORY_LATENCY:
    case NUMA_NODE_BANDWIDTH:
    case NUMA_NODE_LATENCY:
        return true;
    default:
        return false;
    }
}

/* What R may be at best, as a share of what the sister's S is at worst. SIGN: more, or less, is
 * better. *LEAST: below which R is a finding; 0: they are not compared. */
static double sister_share(const struct result *r, const struct result *s, int sign, double *least)
{
    double sure = fmin(r->confidence, s->confidence);
    bool samples = sure < sister_sure && is_of_dram(r);
    double (*low)(const struct result *) = samples ? audit_sampled_low : audit_low;
    double (*high)(const struct result *) = samples ? audit_sampled_high : audit_high;

    *least = samples ? 0.8 : sure >= sister_sure ? 0.9 : sure >= sister_doubtful ? 0.5 : 0;
    return sign > 0 ? by_time(r, high(r)) / by_time(s, low(s))
                    : by_time(s, high(s)) / by_time(r, low(r));
}

static void sister(const struct audit_input *in, struct audit_output *out)
{
    for (size_t i = 0; in->sister != NULL && i < in->results->n; i++) {
        const struct result *r = &in->results->at[i];
        int sign = better(r);
        const struct result *s = sign != 0 ? result_find_text(in->sister, r->id) : NULL;

        if (s == NULL || !result_is_number(s) || audit_answer(in, r->name) != r ||
            strcmp(unit_by_time(r), unit_by_time(s)) != 0)
            continue;
        double least, share = sister_share(r, s, sign, &least);
        out->applied |= least > 0;
        if (!(share < least))
            continue;
        struct audit_finding *f = same(out, r->name.quantity);
        if (f != NULL && 1 - share <= f->loss)
            continue;
        if (f != NULL)
            *f = out->audit->found[--out->audit->n_found];
        f = audit_add(out, "%.90s is worse than on the sister board", r->id);
        audit_rests_on(f, r);
        audit_rests_on(f, s);
        audit_number(&f->is, r->id, by_time(r, r->value), unit_by_time(r));
        audit_number(&f->may, "sister board", by_time(s, s->value), unit_by_time(s));
        f->loss = 1 - share;
        f->of = sign > 0 ? "this number" : "speed of what it times";
        f->look = audit_look(in->run, topic_of(r));
    }
}

const struct audit_rule audit_system_rules[] = {
    { "huge_pages", "probe huge_page, on a system with huge pages", huge_pages },
    { "governor", "a system that names its governor", governor },
    { "background_load", "probe timeslice, on an operating system", background_load },
    { "pinning", "an operating system", pinning },
    { "stated", "claims of latencies, bandwidths or entries: claim.ID", stated },
    { "sister", "the log of a sister board: --like=LOG", sister },
    { NULL, NULL, NULL },
};
