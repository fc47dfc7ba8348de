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

static uint32_t units_of(const struct results *results, const char *word, const char *type)
{
    bool typed = strchr(word, '_') != NULL;
    char op[ID_WORD];

    snprintf(op, sizeof op, "%.12s%s%.3s", word, typed ? "" : "_", typed ? "" : type);
    const struct result *r = result_find(results, id_op(OP_UNITS, op, NULL));
    return r != NULL && r->kind == RESULT_NAME ? unit_model_units(r->text) : 0;
}

static uint32_t nearest(const struct results *results, const char *const words[2], const char *type)
{
    uint32_t units = 0;

    for (unsigned i = 0; i < 2 && words[i] != NULL && units == 0; i++)
        units = units_of(results, words[i], type);
    return units;
}

/* Operations of which no near one was timed execute where additions of their kind do. */
static void find(uint32_t units[SIGNATURE_OPS][2], const struct results *results, const char *type)
{
    for (unsigned op = 0; op < SIGNATURE_OPS; op++)
        for (unsigned vector = 0; vector < 2; vector++)
            units[op][vector] = nearest(results, words_of[op][vector], type);
    for (unsigned op = OP_MOVE; op <= OP_SHUFFLE; op++)
        for (unsigned vector = 0; vector < 2; vector++)
            if (units[op][vector] == 0)
                units[op][vector] = units[vector || op >= OP_FADD ? OP_FADD : OP_ADD][0];
}

const char *machine_find_units(uint32_t units[SIGNATURE_OPS][2], const struct results *results)
{
    static const uint8_t needed[] = { OP_ADD, OP_FADD, OP_LOAD, OP_STORE, OP_BRANCH };
    const struct result *r = result_find(results, id_of(CORE_UNITS));

    memset(units, 0, SIGNATURE_OPS * sizeof *units);
    if (!result_is_number(r))
        return "units by class of operation";
    if (confidence_is_low(r))
        return "doubtful; units by class of operation";
    find(units, results, "i64");
    if (units[OP_ADD][0] == 0)
        find(units, results, "i32");
    for (size_t i = 0; i < sizeof needed; i++)
        if (units[needed[i]][0] == 0) {
            memset(units, 0, SIGNATURE_OPS * sizeof *units);
            return "needs units of all kinds; units by class";
        }
    return NULL;
}
