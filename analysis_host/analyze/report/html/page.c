/* The frame of every page: head, data, scripts, and its size. */
#include "page.h"
#include "assets.h"
#include "report/output/replace.h"
#include "report/output/visible.h"
#include "write.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* A page is less than a megabyte, whatever the log: it then has fewer dots. */
enum { MOST_BYTES = 1000000, FEWEST_DOTS = 200 };

/* Scripts may do nothing but what stands in the page. */
static const char policy[] =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

void html_begin(FILE *out, const char *title)
{
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
    fprintf(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n", policy);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
          out);
    html_text(out, title);
    fprintf(out, " - Pontoon</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n",
            (const char *)html_style);
}

void html_data(FILE *out, const char *id, const char *json)
{
    fprintf(out, "<script type=\"application/json\" id=\"%s\">", id);
    html_json(out, json);
    fputs("</script>\n", out);
}

/* TEXT as gzip has it, *N bytes, to be freed; NULL where memory is short. */
static char *packed(const char *text, size_t *n)
{
    enum { GZIP = 16, MEMORY = 8 };
    z_stream z = { .next_in = (z_const Bytef *)(uintptr_t)text, .avail_in = (uInt)strlen(text) };
    char *to = NULL;

    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP, MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    *n = deflateBound(&z, z.avail_in);
    to = malloc(*n);
    z.next_out = (Bytef *)to;
    z.avail_out = (uInt)*n;
    if (to != NULL && deflate(&z, Z_FINISH) != Z_STREAM_END) {
        free(to);
        to = NULL;
    }
    *n = z.total_out;
    deflateEnd(&z);
    return to;
}

int html_packed(FILE *out, const char *id, const char *text)
{
    size_t n = 0;
    char *bytes = packed(text, &n);

    if (bytes == NULL)
        return -1;
    fprintf(out, "<script type=\"application/gzip\" id=\"%s\">", id);
    html_base64(out, bytes, n);
    fputs("</script>\n", out);
    free(bytes);
    return 0;
}

static void put_script(FILE *out, const unsigned char *text)
{
    if (*text != '\0')
        fprintf(out, "<script>\n%s</script>\n", (const char *)text);
}

void html_end(FILE *out)
{
    put_script(out, html_page_script);
    put_script(out, html_figure_script);
    fputs("</body>\n</html>\n", out);
}

/* The page with at most DOTS dots a figure, to be freed; NULL when memory is short. */
static char *page_text(html_write_page *write, const void *of, size_t dots, size_t *n)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, n);

    if (out == NULL)
        return NULL;
    int err = write(out, of, dots);
    err |= fclose(out);
    if (err == 0)
        return text;
    free(text);
    return NULL;
}

int html_fit(FILE *out, html_write_page *write, const void *of)
{
    size_t n = 0, dots = HTML_DOTS;
    char *text = page_text(write, of, dots, &n);

    while (text != NULL && n > MOST_BYTES && dots > FEWEST_DOTS) {
        free(text);
        dots /= 2;
        text = page_text(write, of, dots, &n);
    }
    if (text == NULL)
        return -1;
    fwrite(text, 1, n, out);
    free(text);
    return 0;
}

int html_put(const char *file, html_write_page *write, const void *of, FILE *err)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    int why = out == NULL ? ENOMEM : 0;

    if (out != NULL && (html_fit(out, write, of) | fclose(out)) != 0)
        why = ENOMEM;
    if (why == 0)
        why = output_replace(file, text, n);
    free(text);
    if (why != 0)
        output_say(err, file, "%s", strerror(why));
    return why == 0 ? 0 : -1;
}
