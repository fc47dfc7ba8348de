/* Names traps and reports them with all registers. */
#include "bare.h"
#include "csr.h"
#include "fault.h"
#include "trial.h"
#include <hal/console.h>
#include <hal/report.h>

/* As entry.S stores them; x[0] is not stored. */
struct riscv64_frame {
    uint64_t x[32], pc, status;
};

/* Returns the bytes of the instruction, where it is to be skipped. */
uint64_t riscv64_trap(const struct riscv64_frame *frame);

static bool is_reporting[BARE_CORES];

/* Table 4.2: scause. */
static const char *const names[] = {
    [0] = "instruction address misaligned",
    [1] = "instruction access fault",
    [2] = "illegal instruction",
    [3] = "breakpoint",
    [4] = "load address misaligned",
    [5] = "load access fault",
    [6] = "store address misaligned",
    [7] = "store access fault",
    [8] = "environment call",
    [9] = "environment call",
    [12] = "instruction page fault",
    [13] = "load page fault",
    [15] = "store page fault",
};

static const char *name_of(uint64_t cause)
{
    if (cause >> 63 != 0)
        return "interrupt";
    const char *name = cause < sizeof names / sizeof names[0] ? names[cause] : 0;
    return name ? name : "exception";
}

_Noreturn static void tell(const struct riscv64_frame *frame)
{
    static const char registers[32][4] = { "",   "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
                                           "s0", "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
                                           "a6", "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
                                           "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6" };
    struct fault_register r[35];
    uint64_t cause = csr_scause(), value = csr_stval();
    unsigned n = 0;

    r[n++] = (struct fault_register){ "scause", cause };
    r[n++] = (struct fault_register){ "stval", value };
    r[n++] = (struct fault_register){ "sstatus", frame->status };
    for (unsigned i = 1; i < 32; i++)
        r[n++] = (struct fault_register){ registers[i], frame->x[i] };
    fault64(name_of(cause), frame->pc, value, r, n);
}

/* Volume I, section 1.5: the lowest two bits of a long instruction are set. */
static uint64_t instruction_bytes(uintptr_t pc)
{
    return (*(const uint16_t *)pc & 3) == 3 ? 4 : 2;
}

uint64_t riscv64_trap(const struct riscv64_frame *frame)
{
    if (trial_fault())
        return instruction_bytes(frame->pc);
    if (!is_reporting[bare_core()]) {
        is_reporting[bare_core()] = true;
        tell(frame);
    }
    hal_console_complain("pontoon: a fault during the report of another fault");
    hal_console_exit(HAL_REPORT_FAULT_STATUS);
}
