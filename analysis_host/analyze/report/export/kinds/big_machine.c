/* --export big_machine: a machine file for the simulated board. */
#include "report/export/kind.h"
#include "report/export/machine_file.h"

static void write_big_machine(struct exporter *e)
{
    machine_file(e, MACHINE_HIGH);
}

const struct export_kind export_big_machine = { "the same with the last cache at its upper bound",
                                                EXPORT_NOMINAL, COMMENT_HASH, write_big_machine };
