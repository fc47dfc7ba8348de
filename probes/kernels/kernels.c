/* Kernels of C and of patterns: what each costs by size, caches and contexts.
 *
 * lib/kernel_group.h says which series are sent, with the keys of probe pattern, and model: how the
 * work is shared (seq, static: stretches, farm: dealt). Without names: kernel_sizes_database(). */
#include "lib/estimate.h"
#include "lib/events.h"
#include "lib/kernel_choice.h"
#include "lib/kernel_kept.h"
#include "lib/measure.h"
#include "run/probe.h"

/* Those of C, then those of patterns. */
static const struct kernel *at(unsigned i)
{
    for (const struct kernel *const *const *list = kernel_table; *list; list++)
        for (const struct kernel *const *kernel = *list; *kernel; kernel++)
            if (i-- == 0)
                return *kernel;
    return pattern_table[i];
}

static const struct kernel_choice choice;

static void take_names(struct plan *plan, const char *text)
{
    plan->kernels = text;
}

static const struct probe_words name_words = {
    .of = &choice,
    .at = kernel_name_at,
    .part = kernel_variant_at,
    .has = kernel_is_there,
    .lacking = "no such kernel; in this image:",
    .take = take_names,
};

static const struct probe_option kernel_key = {
    .key = "kernel",
    .value = "NAME,...",
    .about = "only these kernels, at all sizes",
    .wanted = "names, or NAME.VARIANT, as in kernel=fft",
    .n_values = OPTION_VALUES,
    .words = &name_words,
};

/* The first kernel named as number I of the patterns that has, or has not, a parallel loop. */
static bool is_first_such(unsigned i)
{
    const struct kernel *kernel = pattern_table[i];

    while (i-- > 0 && probe_same_text(pattern_table[i]->name, kernel->name))
        if (!pattern_table[i]->range == !kernel->range)
            return false;
    return kernel->space == KERNEL_UNIFIED;
}

static bool has_neighbour(unsigned i)
{
    const char *name = pattern_table[i]->name;

    return (i > 0 && probe_same_text(pattern_table[i - 1]->name, name)) ||
           (pattern_table[i + 1] && probe_same_text(pattern_table[i + 1]->name, name));
}

/* All of C. Of a pattern that has several orders, the first, and the first that contexts share. */
static bool in_database(const struct kernel *kernel)
{
    for (unsigned i = 0; pattern_table[i]; i++)
        if (pattern_table[i] == kernel)
            return has_neighbour(i) && is_first_such(i);
    return true;
}

static bool wanted(const struct plan *plan, const struct kernel *kernel)
{
    return plan->kernels ? kernel_is_listed(kernel, plan->kernels) : in_database(kernel);
}

static const char *names(const struct plan *plan)
{
    return plan->kernels;
}

static const struct kernel_choice choice = {
    .at = at,
    .wanted = wanted,
    .names = names,
    .model = true,
    .database = true,
    .all_tenths = { 100, 350, 3000 },
    .each_tenths = { 40, 300, 1200 },
    .name_tenths = { 11, 600 },
    .settle_each_tenths = { 1, 5, 10 },
    .settle_tenths = { 5, 20, 50 },
};

static unsigned points(const struct plan *plan)
{
    return kernel_choice_points(plan, &choice);
}

static void forecast(const struct plan *plan, struct probe_forecast *to)
{
    kernel_choice_forecast(plan, &choice, to);
}

static enum record_end run(struct probe_run *run)
{
    return kernel_choice_run(run, &choice);
}

static const struct probe_option *const options[] = {
    &kernel_key,      &kernel_state_key, &kernel_contexts_key, &kernel_n_key, &kernel_exact_key,
    &kernel_laps_key, &events_key,       &estimate_capacity,   &measure_time, 0
};

static const struct probe_extra extra = {
    .forecast = forecast,
    .again = kernel_kept_again,
    .send_again = kernel_kept_send,
};

const struct probe probe_kernels = {
    .rank = 90,
    .about = "kernels of C and of patterns, at a size for each level of caches",
    .optional = true,
    .options = options,
    .extra = &extra,
    .points = points,
    .run = run,
};
