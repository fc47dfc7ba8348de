/* Reads what the system reports of memory and pages. */
#include "memory.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_BYTES = 4608, HUGE_PAGE_BYTES = 2 * 1024 * 1024 }; /* a line may hold a whole path */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t size_from(unsigned long long value, unsigned long long unit_bytes)
{
    return value > SIZE_MAX / unit_bytes ? SIZE_MAX : (size_t)(value * unit_bytes);
}

/* Reads the next line without its end; a longer one is cut. False at the end of F. */
static bool next_line(FILE *f, char line[LINE_BYTES])
{
    if (fgets(line, LINE_BYTES, f) == NULL)
        return false;
    size_t n = strcspn(line, "\n");
    bool whole = line[n] == '\n';
    line[n] = '\0';
    for (int c = 0; !whole && c != EOF && c != '\n';)
        c = fgetc(f);
    return true;
}

/* The first number in the file at PATH, or MISSING when there is no file or no number ("max"). */
static size_t number_in(const char *path, size_t missing)
{
    unsigned long long value;
    FILE *f = fopen(path, "r");

    if (f == NULL)
        return missing;
    bool found = fscanf(f, "%llu", &value) == 1;
    (void)fclose(f);
    return found ? size_from(value, 1) : missing;
}

size_t posix_meminfo_available_bytes(const char *path)
{
    char line[LINE_BYTES];
    size_t bytes = SIZE_MAX;
    FILE *f = fopen(path, "r");

    if (f == NULL)
        return SIZE_MAX;
    while (next_line(f, line)) {
        unsigned long long kib;
        if (sscanf(line, "MemAvailable: %llu kB", &kib) == 1)
            bytes = size_from(kib, 1024);
    }
    (void)fclose(f);
    return bytes;
}

/* The lowest limit of GROUP ("/a/b") and all above it, kept in FILE of each folder below ROOT. Eats
 * GROUP. */
static size_t lowest_limit_bytes(const char *root, char *group, const char *file)
{
    char path[2 * LINE_BYTES];
    size_t limit = SIZE_MAX;

    for (char *end = group + strlen(group); end != NULL; end = strrchr(group, '/')) {
        *end = '\0';
        int n = snprintf(path, sizeof path, "%s%s/%s", root, group, file);
        if (n > 0 && (size_t)n < sizeof path)
            limit = least(limit, number_in(path, SIZE_MAX));
    }
    return limit;
}

/* Returns whether LIST, names between commas, has NAME. */
static bool lists(const char *list, const char *name)
{
    size_t n = strlen(name);

    for (const char *at = strstr(list, name); at != NULL; at = strstr(at + 1, name))
        if ((at == list || at[-1] == ',') && (at[n] == ',' || at[n] == '\0'))
            return true;
    return false;
}

/* A limit from "number:controllers:group"; version 2 is the line without controllers. */
static size_t limit_of_line_bytes(char *line, const char *root)
{
    char mount[LINE_BYTES];
    char copy[LINE_BYTES];
    char *controllers = strchr(line, ':');
    char *group = controllers == NULL ? NULL : strchr(controllers + 1, ':');

    if (group == NULL)
        return SIZE_MAX;
    *controllers++ = *group++ = '\0';
    if (*controllers == '\0') {
        (void)snprintf(mount, sizeof mount, "%s/unified", root); /* next to version 1 */
        (void)snprintf(copy, sizeof copy, "%s", group);
        return least(lowest_limit_bytes(mount, copy, "memory.max"),
                     lowest_limit_bytes(root, group, "memory.max"));
    }
    if (!lists(controllers, "memory"))
        return SIZE_MAX;
    (void)snprintf(mount, sizeof mount, "%s/%s", root, controllers);
    return lowest_limit_bytes(mount, group, "memory.limit_in_bytes");
}

size_t posix_cgroup_limit_bytes(const char *path, const char *root)
{
    char line[LINE_BYTES];
    size_t limit = SIZE_MAX;
    FILE *f = fopen(path, "r");

    if (f == NULL)
        return SIZE_MAX;
    while (next_line(f, line))
        limit = least(limit, limit_of_line_bytes(line, root));
    (void)fclose(f);
    return limit;
}

static size_t physical_bytes(void)
{
#ifdef _SC_PHYS_PAGES
    long pages = sysconf(_SC_PHYS_PAGES);

    if (pages > 0)
        return size_from((unsigned long long)pages, (unsigned long long)sysconf(_SC_PAGESIZE));
#endif
    return SIZE_MAX;
}

size_t posix_available_bytes(void)
{
    size_t known = least(posix_meminfo_available_bytes("/proc/meminfo"),
                         posix_cgroup_limit_bytes("/proc/self/cgroup", "/sys/fs/cgroup"));

    return least(known, physical_bytes());
}

size_t posix_smaps_huge_bytes(const char *path, uintptr_t address)
{
    char line[LINE_BYTES];
    bool inside = false;
    size_t bytes = 0;
    FILE *f = fopen(path, "r");

    if (f == NULL)
        return 0;
    while (next_line(f, line)) {
        unsigned long long first, end, kib;
        if (sscanf(line, "%llx-%llx ", &first, &end) == 2)
            inside = address >= first && address < end;
        else if (inside && sscanf(line, "AnonHugePages: %llu kB", &kib) == 1)
            bytes = size_from(kib, 1024);
    }
    (void)fclose(f);
    return bytes;
}

size_t posix_huge_page_bytes(const char *path)
{
    size_t bytes = number_in(path, HUGE_PAGE_BYTES);

    return bytes != 0 && (bytes & (bytes - 1)) == 0 ? bytes : HUGE_PAGE_BYTES;
}
