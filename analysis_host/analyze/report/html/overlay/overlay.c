/* Reads several boards and writes their page. */
#include "overlay.h"
#include "boards.h"
#include "page.h"
#include "report/compare/compare.h"
#include "report/html/page.h"
#include "report/output/visible.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int no_memory(FILE *err, const char *html)
{
    output_say(err, html, "out of memory: no page was made");
    return 4;
}

static int too_many(FILE *err, size_t n)
{
    output_say(err, "--overlay", "%zu boards; a page tells %d apart", n, OVERLAY_MOST);
    return 2;
}

static int write_files(const char *html, char *const *files, size_t n, enum method method,
                       FILE *err)
{
    struct overlay o = { 0 };

    if (n > OVERLAY_MOST)
        return too_many(err, n);
    int status = compare_read_boards(&o.boards, files, n, true, method, err);
    if (status < 0 || overlay_name(&o) != 0)
        status = no_memory(err, html);
    else if (o.boards.n == 0)
        status = 3;
    else if (html_put(html, html_overlay_page, &o, err) != 0)
        status = 4;
    overlay_free(&o);
    return status;
}

int overlay_write(const char *html, char *const *files, size_t n, enum method method, FILE *err)
{
    size_t n_inside = 0;

    if (n != 1 || !compare_is_folder(files[0]))
        return write_files(html, files, n, method, err);
    char **inside = compare_files(files[0], &n_inside, err);
    if (inside == NULL)
        return 2;
    int status = write_files(html, inside, n_inside, method, err);
    compare_files_free(inside, n_inside);
    if (status == 3)
        output_say(err, files[0], "holds no report and no log that can be read");
    return status;
}
