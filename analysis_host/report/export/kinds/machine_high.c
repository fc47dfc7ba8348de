/* --export machine_high: a machine file for the simulated board. */
#include "report/export/kind.h"
#include "report/export/machine_file.h"

static void write_machine_high(struct exporter *e)
{
    machine_file(e, MACHINE_HIGH);
}

const struct export_kind export_machine_high = { "the same with the last cache at its upper bound",
                                                 EXPORT_NOMINAL, COMMENT_HASH, write_machine_high };
