/* Which units may execute an operation: those of the nearest one that probe shared_units timed. */
#include "machine_units.h"
#include "model/unit_model.h"
#include "result/confidence.h"
#include "result/query.h"
#include <stdio.h>
#include <string.h>

/* Operations of the probe that stand for one on scalars or on vectors, the nearest first. Those
 * without a type are on the machine's word. Shuffles execute on some unit of vectors of integers:
 * which, no probe measures. */
static const char *const words_of[SIGNATURE_OPS][2][2] = {
    [OP_MOVE] = { { "xor" }, { "add_v128i32" } },
    [OP_ADD] = { { "add" }, { "add_v128i32" } },
    [OP_LOGIC] = { { "xor" }, { "add_v128i32" } },
    [OP_SHIFT] = { { "shift" }, { "shift_v128i32", "add_v128i32" } },
    [OP_LEA] = { { "add" } },
    [OP_MUL] = { { "mul" }, { "mul_v128i32", "mul_f64" } },
    [OP_DIV] = { { "div" } },
    [OP_BITS] = { { "add" }, { "add_v128i32" } },
    [OP_FADD] = { { "add_f64" }, { "add_f64" } },
    [OP_FMUL] = { { "mul_f64" }, { "mul_f64" } },
    [OP_FMA] = { { "fma_f64", "mul_f64" }, { "fma_f64", "mul_f64" } },
    [OP_FDIV] = { { "div_f64", "mul_f64" }, { "div_f64", "mul_f64" } },
    [OP_FSQRT] = { { "sqrt_f64", "div_f64" }, { "sqrt_f64", "div_f64" } },
    [OP_CONVERT] = { { "add_f64" }, { "add_f64" } },
    [OP_VADD] = { { "add_v128i32" }, { "add_v128i32" } },
    [OP_VMUL] = { { "mul_v128i32", "mul_f64" }, { "mul_v128i32", "mul_f64" } },
    [OP_SHUFFLE] = { { "add_v128i32" }, { "add_v128i32" } },
    [OP_CROSS] = { { "add" }, { "add_v128i32" } },
    [OP_LOAD] = { { "load" } },
    [OP_STORE] = { { "store" } },
    [OP_BRANCH] = { { "branch" } },
    [OP_OTHER] = { { "add" }, { "add_v128i32" } },
};

static uint32_t units_of(const struct machine *m, const char *word, const char *type)
{
    const struct result *r;
    char op[ID_WORD];

    snprintf(op, sizeof op, "%.12s%s%.3s", word, strchr(word, '_') != NULL ? "" : "_",
             strchr(word, '_') != NULL ? "" : type);
    r = result_find(m->results, id_op(OP_UNITS, op, NULL));
    return r != NULL && r->kind == RESULT_NAME ? unit_model_units(r->text) : 0;
}

static uint32_t nearest(const struct machine *m, const char *const words[2], const char *type)
{
    uint32_t units = 0;

    for (unsigned i = 0; i < 2 && words[i] != NULL && units == 0; i++)
        units = units_of(m, words[i], type);
    return units;
}

/* Operations of which no near one was timed execute where additions of their kind do. */
static void find(struct machine *m, const char *type)
{
    for (unsigned op = 0; op < SIGNATURE_OPS; op++)
        for (unsigned vector = 0; vector < 2; vector++)
            m->units[op][vector] = nearest(m, words_of[op][vector], type);
    for (unsigned op = OP_MOVE; op <= OP_SHUFFLE; op++)
        for (unsigned vector = 0; vector < 2; vector++)
            if (m->units[op][vector] == 0)
                m->units[op][vector] = m->units[vector || op >= OP_FADD ? OP_FADD : OP_ADD][0];
}

void machine_find_units(struct machine *m, const char **why)
{
    const struct result *r = result_find(m->results, id_of(CORE_UNITS));

    *why = NULL;
    memset(m->units, 0, sizeof m->units);
    if (m->serial)
        return;
    if (!result_is_number(r))
        *why = "units by class of operation";
    else if (confidence_is_low(r))
        *why = "doubtful; units by class of operation";
    if (*why != NULL)
        return;
    find(m, "i64");
    if (m->units[OP_ADD][0] == 0)
        find(m, "i32");
    if (m->units[OP_ADD][0] == 0 || m->units[OP_FADD][0] == 0 || m->units[OP_LOAD][0] == 0 ||
        m->units[OP_STORE][0] == 0 || m->units[OP_BRANCH][0] == 0) {
        memset(m->units, 0, sizeof m->units);
        *why = "needs units of all kinds; units by class";
    }
}
