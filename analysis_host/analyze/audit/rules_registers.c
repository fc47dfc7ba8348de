/* Rules about registers that the port reads back. Sources: ARM ARM, DDI 0406 (SCTLR, CPACR) and
 * DDI 0487 (SCTLR_EL1, CPACR_EL1); Armv7-M ARM, DDI 0403 (CCR, CPACR); Cortex-A9 TRM, DDI 0388,
 * Cortex-A8 TRM, DDI 0344 (ACTLR), and Cortex-A53 TRM, DDI 0500 (CPUECTLR_EL1); L2C-310 TRM, DDI
 * 0246; STM32F4's RM0090, section 3.9 (FLASH_ACR); RISC-V Privileged Architecture (satp, sstatus);
 * Intel SDM, volume 3A, sections 2.5 and 12.11 (CR0, CR4, MTRRs). */
#include "rules.h"
#include <string.h>

#define MMU_OFF  "the MMU is off: memory is neither cached nor ordered as normal memory"
#define DATA_OFF "the data cache is off"
#define CODE_OFF "the instruction cache is off"
#define TRAPS    "unaligned accesses trap"
#define FPU_OFF  "the floating-point unit is not accessible"

/* WANTED: its value on a board that is set up. EMULATED: QEMU has the field; those that it lacks
 * read 0. What else the register may say is off. */
static const struct {
    const char *id; /* of the claim */
    bool wanted, emulated;
    const char *what, *topic;
} bits[] = {
    { "sctlr.m", true, true, MMU_OFF, "caches" },
    { "sctlr.c", true, true, DATA_OFF, "caches" },
    { "sctlr.i", true, true, CODE_OFF, "caches" },
    { "sctlr.z", true, true, "branch prediction is off", "branch" },
    { "sctlr.a", false, true, TRAPS, "alignment" },
    { "actlr.smp", true, false,
      "the core is outside the coherent domain: exclusive accesses may never succeed", "smp" },
    { "actlr.l2en", true, false, "the L2 cache is off", "caches" },
    { "actlr.l1_prefetch", true, false, "the L1 data prefetcher is off", "prefetch" },
    { "actlr.l2_prefetch", true, false, "prefetch hints to L2 are off", "prefetch" },
    { "cpacr.cp10", true, true, FPU_OFF, "fpu" },
    { "l2c310.control.enable", true, false, "the outer cache (L2C-310) is off", "caches" },
    { "l2c310.aux.data_prefetch", true, false, "the outer cache prefetches no data", "prefetch" },
    { "l2c310.aux.instruction_prefetch", true, false, "the outer cache prefetches no instructions",
      "prefetch" },
    { "sctlr_el1.m", true, true, MMU_OFF, "caches" },
    { "sctlr_el1.c", true, true, DATA_OFF, "caches" },
    { "sctlr_el1.i", true, true, CODE_OFF, "caches" },
    { "sctlr_el1.a", false, true, TRAPS, "alignment" },
    { "cpacr_el1.fpen", true, true, FPU_OFF, "fpu" },
    { "cpuectlr_el1.smpen", true, false,
      "the core is outside the coherent domain: caches and exclusive accesses may not work",
      "smp" },
    { "ccr.dc", true, false, DATA_OFF, "caches" },
    { "ccr.ic", true, false, CODE_OFF, "caches" },
    { "ccr.bp", true, false, "branch prediction is off", "branch" },
    { "ccr.unalign_trp", false, true, TRAPS, "alignment" },
    { "flash_acr.prften", true, false, "the prefetch of flash memory is off", "flash" },
    { "flash_acr.icen", true, false, "the instruction cache of flash memory is off", "flash" },
    { "flash_acr.dcen", true, false, "the data cache of flash memory is off", "flash" },
    { "satp.mode", true, true, "addresses are not translated: the MMU is off", "mmu" },
    { "sstatus.fs", true, true, "the floating-point unit is off", "fpu" },
    { "cr0.cd", false, true, "no cache is filled", "caches" },
    { "cr0.nw", false, true, "stores are not written back from caches", "caches" },
    { "cr0.pg", true, true, "paging is off", "mmu" },
    { "cr0.em", false, true, "floating-point operations trap", "fpu" },
    { "cr4.osfxsr", true, true, "SSE is not enabled", "vector" },
    { "ia32_mtrr_def_type.e", true, true, "the MTRRs are off: all memory is uncacheable",
      "caches" },
};

static void registers(const struct audit_input *in, struct audit_output *out)
{
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
        double is;

        if (!audit_claimed(in->claims, bits[i].id, &is))
            continue;
        if (log_is_emulated(in->run) && !bits[i].emulated)
            continue;
        out->applied = true;
        if ((is != 0) == bits[i].wanted)
            continue;
        struct audit_finding *f = audit_add(out, "%s", bits[i].what);
        audit_number(&f->is, bits[i].id, is, "");
        audit_number(&f->may, "as set up", bits[i].wanted, "");
        f->look = audit_look(in->run, bits[i].topic);
    }
}

/* Wait states of flash memory by its register. */
static void wait_states(const struct audit_input *in, struct audit_output *out)
{
    static const char id[] = "flash_acr.latency", statement[] = "flash.wait_states";
    double is, stated;

    if (log_is_emulated(in->run) || !audit_claimed(in->claims, id, &is) ||
        !audit_claimed(in->claims, statement, &stated))
        return;
    out->applied = true;
    if (is <= stated)
        return;
    struct audit_finding *f =
        audit_add(out, "flash memory has more wait states than the board states");
    audit_number(&f->is, id, is, "count");
    audit_stated(f, statement, stated, "count");
    f->look = audit_look(in->run, "flash");
}

const struct audit_rule audit_register_rules[] = {
    { "registers", "a bare port that reads its registers back (claims=registers)", registers },
    { "wait_states", "claim flash.wait_states, and a bare STM32 image", wait_states },
    { NULL, NULL, NULL },
};
