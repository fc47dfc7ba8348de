/* GCC's --param settings of a machine. */
#ifndef EXPORT_GCC_PARAMS_H
#define EXPORT_GCC_PARAMS_H

#include "kind.h"

/* GCC's --param settings, one "NAME=VALUE" a call. Sizes are KiB there, lines bytes. */
void export_gcc_params(struct exporter *e, void (*param)(void *ctx, const char *setting),
                       void *ctx);

#endif
