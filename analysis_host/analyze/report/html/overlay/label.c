/* Letter and colour of a board in a page of several. */
#include "label.h"
#include "report/html/assets.h"
#include <stdio.h>

char html_overlay_letter(size_t i)
{
    return (char)('A' + (int)i);
}

void html_overlay_colour(FILE *out, size_t i)
{
    if (*html_figure_script != '\0')
        fprintf(out, " style=\"--board:var(--c%zu)\"", i);
    else
        fputs(" style=\"--board:var(--edge)\"", out);
}
