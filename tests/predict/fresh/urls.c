/* Addresses of pages are sorted letter by letter in three parts, then counted by host and folder.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned draw(unsigned below)
{
    static unsigned state = 88172645;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

static size_t make_address(char *out, size_t room)
{
    static const char *const hosts[] = { "www", "docs", "lists", "static", "bugs", "packages" };
    static const char *const ends[] = { "html", "png", "txt", "css" };

    return (size_t)snprintf(out, room, "https://%s.example%u.org/%c%c/%u/page-%03u.%s",
                            hosts[draw(6)], draw(12), 'a' + draw(8), 'a' + draw(26),
                            1990 + draw(35), draw(400), ends[draw(4)]) +
           1;
}

static void swap(const char **a, const char **b)
{
    const char *t = *a;

    *a = *b;
    *b = t;
}

static void insert_all(const char **names, size_t n, size_t depth)
{
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && strcmp(names[k] + depth, names[k - 1] + depth) < 0; k--)
            swap(&names[k], &names[k - 1]);
}

static int middle(int a, int b, int c)
{
    return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
}

/* The first DEPTH letters of all names are the same. */
static void sort(const char **names, size_t n, size_t depth)
{
    while (n > 8) {
        int pivot = middle(names[0][depth], names[n / 2][depth], names[n - 1][depth]);
        size_t less = 0, at = 0, more = n;

        while (at < more) {
            int letter = names[at][depth];

            if (letter < pivot)
                swap(&names[less++], &names[at++]);
            else if (letter > pivot)
                swap(&names[at], &names[--more]);
            else
                at++;
        }
        sort(names, less, depth);
        sort(names + more, n - more, depth);
        if (pivot == 0)
            return;
        names += less;
        n = more - less;
        depth++;
    }
    insert_all(names, n, depth);
}

/* Returns the length of the part of a name before the slash number SLASHES. */
static size_t part(const char *name, int slashes)
{
    const char *at = name;

    for (; *at != 0; at++)
        if (*at == '/' && --slashes == 0)
            break;
    return (size_t)(at - name);
}

static size_t count_parts(const char **names, size_t n, int slashes)
{
    size_t parts = n > 0;

    for (size_t i = 1; i < n; i++) {
        size_t own = part(names[i], slashes);

        parts += own != part(names[i - 1], slashes) || memcmp(names[i], names[i - 1], own) != 0;
    }
    return parts;
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? (size_t)atoi(argv[1]) : 6000, room = 64 * n, used = 0;
    char *text = malloc(room);
    const char **names = malloc(n * sizeof *names);

    if (text == NULL || names == NULL)
        return 1;
    for (size_t i = 0; i < n; i++) {
        names[i] = text + used;
        used += make_address(text + used, room - used);
    }
    sort(names, n, 0);
    for (size_t i = 1; i < n; i++)
        if (strcmp(names[i - 1], names[i]) > 0)
            return 1;
    printf("%zu addresses, %zu hosts, %zu folders, the first %s\n", n, count_parts(names, n, 3),
           count_parts(names, n, 4), n > 0 ? names[0] : "");
    free(text);
    free(names);
    return 0;
}
