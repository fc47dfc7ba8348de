/* --export gcc: a file of options for GCC. Such files have no comments: a macro of no effect says
 * what kind of values these are. */
#include "report/export/gcc_params.h"
#include "report/export/kind.h"
#include "report/export/values.h"
#include <stdio.h>

static void print_setting(void *ctx, const char *setting)
{
    fprintf(ctx, "--param=%s\n", setting);
}

static void write_gcc(struct exporter *e)
{
    fprintf(e->out, "-DPONTOON_VALUES=%s\n-DPONTOON_L2_CACHE_IS_LAST_LEVEL=%u\n",
            export_values_name(e->values), export_levels(e));
    export_gcc_params(e, print_setting, e->out);
}

const struct export_kind export_gcc = { "GCC: gcc @FILE; --param settings, l2 is the last level",
                                        EXPORT_EFFECTIVE, COMMENT_OWN, write_gcc };
