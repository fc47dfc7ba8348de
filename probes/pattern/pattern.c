/* Kernels that patterns describe: what each variant costs by size, contexts and data space.
 *
 * lib/kernel_group.h says which series are sent. Keys: name, variant, type, state (warm, data,
 * code, cold: what caches hold), flush (line, walk: how they were made cold), contexts,
 * space (unified, independent, cyclic), schedule (static, dynamic, guided: of variants that deal
 * chunks), chunk (iterations dealt at once), barrier, spec (CRC-32 of the pattern's text) and
 * line. */
#include "lib/estimate.h"
#include "lib/events.h"
#include "lib/kernel_choice.h"
#include "lib/kernel_kept.h"
#include "lib/measure.h"
#include "run/probe.h"

static const struct kernel *at(unsigned i)
{
    return pattern_table[i];
}

static const struct kernel_choice choice;

static void take_names(struct plan *plan, const char *text)
{
    plan->patterns = text;
}

static const struct probe_words name_words = {
    .of = &choice,
    .at = kernel_name_at,
    .part = kernel_variant_at,
    .has = kernel_is_there,
    .lacking = "no such pattern; in this image:",
    .take = take_names,
};

static const struct probe_option pattern_key = {
    .key = "pattern",
    .value = "NAME,...",
    .about = "only these patterns, at all sizes; else those of kernel=",
    .wanted = "names, or NAME.VARIANT, as in pattern=triad",
    .n_values = OPTION_VALUES,
    .words = &name_words,
};

/* Those of pattern=; without it those of kernel=, of probe kernels, where it names a pattern. */
static const char *names(const struct plan *plan)
{
    if (plan->patterns || !plan->kernels)
        return plan->patterns;
    for (unsigned i = 0; pattern_table[i]; i++)
        if (kernel_is_listed(pattern_table[i], plan->kernels))
            return plan->kernels;
    return 0;
}

static bool wanted(const struct plan *plan, const struct kernel *kernel)
{
    const char *list = names(plan);

    return (!list || kernel_is_listed(kernel, list)) &&
           (!plan->spaces || kernel_has_space(kernel, plan->spaces)) &&
           (!plan->schedules || kernel_has_schedule(kernel, plan->schedules));
}

static const struct kernel_choice choice = {
    .at = at,
    .wanted = wanted,
    .names = names,
    .all_tenths = { 100, 450, 3000 },
    .each_tenths = { 40, 300, 1200 },
    .name_tenths = { 11, 600 },
    .settle_each_tenths = { 1, 5, 10 },
    .settle_tenths = { 5, 20, 50 },
    .sweep_points = 200,
};

static unsigned points(const struct plan *plan)
{
    return kernel_choice_points(plan, &choice);
}

static enum record_end run(struct probe_run *run)
{
    return kernel_choice_run(run, &choice);
}

static const struct probe_option *const options[] = { &pattern_key,
                                                      &kernel_space_key,
                                                      &kernel_schedule_key,
                                                      &kernel_state_key,
                                                      &kernel_contexts_key,
                                                      &kernel_n_key,
                                                      &kernel_exact_key,
                                                      &events_key,
                                                      &estimate_capacity,
                                                      &measure_time,
                                                      0 };

static const struct probe_extra extra = {
    .again = kernel_kept_again,
    .send_again = kernel_kept_send,
};

const struct probe probe_pattern = {
    .rank = 88,
    .about = "kernels that patterns describe, in all their orders",
    .optional = true,
    .options = options,
    .extra = &extra,
    .points = points,
    .run = run,
};
