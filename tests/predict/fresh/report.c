/* Orders as text: dates, amounts and names are read, checked, sorted and set in a table of words.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

enum { LINE = 96, NAME = 24 };

struct order {
    time_t when;
    double amount;
    int pieces;
    char name[NAME];
};

static unsigned draw(unsigned below)
{
    static unsigned state = 4711;

    state = state * 22695477 + 1;
    return (unsigned)((unsigned long long)state * below >> 32);
}

static void write_order(char *line)
{
    static const char *const names[] = { "Ada", "Boris", "Chen", "Dana", "Emil", "Farah", "Gus" };

    snprintf(line, LINE, "%04u-%02u-%02u %02u:%02u; %s %s ; %u x %u.%02ue%d", 2001 + draw(30),
             1 + draw(12), 1 + draw(28), draw(24), draw(60), names[draw(7)], names[draw(7)],
             1 + draw(40), draw(100), draw(100), (int)draw(4) - 1);
}

static char *trim(char *s)
{
    char *end = s + strlen(s);

    while (isspace((unsigned char)*s))
        s++;
    while (end > s && isspace((unsigned char)end[-1]))
        *--end = 0;
    return s;
}

static int read_order(char *line, struct order *o)
{
    struct tm t = { 0 };
    char *name, *rest, *end;

    if (sscanf(line, "%d-%d-%d %d:%d", &t.tm_year, &t.tm_mon, &t.tm_mday, &t.tm_hour, &t.tm_min) !=
        5)
        return 0;
    t.tm_year -= 1900;
    t.tm_mon--;
    o->when = mktime(&t);
    strtok(line, ";");
    name = strtok(NULL, ";");
    rest = strtok(NULL, ";");
    if (name == NULL || rest == NULL || o->when == (time_t)-1)
        return 0;
    snprintf(o->name, sizeof o->name, "%s", trim(name));
    o->pieces = (int)strtol(rest, &end, 10);
    end += strcspn(end, "0123456789");
    o->amount = o->pieces * strtod(end, NULL);
    return isfinite(o->amount);
}

static int by_name(const void *a, const void *b)
{
    const struct order *x = a, *y = b;
    int order = strcmp(x->name, y->name);

    return order != 0 ? order : (x->when > y->when) - (x->when < y->when);
}

static int by_amount(const void *a, const void *b)
{
    const struct order *x = a, *y = b;

    return (x->amount < y->amount) - (x->amount > y->amount);
}

/* Appends a line of the table; returns its length. */
static size_t write_row(char *out, size_t room, const struct order *o)
{
    char date[32], amount[32];
    wchar_t wide[NAME];

    strftime(date, sizeof date, "%a %d %b %Y, week %V", gmtime(&o->when));
    snprintf(amount, sizeof amount, o->amount < 1e5 ? "%.2f" : "%.4e", o->amount);
    swprintf(wide, NAME, L"%hs", o->name);
    for (size_t i = 0; wide[i] != 0; i++)
        wide[i] = (wchar_t)towupper((wint_t)wide[i]);
    return (size_t)snprintf(out, room, "%-24s %-18ls %3d %14s %a\n", date, wide, o->pieces, amount,
                            sqrt(o->amount));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 700, good = 0;
    struct order *orders = calloc((size_t)n + 1, sizeof *orders);
    size_t room = 100 * (size_t)n + 200, used = 0;
    char *table = malloc(room), line[LINE];
    unsigned sum = 0;

    if (orders == NULL || table == NULL)
        return 1;
    for (int i = 0; i < n; i++) {
        write_order(line);
        good += read_order(line, &orders[good]);
    }
    qsort(orders, (size_t)good, sizeof *orders, by_amount);
    qsort(orders, (size_t)good / 2, sizeof *orders, by_name);
    for (int i = 0; i < good && used < room; i++)
        used += write_row(table + used, room - used, &orders[i]);
    for (size_t i = 0; i < used && i < room; i++)
        sum = sum * 33 + (unsigned char)table[i];
    printf("%.72s\n%d of %d orders, %zu letters, %08x\n", table, good, n, used, sum);
    free(orders);
    free(table);
    return 0;
}
