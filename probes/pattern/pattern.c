/* Kernels that patterns describe: what each variant costs by size, contexts and data space.
 *
 * lib/kernel_group.h says which series are sent. Keys: name, variant, type, state (warm, data,
 * code, cold: what caches hold), flush (line, walk: how they were made cold), contexts,
 * space (unified, independent, cyclic), chunk (iterations dealt at once), barrier, spec (CRC-32 of
 * the pattern's text) and line. */
#include "hal/alloc.h"
#include "hal/timer.h"
#include "lib/estimate.h"
#include "lib/kernel_group.h"
#include "lib/kernel_send.h"
#include "lib/measure.h"
#include "run/probe.h"

enum { MOST_VARIANTS = 32, POINTS_GUESSED = 12, SWEEP_POINTS_GUESSED = 60 };

/* ---- names ---- */

/* Returns true when NAME is, to the letter, the first N letters at TEXT. */
static bool is_name(const char *name, const char *text, size_t n)
{
    size_t i = 0;

    while (i < n && name[i] != '\0' && name[i] == text[i])
        i++;
    return i == n && name[i] == '\0';
}

static size_t length_to(const char *text, size_t n, char end)
{
    size_t i = 0;

    while (i < n && text[i] != end)
        i++;
    return i;
}

/* Returns true when the N letters at TEXT are NAME or NAME.VARIANT of KERNEL. */
static bool names_kernel(const struct kernel *kernel, const char *text, size_t n)
{
    size_t point = length_to(text, n, '.');

    return is_name(kernel->name, text, point) &&
           (point == n || is_name(kernel->variant, text + point + 1, n - point - 1));
}

/* Calls NAMES with each word of LIST, joined by ','; true when one of them is taken. */
static bool is_among(const struct kernel *kernel, const char *list,
                     bool (*names)(const struct kernel *, const char *, size_t))
{
    while (list) {
        size_t n = 0;

        while (list[n] && list[n] != ',')
            n++;
        if (names(kernel, list, n))
            return true;
        list = list[n] ? list + n + 1 : 0;
    }
    return false;
}

/* ---- options ---- */

/* The Ith name of the image, each once. */
static const char *name_at(unsigned i)
{
    const char *last = 0;

    for (const struct kernel *const *at = pattern_table; *at; at++) {
        if (last && probe_same_text(last, (*at)->name))
            continue;
        last = (*at)->name;
        if (i-- == 0)
            return last;
    }
    return 0;
}

/* The Kth variant of the Ith name. */
static const char *variant_at(unsigned i, unsigned k)
{
    const char *name = name_at(i);

    for (const struct kernel *const *at = pattern_table; *at; at++)
        if (probe_same_text((*at)->name, name) && k-- == 0)
            return (*at)->variant;
    return 0;
}

static bool has_name(const char *text, size_t n)
{
    for (const struct kernel *const *at = pattern_table; *at; at++)
        if (names_kernel(*at, text, n))
            return true;
    return false;
}

static void take_names(struct plan *plan, const char *text)
{
    plan->kernels = text;
}

static const struct probe_words name_words = {
    .at = name_at,
    .part = variant_at,
    .has = has_name,
    .lacking = "no such pattern; in this image:",
    .take = take_names,
};

static const char *const spaces[] = {
    [KERNEL_UNIFIED] = "unified",
    [KERNEL_INDEPENDENT] = "independent",
    [KERNEL_CYCLIC] = "cyclic",
};

static const char *space_at(unsigned i)
{
    return i < sizeof spaces / sizeof spaces[0] ? spaces[i] : 0;
}

static bool has_space(const char *text, size_t n)
{
    for (unsigned i = 0; space_at(i); i++)
        if (is_name(space_at(i), text, n))
            return true;
    return false;
}

static void take_spaces(struct plan *plan, const char *text)
{
    plan->spaces = text;
}

static const struct probe_words space_words = {
    .at = space_at,
    .has = has_space,
    .lacking = "no such space; there are:",
    .take = take_spaces,
};

static const char *state_at(unsigned i)
{
    return kernel_state_name(i);
}

static bool has_state(const char *text, size_t n)
{
    for (unsigned i = 0; state_at(i); i++)
        if (is_name(state_at(i), text, n))
            return true;
    return false;
}

static void take_states(struct plan *plan, const char *text)
{
    plan->kernel_states = 0;
    while (*text) {
        size_t n = 0;

        while (text[n] && text[n] != ',')
            n++;
        for (unsigned i = 0; state_at(i); i++)
            if (is_name(state_at(i), text, n))
                plan->kernel_states |= 1u << i;
        text += n + (text[n] == ',');
    }
}

static const struct probe_words state_words = {
    .at = state_at,
    .has = has_state,
    .lacking = "no such state; there are:",
    .take = take_states,
};

static void take_contexts(struct plan *plan, const uint64_t *values, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        plan->kernel_contexts[i] = values[i];
}

static void take_n(struct plan *plan, const uint64_t *values, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        plan->kernel_n[i] = values[i];
}

static void take_exact(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)n;
    plan->exact_n = values[0] > 0;
}

static const struct probe_option pattern_key = {
    .key = "pattern",
    .value = "NAME,...",
    .about = "these alone, at all sizes",
    .wanted = "names, or NAME.VARIANT, as in pattern=triad",
    .n_values = OPTION_VALUES,
    .words = &name_words,
};

static const struct probe_option space_key = {
    .key = "space",
    .value = "NAME,...",
    .about = "variants of these data spaces alone",
    .wanted = "of unified, independent and cyclic, as in space=cyclic",
    .n_values = 3,
    .words = &space_words,
};

static const struct probe_option state_key = {
    .key = "state",
    .value = "NAME,...",
    .about = "what caches hold when a kernel begins; but for warm on one context",
    .wanted = "of warm, data, code and cold, as in state=cold",
    .n_values = OPTION_VALUES,
    .words = &state_words,
};

static const struct probe_option contexts_key = {
    .key = "contexts",
    .value = "N,...",
    .about = "that run a kernel at once",
    .wanted = "up to four growing numbers from 1 to 256, as in contexts=1,2",
    .least = 1,
    .most = 256,
    .ascending = true,
    .n_values = OPTION_VALUES,
    .take = take_contexts,
};

static const struct probe_option n_key = {
    .key = "n",
    .value = "N,...",
    .about = "sizes of kernels, in place of a sweep",
    .wanted = "up to four growing numbers of at least 1, as in n=1000,1M",
    .least = 1,
    .most = INT32_MAX,
    .ascending = true,
    .n_values = OPTION_VALUES,
    .take = take_n,
};

static const struct probe_option exact_key = {
    .key = "exact",
    .value = "0|1",
    .about = "1: sizes that are powers of two",
    .wanted = "0 or 1, as in exact=1",
    .least = 0,
    .most = 1,
    .n_values = 1,
    .take = take_exact,
};

/* ---- the run ---- */

static bool has_space_of(const struct kernel *kernel, const char *text, size_t n)
{
    return is_name(spaces[kernel->space], text, n);
}

static bool wanted(const struct plan *plan, const struct kernel *kernel)
{
    return (!plan->kernels || is_among(kernel, plan->kernels, names_kernel)) &&
           (!plan->spaces || is_among(kernel, plan->spaces, has_space_of));
}

/* Fills KERNELS with those that PLAN wants of the name that *AT begins with, moves *AT past all of
 * that name, and returns how many. */
static unsigned next_group(const struct plan *plan, const struct kernel *const **at,
                           const struct kernel *kernels[MOST_VARIANTS])
{
    const char *name = **at ? (**at)->name : "";
    unsigned n = 0;

    for (; **at && probe_same_text((**at)->name, name); ++*at)
        if (n < MOST_VARIANTS && wanted(plan, **at))
            kernels[n++] = **at;
    return n;
}

static unsigned count_kernels(const struct plan *plan)
{
    unsigned n = 0;

    for (const struct kernel *const *at = pattern_table; *at; at++)
        n += wanted(plan, *at);
    return n;
}

static unsigned states_of(const struct plan *plan)
{
    return plan->kernel_states > 0 ? plan->kernel_states : 1u << KERNEL_WARM;
}

static unsigned points(const struct plan *plan)
{
    const struct kernel *const *at = pattern_table;
    unsigned n = 0;

    for (; *at; at++)
        n += wanted(plan, *at) ? (*at)->range ? 2u : 1u : 0;
    return n * (plan->kernels ? SWEEP_POINTS_GUESSED : POINTS_GUESSED);
}

/* Time for all groups together; of each kernel named, more. */
static uint64_t budget_ticks(const struct plan *plan, unsigned n_kernels)
{
    static const uint16_t all_tenths[] = { 100, 450, 3000 }, each_tenths[] = { 80, 300, 1200 };

    if (plan->kernels)
        return measure_budget_ticks(plan, (uint64_t)each_tenths[plan->effort] * n_kernels);
    return measure_budget_ticks(plan, all_tenths[plan->effort]);
}

static uint64_t most_bytes(const struct plan *plan)
{
    size_t limit = hal_alloc_limit_bytes();

    return plan->max_bytes > 0 && plan->max_bytes < limit ? plan->max_bytes : limit;
}

/* Says which orders are measured, and which sizes can not be. */
static void send_notes(struct probe_run *run, const struct kernel *const *kernels, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const struct kernel *k = kernels[i];
        const char *const order[] = { "pattern ", k->name, ".", k->variant, ": ", k->clauses, 0 };
        const char *const too_large[] = {
            "pattern ", k->name, ".", k->variant, ": n= asks for more memory than there is", 0
        };

        if (k->clauses)
            probe_note(run->out, order);
        for (unsigned j = 0; j < PLAN_CACHES && run->plan->kernel_n[j] > 0; j++)
            if (k->bytes(run->plan->kernel_n[j]) > most_bytes(run->plan))
                probe_note(run->out, too_large);
    }
}

static enum record_end run(struct probe_run *run)
{
    const struct kernel *const *at = pattern_table, *kernels[MOST_VARIANTS];
    unsigned left = count_kernels(run->plan);
    uint64_t all = budget_ticks(run->plan, 1), begin = hal_timer_now_ticks();

    if (left == 0)
        return RECORD_END_NOTHING;
    while (*at && run->out->err == 0) {
        unsigned n = next_group(run->plan, &at, kernels);
        uint64_t gone = measure_between_ticks(begin, hal_timer_now_ticks());
        uint64_t rest = gone != MEASURE_NONE && gone < all ? all - gone : 0;
        struct kernel_group group = {
            .kernels = kernels,
            .n = n,
            .states = states_of(run->plan),
            .sweep = run->plan->kernels != 0,
            .most_bytes = most_bytes(run->plan),
            .budget_ticks = run->plan->kernels ? budget_ticks(run->plan, n)
                            : all > 0          ? rest / left * n + 1
                                               : 0,
        };

        if (n == 0)
            continue;
        left -= n;
        send_notes(run, kernels, n);
        enum record_end end = kernel_group_run(run, &group);
        if (end != RECORD_END_OK)
            return end;
    }
    return RECORD_END_OK;
}

static const struct probe_option *const options[] = { &pattern_key,       &space_key,    &state_key,
                                                      &contexts_key,      &n_key,        &exact_key,
                                                      &estimate_capacity, &measure_time, 0 };

const struct probe probe_pattern = {
    .rank = 88,
    .about = "kernels that patterns describe, in all their orders",
    .optional = true,
    .options = options,
    .points = points,
    .run = run,
};
