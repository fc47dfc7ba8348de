/* --export machine: a machine file for the simulated board. */
#include "report/export/kind.h"
#include "report/export/machine_file.h"

static void write_machine(struct exporter *e)
{
    machine_file(e, MACHINE_NOMINAL);
}

const struct export_kind export_machine = {
    "the simulated board: PONTOON_MACHINE=FILE build/sim/probes", EXPORT_NOMINAL, COMMENT_HASH,
    write_machine
};
