/* Chooses kernels that keep one kind of unit busy. */
#include "work.h"
#include "op_kernel.h"
#include <stdbool.h>

enum { BUSY_KERNEL = 3 /* 4 streams */, ADDING_KERNEL = 6 /* 8 streams */ };

volatile unsigned ops_entry;

/* The kernel of OP on TYPE with as many streams as kernel K has, or the most below where the image
 * has fewer; NULL: it has none. */
static ops_kernel *const *find(const char *op, const char *type, unsigned k)
{
    for (const struct op_set *set = ops_table; set->op; set++) {
        if (!set->run || !probe_same_text(set->op, op) || !probe_same_text(set->type, type))
            continue;
        while (k > 0 && !set->run[k])
            k--;
        return set->run[k] ? &set->run[k] : 0;
    }
    return 0;
}

static void run_kernel(void *ctx, uint64_t laps)
{
    ops_kernel *const *kernel = ctx;

    (*kernel)(laps);
}

struct measure_kernel work_kernel(ops_kernel *const *kernel)
{
    return (struct measure_kernel){ run_kernel, (void *)(uintptr_t)kernel };
}

static int fill(ops_kernel *const *found, struct measure_kernel *kernel)
{
    if (!found)
        return -1;
    ops_entry = 0;
    *kernel = work_kernel(found);
    return 0;
}

int work_busy(enum work_kind kind, struct measure_kernel *kernel)
{
    static const char *const types[WORK_KINDS][2] = { { "i32", "i64" }, { "f64", "f32" } };
    static const char *const ops[] = { "div", "mul", "add" };
    ops_kernel *const *found = 0;

    for (unsigned op = 0; op < 3 && !found; op++)
        for (unsigned t = 0; t < 2 && !found; t++)
            found = find(ops[op], types[kind][t], BUSY_KERNEL);
    return fill(found, kernel);
}

int work_adding(struct measure_kernel *kernel)
{
    ops_kernel *const *found = find("add", "i32", ADDING_KERNEL);

    return fill(found ? found : find("add", "i64", ADDING_KERNEL), kernel);
}
