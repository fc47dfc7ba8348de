/* --export glibc: thresholds of memcpy (glibc 2.36, manual section "Hardware Capability Tunables"),
 * in bytes, x86 only. */
#include "report/export/kind.h"
#include "report/export/values.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void write_glibc(struct exporter *e)
{
    const char *arch = export_run_text(e, "arch", "");

    if (strcmp(arch, "x86_64") != 0 && strncmp(arch, "i686", 4) != 0)
        export_refuse(e, "glibc's settings are for x86 alone, and this is '%s'", arch);
    double data = export_have(e, id_at(CACHE_SIZE, 1));
    unsigned levels = export_levels(e);
    double shared = levels > 0 ? export_have(e, id_at(CACHE_SIZE, levels)) : 0;

    if (!(data > 0) && !(shared > 0))
        export_refuse(e, "the size of the first or the last cache is needed, and none is known");
    fputs("# x86_non_temporal_threshold: three quarters of the last level, glibc's own rule\n"
          "GLIBC_TUNABLES=",
          e->out);
    if (data > 0)
        fprintf(e->out, "glibc.cpu.x86_data_cache_size=%.0f%s", data, shared > 0 ? ":" : "");
    if (shared > 0)
        fprintf(e->out,
                "glibc.cpu.x86_shared_cache_size=%.0f:glibc.cpu.x86_non_temporal_threshold=%.0f",
                shared, floor(shared * 3 / 4));
    fputs("\nexport GLIBC_TUNABLES\n", e->out);
}

const struct export_kind export_glibc = { "memcpy of glibc on x86: . FILE in the shell",
                                          EXPORT_EFFECTIVE, COMMENT_HASH, write_glibc };
