/* Rules about registers that the port reads back. Sources: ARM ARM, DDI 0406 (SCTLR, CPACR);
 * Cortex-A9 TRM, DDI 0388, and Cortex-A8 TRM, DDI 0344 (ACTLR); L2C-310 TRM, DDI 0246. */
#include "rules.h"
#include <string.h>

/* WANTED: its value on a board that is set up; what else the register may say is off. */
static const struct {
    const char *id; /* of the claim */
    bool wanted;
    const char *what, *topic;
} bits[] = {
    { "sctlr.m", true, "the MMU is off: memory is neither cached nor ordered as normal memory",
      "caches" },
    { "sctlr.c", true, "the data cache is off", "caches" },
    { "sctlr.i", true, "the instruction cache is off", "caches" },
    { "sctlr.z", true, "branch prediction is off", "branch" },
    { "sctlr.a", false, "unaligned accesses trap", "alignment" },
    { "actlr.smp", true,
      "the core is outside the coherent domain: exclusive accesses may never succeed", "smp" },
    { "actlr.l2en", true, "the L2 cache is off", "caches" },
    { "actlr.l1_prefetch", true, "the L1 data prefetcher is off", "prefetch" },
    { "actlr.l2_prefetch", true, "prefetch hints to L2 are off", "prefetch" },
    { "cpacr.cp10", true, "the floating-point unit is not accessible", "fpu" },
    { "l2c310.control.enable", true, "the outer cache (L2C-310) is off", "caches" },
    { "l2c310.aux.data_prefetch", true, "the outer cache prefetches no data", "prefetch" },
    { "l2c310.aux.instruction_prefetch", true, "the outer cache prefetches no instructions",
      "prefetch" },
};

static void registers(const struct audit_input *in, struct audit_output *out)
{
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
        double is;

        if (!audit_claimed(in->claims, bits[i].id, &is))
            continue;
        /* QEMU has neither auxiliary control registers nor an outer cache: they read 0. */
        if (log_is_emulated(in->run) && (strncmp(bits[i].id, "actlr.", strlen("actlr.")) == 0 ||
                                         strncmp(bits[i].id, "l2c310.", strlen("l2c310.")) == 0))
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

const struct audit_rule audit_register_rules[] = {
    { "registers", "a bare port that reads its registers back (claims=registers)", registers },
    { NULL, NULL, NULL },
};
