/* What was found about a fleet, as text and as JSON. */
#ifndef REPORT_FLEET_H
#define REPORT_FLEET_H

#include "fleet/fleet.h"
#include <stdio.h>

/* Writes the report of 80 columns, which has no row for a board that is like its kind. Errors of
 * the output stay with it. Returns 0, or -1 where memory is short. */
int report_fleet_text(FILE *out, const struct fleet *fleet);

/* Writes the same as an object of schema pontoon.fleet/1 (docs/reference/formats.md), with what is
 * usual in each kind. */
int report_fleet_json(FILE *out, const struct fleet *fleet);

/* Writes one board's runs: what it answers now beside its kind, and what changed when. */
int report_fleet_board(FILE *out, const struct fleet *fleet, size_t board);

/* Writes gauges for Prometheus: boards of each kind, and each cause of a finding. */
void report_fleet_openmetrics(FILE *out, const struct fleet *fleet);

/* Writes which kind the one board of FLEET fits, and what is unlike it: after fleet_fit(). */
void report_fleet_fits(FILE *out, const struct fleet *fleet);

/* ---- shared by the above ---- */

/* Writes the N NAMES, sorted by fleet_natural(), to OUT, with SEPARATOR between groups, as Slurm
 * does: "n[0001-0612,0700]"; a group is about FLEET_HOSTLIST_BYTES long at most. `scontrol show
 * hostnames` unfolds each group whose names have no blank, comma or bracket; such names are written
 * as they are. */
enum { FLEET_HOSTLIST_BYTES = 48 };
void fleet_hostlist(FILE *out, const char *const *names, size_t n, const char *separator);

/* Writes a line for each unit of a board that computed wrong results. */
void fleet_put_wrong(FILE *out, const struct fleet *fleet);
/* Writes the day of WHEN, seconds since 1970 UTC: "2026-11-22". */
void fleet_day(char to[16], int64_t when);
/* Writes an answer of KIND (enum result_kind) and VALUE to NAME; TO has FORMAT_CELL bytes. */
void fleet_value(char *to, const struct fleet *fleet, size_t name, uint8_t kind, double value);
/* Writes "+19 %", or "" for what is discrete. */
void fleet_share(char to[16], const struct fleet_finding *found);

#endif
