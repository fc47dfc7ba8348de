/* The page of a fleet: less than a megabyte, and needs nothing but itself. */
#ifndef HTML_FLEET_PAGE_H
#define HTML_FLEET_PAGE_H

#include "fleet/fleet.h"
#include <stddef.h>
#include <stdio.h>

/* Writes the report of OF, a struct fleet, and figures: the boards of each kind by how far they are
 * from it, boards that differ by their answers, and the runs of each of them; fewer of these where
 * DOTS are fewer. Returns 0, or -1 where memory is short (html_write_page of report/html/page.h).
 */
int html_fleet_page(FILE *out, const void *of, size_t dots);

#endif
