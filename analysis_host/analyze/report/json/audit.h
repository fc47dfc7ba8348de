/* An audit as JSON. */
#ifndef JSON_AUDIT_H
#define JSON_AUDIT_H

#include "audit/audit.h"
#include <stdio.h>

#define AUDIT_SCHEMA "pontoon.audit/1"

/* Writes AUDIT of the board called TARGET, or NULL. Returns 0, or -1 where memory is short. */
int audit_json(FILE *out, const struct audit *audit, const char *target);

#endif
