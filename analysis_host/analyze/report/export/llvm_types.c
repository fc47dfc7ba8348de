/* Scheduling types of LLVM 19: lib/Target/X86/X86Schedule.td, AArch64/AArch64Schedule.td and
 * RISCV/RISCVSchedule.td; widths and buffers of the models next to them. */
#include "llvm_types.h"
#include <math.h>
#include <string.h>

#define WORDS(name, op, type, pair)                                                                \
    {                                                                                              \
        name, LLVM_OPERATION, op, type, op, true, pair                                             \
    }
#define REAL(name, op, type)                                                                       \
    {                                                                                              \
        name, LLVM_OPERATION, op, type, op "_f64", false, LLVM_WITH_FP_LOAD                        \
    }
#define LANES(name, op, type, units)                                                               \
    {                                                                                              \
        name, LLVM_OPERATION, op, type, units, false, LLVM_WITH_FP_LOAD                            \
    }
#define PLAIN(name, op, type, units)                                                               \
    {                                                                                              \
        name, LLVM_OPERATION, op, type, units, false, LLVM_ALONE                                   \
    }
#define LOAD(name, latency)                                                                        \
    {                                                                                              \
        name, latency, "load", NULL, "load", true, LLVM_ALONE                                      \
    }
#define NO_RESULT(name, op, pair)                                                                  \
    {                                                                                              \
        name, LLVM_NO_RESULT, op, NULL, op, true, pair                                             \
    }
/* X86: scalars and vectors of 128, 256 and 512 bits. */
#define WIDTHS(name, op, part)                                                                     \
    REAL(name, op, "f" part), REAL(name "X", op, "v128f" part), REAL(name "Y", op, "v256f" part),  \
        REAL(name "Z", op, "v512f" part)
#define VECTORS(name, op, units)                                                                   \
    LANES(name "X", op, "v128i32", units), LANES(name "Y", op, "v256i32", units),                  \
        LANES(name "Z", op, "v512i32", units)

static const struct llvm_type x86_types[] = {
    LOAD("WriteLoad", LLVM_LOAD),
    LOAD("WriteFLoad", LLVM_FP_LOAD),
    LOAD("WriteFLoadX", LLVM_FP_LOAD),
    LOAD("WriteVecLoad", LLVM_FP_LOAD),
    LOAD("WriteVecLoadX", LLVM_FP_LOAD),
    NO_RESULT("WriteStore", "store", LLVM_ALONE),
    NO_RESULT("WriteJump", "branch", LLVM_WITH_LOAD),
    WORDS("WriteALU", "add", NULL, LLVM_WITH_LOAD),
    WORDS("WriteShift", "shift", NULL, LLVM_WITH_LOAD),
    WORDS("WriteIMul32Reg", "mul", "i32", LLVM_WITH_LOAD),
    WORDS("WriteIMul64Reg", "mul", "i64", LLVM_WITH_LOAD),
    WORDS("WriteIDiv32", "div", "i32", LLVM_WITH_LOAD),
    WORDS("WriteIDiv64", "div", "i64", LLVM_WITH_LOAD),
    WIDTHS("WriteFAdd", "add", "32"),
    WIDTHS("WriteFAdd64", "add", "64"),
    WIDTHS("WriteFMul", "mul", "32"),
    WIDTHS("WriteFMul64", "mul", "64"),
    WIDTHS("WriteFMA", "fma", "64"),
    WIDTHS("WriteFDiv", "div", "32"),
    WIDTHS("WriteFDiv64", "div", "64"),
    REAL("WriteFSqrt", "sqrt", "f32"),
    REAL("WriteFSqrt64", "sqrt", "f64"),
    VECTORS("WriteVecALU", "add", "add_v128i32"),
    VECTORS("WriteVecShiftImm", "shift", "shift_v128i32"),
    LANES("WritePMULLD", "mul", "v128i32", "mul_v128i32"),
    LANES("WritePMULLDY", "mul", "v256i32", "mul_v128i32"),
};

static const struct llvm_type aarch64_types[] = {
    LOAD("WriteLD", LLVM_LOAD),
    LOAD("WriteLDIdx", LLVM_OPERATION),
    NO_RESULT("WriteST", "store", LLVM_ALONE),
    NO_RESULT("WriteBr", "branch", LLVM_ALONE),
    WORDS("WriteI", "add", NULL, LLVM_ALONE),
    WORDS("WriteIS", "shift", NULL, LLVM_ALONE),
    WORDS("WriteIM32", "mul", "i32", LLVM_ALONE),
    WORDS("WriteIM64", "mul", "i64", LLVM_ALONE),
    WORDS("WriteID32", "div", "i32", LLVM_ALONE),
    WORDS("WriteID64", "div", "i64", LLVM_ALONE),
    PLAIN("WriteF", "add", "f64", "add_f64"),
    PLAIN("WriteFMul", "mul", "f64", "mul_f64"),
    PLAIN("WriteFDiv", "div", "f64", "div_f64"),
    PLAIN("WriteVq", "add", "v128i32", "add_v128i32"),
};

static const struct llvm_type riscv_types[] = {
    LOAD("WriteLDW", LLVM_LOAD),
    LOAD("WriteLDD", LLVM_LOAD),
    LOAD("WriteFLD32", LLVM_FP_LOAD),
    LOAD("WriteFLD64", LLVM_FP_LOAD),
    NO_RESULT("WriteSTW", "store", LLVM_ALONE),
    NO_RESULT("WriteSTD", "store", LLVM_ALONE),
    NO_RESULT("WriteJmp", "branch", LLVM_ALONE),
    WORDS("WriteIALU", "add", NULL, LLVM_ALONE),
    WORDS("WriteIALU32", "add", "i32", LLVM_ALONE),
    WORDS("WriteShiftImm", "shift", NULL, LLVM_ALONE),
    WORDS("WriteShiftImm32", "shift", "i32", LLVM_ALONE),
    WORDS("WriteIMul", "mul", NULL, LLVM_ALONE),
    WORDS("WriteIMul32", "mul", "i32", LLVM_ALONE),
    WORDS("WriteIDiv", "div", NULL, LLVM_ALONE),
    WORDS("WriteIDiv32", "div", "i32", LLVM_ALONE),
    PLAIN("WriteFAdd32", "add", "f32", "add_f64"),
    PLAIN("WriteFAdd64", "add", "f64", "add_f64"),
    PLAIN("WriteFMul32", "mul", "f32", "mul_f64"),
    PLAIN("WriteFMul64", "mul", "f64", "mul_f64"),
    PLAIN("WriteFMA32", "fma", "f32", "fma_f64"),
    PLAIN("WriteFMA64", "fma", "f64", "fma_f64"),
    PLAIN("WriteFDiv32", "div", "f32", "div_f64"),
    PLAIN("WriteFDiv64", "div", "f64", "div_f64"),
    PLAIN("WriteFSqrt32", "sqrt", "f32", "sqrt_f64"),
    PLAIN("WriteFSqrt64", "sqrt", "f64", "sqrt_f64"),
};

static const struct llvm_model x86_models[] = {
    { "X86ScheduleAtom.td", "atom", 2, 0 },
    { "X86ScheduleSLM.td", "slm", 2, 32 },
    { "X86ScheduleBtVer2.td", "btver2", 2, 64 },
    { "X86SchedSandyBridge.td", "sandybridge", 4, 168 },
    { "X86SchedHaswell.td", "haswell", 4, 192 },
    { "X86SchedSkylakeClient.td", "skylake", 6, 224 },
    { "X86SchedIceLake.td", "icelake-server", 6, 352 },
    { "X86SchedSapphireRapids.td", "sapphirerapids", 6, 512 },
    { "X86ScheduleZnver2.td", "znver2", 4, 224 },
    { "X86ScheduleZnver3.td", "znver3", 6, 256 },
    { "X86ScheduleZnver4.td", "znver4", 6, 320 },
};

static const struct llvm_model aarch64_models[] = {
    { "AArch64SchedA53.td", "cortex-a53", 2, 0 },
    { "AArch64SchedA55.td", "cortex-a55", 2, 0 },
    { "AArch64SchedA57.td", "cortex-a57", 3, 128 },
    { "AArch64SchedAmpere1.td", "ampere1", 4, 174 },
    { "AArch64SchedThunderX2T99.td", "thunderx2t99", 4, 180 },
    { "AArch64SchedCyclone.td", "cyclone", 6, 192 },
    { "AArch64SchedExynosM5.td", "exynos-m5", 6, 228 },
};

static const struct llvm_model riscv_models[] = {
    { "RISCVSchedRocket.td", "rocket-rv64", 1, 0 },
    { "RISCVSchedSiFive7.td", "sifive-u74", 2, 0 },
    { "RISCVSchedSiFiveP400.td", "sifive-p450", 3, 56 },
    { "RISCVSchedSiFiveP600.td", "sifive-p670", 4, 160 },
    { "RISCVSchedXiangShanNanHu.td", "xiangshan-nanhu", 6, 256 },
};

#define OF(table) table, sizeof table / sizeof table[0]

static const struct llvm_target targets[] = {
    { "X86", OF(x86_types), OF(x86_models),
      "moves, LEA, ADC, CMOV, SETCC, rotates, shifts by CL, bit counts, multiplications that "
      "widen,\n"
      "// unsigned and 8- or 16-bit divisions, FP compares, conversions, shuffles, blends, logic "
      "and\n"
      "// shifts by a register of vectors, gathers, x87, MMX, stores and 256-bit loads of "
      "vectors" },
    { "AArch64", OF(aarch64_types), OF(aarch64_models),
      "WriteImm, WriteISReg, WriteIEReg, WriteExtr, WriteBrReg, WriteSTP, WriteAdr, WriteSTIdx,\n"
      "// WriteLDHi, WriteFCmp, WriteFCvt, WriteFCopy, WriteFImm, WriteVd, WriteVLD, WriteVST,\n"
      "// WriteAtomic; all vector types but additions (WriteVq)" },
    { "RISCV", OF(riscv_types), OF(riscv_models),
      "remainders, shifts by a register, jumps and calls by a register, 8- and 16-bit loads and\n"
      "// stores, atomics, FP stores, compares, conversions and moves, bit manipulation, vectors" },
};

const struct llvm_target *llvm_target_find(const char *arch)
{
    if (strcmp(arch, "x86_64") == 0)
        return &targets[0];
    if (strcmp(arch, "aarch64") == 0)
        return &targets[1];
    return strncmp(arch, "riscv", 5) == 0 ? &targets[2] : NULL;
}

/* Ratio of two sizes as a logarithm, at least 0; one that executes in order is far from others. */
static double apart(double a, double b)
{
    return fabs(log(fmax(a, 1) / fmax(b, 1)));
}

const struct llvm_model *llvm_model_nearest(const struct llvm_target *t, double width,
                                            double buffer)
{
    const struct llvm_model *best = &t->model[0];
    double least = INFINITY;

    for (size_t i = 0; i < t->n_models; i++) {
        const struct llvm_model *m = &t->model[i];
        double d = apart(m->width, width) + apart(m->buffer, buffer);

        if (d < least) {
            least = d;
            best = m;
        }
    }
    return best;
}
