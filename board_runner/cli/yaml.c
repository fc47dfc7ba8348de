/* Writes quoted texts and paths as YAML. */
#include "yaml.h"
#include <stdio.h>
#include <stdlib.h>

static void put_escaped(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            (void)putchar('\'');
        (void)putchar(*text);
    }
}

void yaml_put(const char *before, const char *text, const char *after)
{
    (void)printf("%s'", before);
    put_escaped(text);
    (void)printf("'%s", after);
}

void yaml_put_path(const char *before, const char *scheme, const char *file)
{
    char *path = realpath(file, NULL);

    (void)printf("%s'%s", before, scheme);
    put_escaped(path != NULL ? path : file);
    (void)puts("'");
    free(path);
}
