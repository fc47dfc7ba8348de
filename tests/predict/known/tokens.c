/* Tokens of a text that is like C, and how often each name is in it. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = 4096, LENGTH = 400000 };

static struct {
    char name[16];
    unsigned count;
} table[TABLE];
static char text[LENGTH + 32];

static void make_text(void)
{
    static const char *const pieces[] = { "while (", ") {\n", "}\n", " += ", "->", " = ",
                                          "; ",      "0x1f",  "123", "if (", "!=", "/* a */" };
    unsigned x = 1;

    for (size_t n = 0; n < LENGTH;) {
        x = x * 1103515245 + 12345;
        unsigned which = x >> 16 & 31;
        if (which < 12)
            n += (size_t)sprintf(text + n, "%s", pieces[which]);
        else
            n += (size_t)sprintf(text + n, "%c%c%u ", 'a' + (int)(which - 12),
                                 'a' + (int)(x >> 24 & 15), x >> 8 & 63);
    }
}

static void count_name(const char *s, size_t n)
{
    unsigned h = 0;

    for (size_t i = 0; i < n; i++)
        h = h * 31 + (unsigned char)s[i];
    h %= TABLE;
    while (table[h].count > 0 && (strncmp(table[h].name, s, n) != 0 || table[h].name[n] != '\0'))
        h = (h + 1) % TABLE;
    if (table[h].count++ == 0)
        memcpy(table[h].name, s, n);
}

int main(void)
{
    unsigned names = 0, numbers = 0, others = 0;

    make_text();
    for (const char *p = text; *p != '\0';) {
        const char *from = p;
        if (isalpha((unsigned char)*p)) {
            while (isalnum((unsigned char)*p))
                p++;
            if (names < 3000)
                count_name(from, (size_t)(p - from < 15 ? p - from : 15));
            names++;
        } else if (isdigit((unsigned char)*p)) {
            numbers++;
            while (isxdigit((unsigned char)*p) || *p == 'x')
                p++;
        } else if (p[0] == '/' && p[1] == '*') {
            const char *end = strstr(p, "*/");
            p = end != NULL ? end + 2 : p + 2;
        } else {
            others += !isspace((unsigned char)*p);
            p++;
        }
    }
    printf("%u %u %u\n", names, numbers, others);
    return 0;
}
