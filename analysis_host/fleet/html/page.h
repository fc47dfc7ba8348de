/* The page of a fleet: less than a megabyte, and needs nothing but itself. */
#ifndef HTML_FLEET_PAGE_H
#define HTML_FLEET_PAGE_H

#include "fleet/fleet.h"
#include <stddef.h>
#include <stdio.h>

/* Writes three figures of OF, a struct fleet: each board by how far it is from its kind, boards
 * that differ by their answers, and the runs of each of them. Boards beyond DOTS are counted in
 * bars. Returns 0 (html_write_page of report/html/page.h). */
int html_fleet_page(FILE *out, const void *of, size_t dots);

#endif
