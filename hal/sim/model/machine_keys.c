/* The table of keys of a machine file; stores their values. */
#include "machine_keys.h"
#include "policy/scheduler.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define M(field) offsetof(struct sim_machine, field)
#define C(field) offsetof(struct sim_cache, field)
#define T(field) offsetof(struct sim_tlb, field)
#define B(field) offsetof(struct sim_btb, field)
#define R(field) offsetof(struct sim_region, field)
#define O(field) offsetof(struct sim_op, field)

#define GIB        ((uint64_t)1 << 30)
#define MOST_16THS ((uint64_t)1000000 * 16)
#define YES        true
#define NO         false

const struct machine_key machine_keys[] = {
    { "name", IN_MACHINE, KEY_TEXT, NO, M(name), 0, 0, 0 },
    { "trait", IN_MACHINE, KEY_TEXT, NO, M(trait), 0, 0, 0 },
    { "cores", IN_MACHINE, KEY_COUNT, NO, M(cores), 1, 4096, 0 },
    { "mhz", IN_MACHINE, KEY_COUNT, NO, M(mhz), 1, 100000, 0 },
    { "page", IN_MACHINE, KEY_POWER, NO, M(page_bytes), 1024, GIB, 0 },
    { "word", IN_MACHINE, KEY_POWER, NO, M(word_bytes), 2, 8, 0 },
    { "size", IN_CACHE, KEY_SIZE, YES, C(size_bytes), 1, GIB, 0 },
    { "ways", IN_CACHE, KEY_COUNT, YES, C(ways), 0, (uint64_t)1 << 25, 0 },
    { "line", IN_CACHE, KEY_POWER, YES, C(line_bytes), 8, 4096, 0 },
    { "latency", IN_CACHE, KEY_16THS, YES, C(latency_16ths), 1, MOST_16THS, 0 },
    { "policy", IN_CACHE, KEY_CHOICE, NO, C(policy), 0, 0,
      "lru fifo plru bitplru nru random nru_random lru_plru" },
    { "index", IN_CACHE, KEY_CHOICE, NO, C(index), 0, 0, "virtual physical hash" },
    { "colours", IN_CACHE, KEY_POWER, NO, C(colours), 0, (uint64_t)1 << 25, 0 },
    { "inclusion", IN_CACHE, KEY_CHOICE, NO, C(inclusion), 0, 0, "nine inclusive exclusive" },
    { "swap", IN_CACHE, KEY_CHOICE, NO, C(swap), 0, 0, "insert_last insert_first" },
    { "write", IN_CACHE, KEY_CHOICE, NO, C(write), 0, 0, "back through" },
    { "admit", IN_CACHE, KEY_SHARE, NO, C(admit_ppb), 1000, SIM_PPB, 0 },
    { "allocate", IN_CACHE, KEY_FLAG, NO, C(allocate), 0, 0, 0 },
    { "shared_by", IN_CACHE, KEY_COUNT, NO, C(shared_by), 1, 4096, 0 },
    { "victim", IN_CACHE, KEY_COUNT, NO, C(victim_lines), 0, 64, 0 },
    { "victim_latency", IN_CACHE, KEY_16THS, NO, C(victim_16ths), 1, MOST_16THS, 0 },
    { "mshr", IN_CACHE, KEY_COUNT, NO, C(misses), 1, SIM_MISSES, 0 },
    { "latency", IN_MEMORY, KEY_16THS, YES, M(memory_16ths), 1, MOST_16THS, 0 },
    { "remote", IN_MEMORY, KEY_16THS, NO, M(remote_16ths), 0, MOST_16THS, 0 },
    { "service", IN_MEMORY, KEY_16THS, NO, M(service_16ths), 0, MOST_16THS, 0 },
    { "turnaround", IN_MEMORY, KEY_16THS, NO, M(turnaround_16ths), 0, MOST_16THS, 0 },
    { "write_queue", IN_MEMORY, KEY_COUNT, NO, M(write_queue), 1, 4096, 0 },
    { "hit", IN_DRAM, KEY_16THS, YES, M(dram_hit_16ths), 1, MOST_16THS, 0 },
    { "closed", IN_DRAM, KEY_16THS, YES, M(dram_closed_16ths), 1, MOST_16THS, 0 },
    { "bits", IN_DRAM, KEY_TEXT, NO, M(dram_bits), 0, 0, 0 },
    { "row", IN_DRAM, KEY_POWER, YES, M(dram_row_bytes), 64, GIB, 0 },
    { "idle", IN_DRAM, KEY_SHARE, NO, M(dram_idle_ns), 0, SIM_PPB, 0 },
    { "refresh", IN_DRAM, KEY_SHARE, NO, M(refresh_ns), 0, SIM_PPB, 0 },
    { "refresh_lasts", IN_DRAM, KEY_SHARE, NO, M(refresh_lasts_ns), 0, SIM_PPB, 0 },
    { "entries", IN_TLB, KEY_COUNT, YES, T(entries), 1, (uint64_t)1 << 20, 0 },
    { "ways", IN_TLB, KEY_COUNT, NO, T(ways), 0, (uint64_t)1 << 20, 0 },
    { "index", IN_TLB, KEY_CHOICE, NO, T(index), 0, 0, "low xor split" },
    { "penalty", IN_TLB, KEY_16THS, NO, T(penalty_16ths), 0, MOST_16THS, 0 },
    { "penalty", IN_WALK, KEY_16THS, NO, M(walk_16ths), 0, MOST_16THS, 0 },
    { "entries", IN_BTB, KEY_COUNT, YES, B(entries), 1, (uint64_t)1 << 20, 0 },
    { "ways", IN_BTB, KEY_COUNT, NO, B(ways), 0, (uint64_t)1 << 20, 0 },
    { "span", IN_BTB, KEY_POWER, NO, B(span_bytes), 1, 4096, 0 },
    { "policy", IN_BTB, KEY_CHOICE, NO, B(policy), 0, 0,
      "lru fifo plru bitplru nru random nru_random lru_plru" },
    { "index", IN_BTB, KEY_CHOICE, NO, B(index), 0, 0, "low xor" },
    { "penalty", IN_BTB, KEY_16THS, NO, B(penalty_16ths), 0, MOST_16THS, 0 },
    { "name", IN_REGION, KEY_TEXT, YES, R(name), 0, 0, 0 },
    { "state", IN_REGION, KEY_TEXT, NO, R(state), 0, 0, 0 },
    { "kind", IN_REGION, KEY_CHOICE, YES, R(kind), 0, 0, SIM_REGION_KINDS },
    { "size", IN_REGION, KEY_SIZE, YES, R(size_bytes), 8192, (uint64_t)64 << 20, 0 },
    { "writes", IN_REGION, KEY_FLAG, NO, R(writes), 0, 0, 0 },
    { "runs", IN_REGION, KEY_FLAG, NO, R(runs), 0, 0, 0 },
    { "load", IN_REGION, KEY_16THS, YES, R(load_16ths), 1, MOST_16THS, 0 },
    { "load_rate", IN_REGION, KEY_16THS, YES, R(load_rate), 1, 16 * 1024, 0 },
    { "store", IN_REGION, KEY_16THS, NO, R(store_16ths), 1, MOST_16THS, 0 },
    { "store_rate", IN_REGION, KEY_16THS, NO, R(store_rate), 1, 16 * 1024, 0 },
    { "fetch", IN_REGION, KEY_16THS, NO, R(fetch_16ths), 1, MOST_16THS, 0 },
    { "fetch_rate", IN_REGION, KEY_16THS, NO, R(fetch_rate), 1, 16 * 1024, 0 },
    { "next_line", IN_PREFETCH, KEY_FLAG, NO, M(next_line), 0, 0, 0 },
    { "pair", IN_PREFETCH, KEY_FLAG, NO, M(pair), 0, 0, 0 },
    { "stride", IN_PREFETCH, KEY_FLAG, NO, M(stride), 0, 0, 0 },
    { "whole_page", IN_PREFETCH, KEY_FLAG, NO, M(whole_page), 0, 0, 0 },
    { "eager", IN_PREFETCH, KEY_FLAG, NO, M(eager), 0, 0, 0 },
    { "only_up", IN_PREFETCH, KEY_FLAG, NO, M(only_up), 0, 0, 0 },
    { "beyond_page", IN_PREFETCH, KEY_FLAG, NO, M(beyond_page), 0, 0, 0 },
    { "streams", IN_PREFETCH, KEY_COUNT, NO, M(streams), 1, SIM_STREAMS, 0 },
    { "ahead", IN_PREFETCH, KEY_COUNT, NO, M(ahead), 1, 64, 0 },
    { "reach", IN_PREFETCH, KEY_SIZE, NO, M(reach_bytes), 1, GIB, 0 },
    { "allocation", IN_FRAMES, KEY_CHOICE, NO, M(frames), 0, 0, "contiguous random" },
    { "backed", IN_FRAMES, KEY_CHOICE, NO, M(backed), 0, 0, "large base" },
    { "again", IN_FRAMES, KEY_CHOICE, NO, M(again), 0, 0, "other same" },
    { "large", IN_FRAMES, KEY_POWER, NO, M(large_bytes), 0, GIB, 0 },
    { "seed", IN_NOISE, KEY_COUNT, NO, M(seed), 0, UINT64_MAX, 0 },
    { "resolution", IN_NOISE, KEY_COUNT, NO, M(resolution_ticks), 1, 1000000000000, 0 },
    { "interrupt", IN_NOISE, KEY_COUNT, NO, M(interrupt_hz), 0, 1000000000, 0 },
    { "cost", IN_NOISE, KEY_COUNT, NO, M(interrupt_cost_ticks), 0, 1000000000000, 0 },
    { "outliers", IN_NOISE, KEY_SHARE, NO, M(outliers_ppb), 0, SIM_PPB, 0 },
    { "jitter", IN_NOISE, KEY_SHARE, NO, M(jitter_ppb), 0, SIM_PPB, 0 },
    { "pollution", IN_NOISE, KEY_COUNT, NO, M(pollution_lines), 0, 1000000, 0 },
    { "hot", IN_NOISE, KEY_COUNT, NO, M(hot_lines), 0, 64, 0 },
    { "drift", IN_NOISE, KEY_SHARE, NO, M(drift_ppb), 0, SIM_PPB - 1, 0 },
    { "neighbour", IN_NOISE, KEY_SHARE, NO, M(neighbour_ppb), 0, SIM_PPB - 1, 0 },
    { "takes", IN_NOISE, KEY_SHARE, NO, M(takes_ppb), 0, SIM_PPB - 1, 0 },
    { "stretch", IN_NOISE, KEY_SHARE, NO, M(stretch_ns), 1000, (uint64_t)SIM_PPB * 1000, 0 },
    { "groups", IN_COHERENCE, KEY_TEXT, NO, M(groups), 0, 0, 0 },
    { "near", IN_COHERENCE, KEY_16THS, NO, M(near_16ths), 0, MOST_16THS, 0 },
    { "far", IN_COHERENCE, KEY_16THS, NO, M(far_16ths), 0, MOST_16THS, 0 },
    { "states", IN_COHERENCE, KEY_FLAG, NO, M(states), 0, 0, 0 },
    { "clean_near", IN_COHERENCE, KEY_16THS, NO, M(clean_near_16ths), 0, MOST_16THS, 0 },
    { "clean_far", IN_COHERENCE, KEY_16THS, NO, M(clean_far_16ths), 0, MOST_16THS, 0 },
    { "atomic_add", IN_COHERENCE, KEY_16THS, NO, M(atomic_add_16ths), 0, MOST_16THS, 0 },
    { "atomic_compare", IN_COHERENCE, KEY_16THS, NO, M(atomic_compare_16ths), 0, MOST_16THS, 0 },
    { "spread", IN_COHERENCE, KEY_SHARE, NO, M(spread_ppb), 0, SIM_PPB - 1, 0 },
    { "shared_by", IN_CPU, KEY_COUNT, NO, M(shared_by), 1, 4096, 0 },
    { "float_shared_by", IN_CPU, KEY_COUNT, NO, M(float_shared_by), 1, 4096, 0 },
    { "scheduler", IN_OS, KEY_CHOICE, NO, M(scheduler), 0, 0, "rigid migrating packing" },
    { "issue", IN_CPU, KEY_POWER, NO, M(issue), 1, 16, 0 },
    { "add", IN_CPU, KEY_16THS, NO, M(add_16ths), 1, MOST_16THS, 0 },
    { "loop", IN_CPU, KEY_16THS, NO, M(loop_16ths), 0, MOST_16THS, 0 },
    { "window", IN_CPU, KEY_COUNT, NO, M(window), 0, SIM_WINDOW_MOST, 0 },
    { "waiting", IN_CPU, KEY_COUNT, NO, M(waiting), 0, SCHEDULER_MOST - 1, 0 },
    { "waiting_real", IN_CPU, KEY_COUNT, NO, M(waiting_real), 0, SCHEDULER_MOST - 1, 0 },
    { "waiting_load", IN_CPU, KEY_COUNT, NO, M(waiting_load), 0, SCHEDULER_MOST - 1, 0 },
    { "load_queue", IN_CPU, KEY_COUNT, NO, M(held[SIM_LOADS]), 0, SIM_QUEUE_MOST, 0 },
    { "store_queue", IN_CPU, KEY_COUNT, NO, M(held[SIM_STORES]), 0, SIM_QUEUE_MOST, 0 },
    { "free_registers", IN_CPU, KEY_COUNT, NO, M(held[SIM_WORD_REGISTERS]), 0, SIM_QUEUE_MOST, 0 },
    { "free_registers_real", IN_CPU, KEY_COUNT, NO, M(held[SIM_REAL_REGISTERS]), 0, SIM_QUEUE_MOST,
      0 },
    { "branches", IN_CPU, KEY_COUNT, NO, M(held[SIM_BRANCHES]), 0, SIM_QUEUE_MOST, 0 },
    { "ahead", IN_CPU, KEY_COUNT, NO, M(start_ahead), 0, SCHEDULER_MOST - 1, 0 },
    { "ahead_real", IN_CPU, KEY_COUNT, NO, M(start_ahead_real), 0, SCHEDULER_MOST - 1, 0 },
    { "forward", IN_CPU, KEY_16THS, NO, M(forward_16ths), 0, MOST_16THS, 0 },
    { "forward_same", IN_CPU, KEY_16THS, NO, M(forward_same_16ths), 0, MOST_16THS, 0 },
    { "forward_part", IN_CPU, KEY_16THS, NO, M(forward_part_16ths), 0, MOST_16THS, 0 },
    { "forward_real", IN_CPU, KEY_16THS, NO, M(forward_real_16ths), 0, MOST_16THS, 0 },
    { "unaligned", IN_CPU, KEY_16THS, NO, M(unaligned_16ths), 0, MOST_16THS, 0 },
    { "alias", IN_CPU, KEY_16THS, NO, M(alias_16ths), 0, MOST_16THS, 0 },
    { "returning", IN_CPU, KEY_16THS, NO, M(returning_16ths), 0, MOST_16THS, 0 },
    { "refetch", IN_CPU, KEY_16THS, NO, M(refetch_16ths), 0, MOST_16THS, 0 },
    { "cross", IN_CPU, KEY_16THS, NO, M(cross_16ths), 0, MOST_16THS, 0 },
    { "load_real", IN_CPU, KEY_16THS, NO, M(load_real_16ths), 0, MOST_16THS, 0 },
    { "registers", IN_CPU, KEY_COUNT, NO, M(registers), 2, 1024, 0 },
    { "registers_real", IN_CPU, KEY_COUNT, NO, M(registers_real), 2, 1024, 0 },
    { "wrong", IN_CPU, KEY_16THS, NO, M(wrong_16ths), 0, MOST_16THS, 0 },
    { "btb_miss", IN_CPU, KEY_16THS, NO, M(btb_miss_16ths), 0, MOST_16THS, 0 },
    { "return_stack", IN_CPU, KEY_COUNT, NO, M(return_stack), 0, 1024, 0 },
    { "directions", IN_CPU, KEY_COUNT, NO, M(directions), 1, 65536, 0 },
    { "jumps", IN_CPU, KEY_COUNT, NO, M(jumps), 1, 65536, 0 },
    { "jump_targets", IN_CPU, KEY_COUNT, NO, M(jump_targets), 1, 64, 0 },
    { "several", IN_CPU, KEY_16THS, NO, M(several_16ths), 0, MOST_16THS, 0 },
    { "licence", IN_CPU, KEY_CHOICE, NO, M(licence_type), 0, 0, SIM_WIDE_NAMES },
    { "licence_after", IN_CPU, KEY_SHARE, NO, M(licence_after_ns), 0, SIM_PPB, 0 },
    { "licence_slow", IN_CPU, KEY_16THS, NO, M(licence_slow_16ths), 16, 16 * 16, 0 },
    { "licence_clock", IN_CPU, KEY_16THS, NO, M(licence_clock_16ths), 16, 16 * 16, 0 },
    { "licence_held", IN_CPU, KEY_SHARE, NO, M(licence_held_ns), 0, SIM_PPB, 0 },
    { "busy_clock", IN_CPU, KEY_16THS, NO, M(busy_clock_16ths), 16, 16 * 16, 0 },
    { "throttle_after", IN_CPU, KEY_SHARE, NO, M(throttle_after_ns), 1, (uint64_t)SIM_PPB * 3600,
      0 },
    { "throttle", IN_CPU, KEY_16THS, NO, M(throttle_16ths), 16, 16 * 16, 0 },
    { "slow", IN_CPU, KEY_COUNT, NO, M(slow_context), 1, 4095, 0 },
    { "slow_by", IN_CPU, KEY_16THS, NO, M(slow_16ths), 16, 16 * 16, 0 },
    { "latency", IN_OP, KEY_16THS, YES, O(latency_16ths), 1, MOST_16THS, 0 },
    { "interval", IN_OP, KEY_16THS, NO, O(interval_16ths), 1, MOST_16THS, 0 },
    { "units", IN_OP, KEY_COUNT, NO, O(units), 1, SIM_UNITS, 0 },
    { "ports", IN_OP, KEY_PORTS, NO, O(ports), 0, SIM_PORTS - 1, 0 },
    { "touch", IN_OS, KEY_16THS, NO, M(touch_16ths), 0, MOST_16THS, 0 },
    { "touch_file", IN_OS, KEY_16THS, NO, M(touch_file_16ths), 0, MOST_16THS, 0 },
    { "touch_read", IN_OS, KEY_16THS, NO, M(touch_read_16ths), 0, MOST_16THS, 0 },
    { "touch_copy", IN_OS, KEY_16THS, NO, M(touch_copy_16ths), 0, MOST_16THS, 0 },
    { "return", IN_OS, KEY_16THS, NO, M(return_16ths), 0, MOST_16THS, 0 },
    { "call", IN_OS, KEY_16THS, NO, M(call_16ths), 0, MOST_16THS, 0 },
    { "map", IN_OS, KEY_16THS, NO, M(map_16ths), 0, MOST_16THS, 0 },
    { "read", IN_OS, KEY_16THS, NO, M(read_16ths), 0, MOST_16THS, 0 },
    { "write", IN_OS, KEY_16THS, NO, M(write_16ths), 0, MOST_16THS, 0 },
    { "find", IN_OS, KEY_16THS, NO, M(find_16ths), 0, MOST_16THS, 0 },
    { "open", IN_OS, KEY_16THS, NO, M(open_16ths), 0, MOST_16THS, 0 },
    { "list", IN_OS, KEY_16THS, NO, M(list_16ths), 0, MOST_16THS, 0 },
    { "grow", IN_OS, KEY_16THS, NO, M(grow_16ths), 0, MOST_16THS, 0 },
    { "grow_more", IN_OS, KEY_16THS, NO, M(grow_more_16ths), 0, MOST_16THS, 0 },
    { "others", IN_OS, KEY_COUNT, NO, M(others), 0, 64, 0 },
    { "timeslot", IN_OS, KEY_SHARE, NO, M(timeslot_ns), 0, (uint64_t)SIM_PPB * 1000, 0 },
    { "op", IN_FLIPS, KEY_CHOICE, NO, M(flip_op), 0, 0, SIM_FLIP_OPS },
    { "type", IN_FLIPS, KEY_CHOICE, NO, M(flip_type), 0, 0, SIM_FLIP_TYPES },
    { "rate", IN_FLIPS, KEY_COUNT, YES, M(flip_rate), 1, UINT64_MAX, 0 },
    { "context", IN_FLIPS, KEY_COUNT, NO, M(flip_context), 0, SIM_FLIP_ANY_CONTEXT - 1, 0 },
    { "bit", IN_FLIPS, KEY_COUNT, NO, M(flip_bit), 0, SIM_FLIP_ANY_BIT - 1, 0 },
};

const unsigned machine_keys_count = sizeof machine_keys / sizeof machine_keys[0];
_Static_assert(sizeof machine_keys / sizeof machine_keys[0] <= KEYS_MOST, "key_line is too short");
_Static_assert(sizeof(enum replacement_policy) == sizeof(unsigned),
               "choices are stored as unsigned");

/* Reads the digits at *TEXT, which moves past them. False without any, or when they do not fit. */
static bool read_digits(const char **text, uint64_t *value)
{
    const char *at = *text;

    for (*value = 0; *at >= '0' && *at <= '9'; at++)
        if (__builtin_mul_overflow(*value, 10, value) ||
            __builtin_add_overflow(*value, (uint64_t)(*at - '0'), value))
            return false;
    bool any = at != *text;
    *text = at;
    return any;
}

static bool read_size(const char *text, uint64_t *value)
{
    static const char units[] = "KMG";

    if (!read_digits(&text, value))
        return false;
    if (*text == 0)
        return true;
    const char *unit = strchr(units, *text);
    if (!unit || text[1] != 0)
        return false;
    return !__builtin_mul_overflow(*value, (uint64_t)1024 << 10 * (unit - units), value);
}

/* A decimal number times SCALE, rounded; at most nine digits after the point. */
static bool read_decimal(const char *text, uint64_t scale, uint64_t *value)
{
    uint64_t fraction = 0;
    uint64_t unit = 1;

    if (!read_digits(&text, value) || *value > 1000000000)
        return false;
    if (*text == '.') {
        const char *first = ++text;
        if (!read_digits(&text, &fraction) || text - first > 9)
            return false;
        for (; first < text; first++)
            unit *= 10;
    }
    *value = *value * scale + (fraction * scale + unit / 2) / unit;
    return *text == 0;
}

int machine_choice(const char *choices, const char *text)
{
    size_t n = strlen(text);

    for (int i = 0; *choices; i++) {
        size_t word = strcspn(choices, " ");
        if (word == n && memcmp(choices, text, n) == 0)
            return i;
        choices += word;
        choices += strspn(choices, " ");
    }
    return -1;
}

static void *place_of(const struct machine_parser *p, const struct machine_key *key)
{
    unsigned n = (unsigned)p->section - key->section;

    if (key->section == IN_CACHE)
        return (char *)&p->machine->cache[n] + key->offset;
    if (key->section == IN_TLB)
        return (char *)&p->machine->tlb[n] + key->offset;
    if (key->section == IN_BTB)
        return (char *)&p->machine->btb[n] + key->offset;
    if (key->section == IN_REGION)
        return (char *)&p->machine->region[n] + key->offset;
    if (key->section == IN_OP)
        return (char *)&p->machine->op[n] + key->offset;
    return (char *)p->machine + key->offset;
}

static void store_choice(struct machine_parser *p, const struct machine_key *key, const char *text)
{
    const char *choices = key->kind == KEY_FLAG ? "no yes" : key->choices;
    int choice = machine_choice(choices, text);

    if (choice < 0)
        machine_fail(p, p->line, "%s = %s: must be one of: %s", key->name, text, choices);
    else if (key->kind == KEY_FLAG)
        *(bool *)place_of(p, key) = choice == 1;
    else
        *(unsigned *)place_of(p, key) = (unsigned)choice;
}

static void store_text(struct machine_parser *p, const struct machine_key *key, const char *text)
{
    size_t n = strlen(text);

    if (n == 0 || n >= SIM_TEXT_BYTES)
        machine_fail(p, p->line, "%s: must have 1 to %d characters", key->name, SIM_TEXT_BYTES - 1);
    else
        memcpy(place_of(p, key), text, n + 1);
}

static bool read_number(const struct machine_key *key, const char *text, uint64_t *value)
{
    if (key->kind == KEY_COUNT)
        return read_digits(&text, value) && *text == 0;
    if (key->kind == KEY_16THS)
        return read_decimal(text, 16, value);
    if (key->kind == KEY_SHARE)
        return read_decimal(text, SIM_PPB, value);
    return read_size(text, value);
}

/* VALUE as a person would write it in the file. */
static const char *as_written(const struct machine_key *key, uint64_t value, char *text, size_t n)
{
    double scale = key->kind == KEY_16THS ? 16 : key->kind == KEY_SHARE ? SIM_PPB : 0;

    if (scale > 0)
        snprintf(text, n, "%.9g", (double)value / scale);
    else
        snprintf(text, n, "%llu", (unsigned long long)value);
    return text;
}

static void store_number(struct machine_parser *p, const struct machine_key *key, const char *text)
{
    char least[32], most[32];
    uint64_t value;

    if (!read_number(key, text, &value))
        machine_fail(p, p->line, "%s = %s: not a number%s", key->name, text,
                     key->kind == KEY_SIZE || key->kind == KEY_POWER ? " (with K, M or G)" : "");
    else if (value < key->least || value > key->most)
        machine_fail(p, p->line, "%s = %s: must lie between %s and %s", key->name, text,
                     as_written(key, key->least, least, sizeof least),
                     as_written(key, key->most, most, sizeof most));
    else if (key->kind == KEY_POWER && value & (value - 1))
        machine_fail(p, p->line, "%s = %s: must be a power of two", key->name, text);
    else
        *(uint64_t *)place_of(p, key) = value;
}

/* Numbers apart by blanks: a bit each. */
static void store_ports(struct machine_parser *p, const struct machine_key *key, const char *text)
{
    uint64_t ports = 0, port;

    for (const char *at = text; *at != 0; at += strspn(at, " \t")) {
        if (!read_digits(&at, &port) || port > key->most || (ports >> port & 1) != 0) {
            machine_fail(p, p->line, "%s = %s: must be different numbers up to %llu, as in 0 1 5",
                         key->name, text, (unsigned long long)key->most);
            return;
        }
        ports |= (uint64_t)1 << port;
    }
    *(uint64_t *)place_of(p, key) = ports;
}

void machine_store(struct machine_parser *p, const struct machine_key *key, const char *text)
{
    if (key->kind == KEY_TEXT)
        store_text(p, key, text);
    else if (key->kind == KEY_CHOICE || key->kind == KEY_FLAG)
        store_choice(p, key, text);
    else if (key->kind == KEY_PORTS)
        store_ports(p, key, text);
    else
        store_number(p, key, text);
}
