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
    double data = export_need(e, id_at(CACHE_SIZE, 1));
    unsigned levels = export_levels(e);
    double shared = e->refused[0] == '\0' ? export_need(e, id_at(CACHE_SIZE, levels)) : 0;

    fputs("# x86_non_temporal_threshold: three quarters of the last level, glibc's own rule\n",
          e->out);
    fprintf(e->out, "GLIBC_TUNABLES=glibc.cpu.x86_data_cache_size=%.0f", data);
    fprintf(e->out, ":glibc.cpu.x86_shared_cache_size=%.0f", shared);
    fprintf(e->out, ":glibc.cpu.x86_non_temporal_threshold=%.0f\n", floor(shared * 3 / 4));
    fputs("export GLIBC_TUNABLES\n", e->out);
}

const struct export_kind export_glibc = { "memcpy of glibc on x86: . FILE in the shell",
                                          EXPORT_EFFECTIVE, COMMENT_HASH, write_glibc };
