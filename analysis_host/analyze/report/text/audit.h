/* The text of an audit. */
#ifndef TEXT_AUDIT_H
#define TEXT_AUDIT_H

#include "audit/audit.h"
#include <stdbool.h>
#include <stdio.h>

enum { TEXT_AUDIT = 400 };

/* Writes the two numbers of F: "cpu.frequency measured 800 MHz, stated 1 GHz"; "~" is before one
 * that is doubtful. */
void text_audit_finding(char text[TEXT_AUDIT], const struct audit_finding *f);

/* Writes AUDIT of MACHINE; VERBOSE: with the checks that could not be made and what they need. */
void report_audit(FILE *out, const struct audit *audit, const char *machine, bool verbose);

#endif
