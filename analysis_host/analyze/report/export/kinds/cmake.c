/* --export cmake: variables and a target with options for GCC. */
#include "report/export/gcc_params.h"
#include "report/export/kind.h"
#include "report/export/parameters.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void cache_variable(void *ctx, const struct export_parameter *p)
{
    struct exporter *e = ctx;

    if (p->why == NULL)
        fprintf(e->out, "set(%s %.12g CACHE STRING \"measured, %.0f %% sure\")\n", p->name,
                p->value, floor(100 * p->result->confidence));
    else
        fprintf(e->out, "# %s is not known\n", p->name);
}

static void compile_option(void *ctx, const char *setting)
{
    struct exporter *e = ctx;

    fprintf(e->out, "        \"$<$<COMPILE_LANG_AND_ID:C,GNU>:--param=%s>\"\n", setting);
    fprintf(e->out, "        \"$<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=%s>\"\n", setting);
}

static void write_cmake(struct exporter *e)
{
    export_parameters(e, cache_variable, e);
    fputs("\nif(NOT TARGET hwparams)\n    add_library(hwparams INTERFACE)\n"
          "    # effective values; l2-cache-size is the last level's\n"
          "    target_compile_options(hwparams INTERFACE\n",
          e->out);
    export_gcc_params(e, compile_option, e);
    fputs("    )\nendif()\n", e->out);
}

const struct export_kind export_cmake = {
    "CMake: include(FILE); variables HWP_... and a target hwparams with GCC's options", EXPORT_BOTH,
    COMMENT_HASH, write_cmake
};
