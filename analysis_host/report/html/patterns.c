/* Section of the page: texts of patterns, folded under the figures. */
#include "report/text/sections.h"
#include "sections.h"
#include "write.h"
#include <stdio.h>
#include <stdlib.h>

void html_patterns(FILE *out, const struct log *log, const struct results *results)
{
    char *text = NULL;
    size_t n = 0;
    FILE *memory = results->patterns != NULL ? open_memstream(&text, &n) : NULL;

    if (memory == NULL)
        return;
    text_pattern_texts(memory, log, results);
    if (fclose(memory) == 0 && n > 0) {
        fputs("<section id=\"pattern-texts\"><h2>Patterns</h2><details><summary>Texts, orders and "
              "loops</summary><pre>",
              out);
        html_text(out, text);
        fputs("</pre></details></section>\n", out);
    }
    free(text);
}
