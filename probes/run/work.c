#include "work.h"
#include "op_kernel.h"
#include <stdbool.h>

enum { BUSY_KERNEL = 3 /* 4 streams */, ADDING_KERNEL = 6 /* 8 streams */ };

static bool same(const char *a, const char *b)
{
    for (; *a && *a == *b; a++)
        b++;
    return *a == *b;
}

static ops_kernel *const *find(const char *op, const char *type, unsigned k)
{
    for (const struct op_set *set = ops_table; set->op; set++)
        if (same(set->op, op) && same(set->type, type) && set->run && set->run[k])
            return &set->run[k];
    return 0;
}

static void run_kernel(void *ctx, uint64_t laps)
{
    ops_kernel *const *kernel = ctx;

    (*kernel)(laps);
}

static int fill(ops_kernel *const *found, struct measure_kernel *kernel)
{
    if (!found)
        return -1;
    ops_entry = 0;
    *kernel = (struct measure_kernel){ run_kernel, (void *)(uintptr_t)found };
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
