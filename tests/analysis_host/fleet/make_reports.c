/* Writes a made-up fleet as reports, a file a run: make_reports DIR BOARDS RUNS FAULT_FROM SPREAD
 * [SEED]. */
#include "made_fleet.h"
#include "report/json/json.h"
#include <stdio.h>
#include <stdlib.h>

static int write_run(const char *dir, const struct made_fleet *made, unsigned board, unsigned run)
{
    struct results results = { 0 };
    struct log log = { .has_run = true };
    struct made_keys keys;
    char file[4096], name[16];

    made_run(made, board, run, &keys, &results);
    made_name(name, board);
    snprintf(file, sizeof file, "%s/%s.%u.json", dir, name, run + 1);
    log.run.keys = keys.key;
    log.run.n_keys = keys.n;
    FILE *out = fopen(file, "w");
    int failed = out == NULL || report_json(out, &log, &results) != 0;
    if (out != NULL)
        failed |= fclose(out) != 0;
    results_free(&results);
    return failed;
}

int main(int argc, char **argv)
{
    if (argc < 6) {
        fputs("make_reports DIR BOARDS RUNS FAULT_FROM SPREAD [SEED]\n", stderr);
        return 2;
    }
    struct made_fleet made = { .seed = argc > 6 ? strtoull(argv[6], NULL, 10) : 1,
                               .spread = strtod(argv[5], NULL),
                               .boards = (unsigned)atoi(argv[2]),
                               .runs = (unsigned)atoi(argv[3]),
                               .fault_from = (unsigned)atoi(argv[4]) };

    for (unsigned board = 0; board < made.boards; board++)
        for (unsigned run = 0; run < made.runs; run++)
            if (write_run(argv[1], &made, board, run) != 0) {
                perror(argv[1]);
                return 1;
            }
    return 0;
}
