/* Runs kernels, untimed, between marks that an emulator knows. */
#include "kernel_watch.h"
#include "kernel_sizes.h"

static bool watch(struct probe_run *run, const struct kernel_group *group,
                  const struct kernel *kernel, uint64_t n)
{
    const struct kernel_job job = { .kernel = kernel, .n = n, .contexts = 1 };
    const char *const note[] = {
        run->name, " ", kernel->name, ".", kernel->variant, ": ran untimed, to be watched", 0
    };

    if (!kernel_takes(kernel, n) || kernel->bytes(n) > group->most_bytes ||
        kernel_memory_get((size_t)kernel->bytes(n), 0, 1) != 0)
        return false;
    kernel_run_watched(&job, run->plan->kernel_laps);
    kernel_memory_give_back();
    probe_note(run->out, note);
    return true;
}

enum record_end kernel_watch_all(struct probe_run *run, const struct kernel_group *group)
{
    bool any = false;

    for (unsigned i = 0; i < group->n; i++)
        for (unsigned k = 0; k < PLAN_CACHES && run->plan->kernel_n[k] > 0; k++)
            any |= watch(run, group, group->kernels[i], run->plan->kernel_n[k]);
    return any ? RECORD_END_OK : RECORD_END_NOTHING;
}
