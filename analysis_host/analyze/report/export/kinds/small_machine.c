/* --export small_machine: a machine file for the simulated board. */
#include "report/export/kind.h"
#include "report/export/machine_file.h"

static void write_small_machine(struct exporter *e)
{
    machine_file(e, MACHINE_LOW);
}

const struct export_kind export_small_machine = { "the same with the last cache at its lower bound",
                                                  EXPORT_NOMINAL, COMMENT_HASH,
                                                  write_small_machine };
