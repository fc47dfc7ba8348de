/* Reads what sysfs or the device tree reports of a CPU and its caches. */
#define _XOPEN_SOURCE 700 /* nftw() */
#include "os_reported.h"
#include "affinity.h"
#include <ftw.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 300, TEXT_BYTES = 200, MOST_LEVELS = 8, MOST_INDICES = 16, OPEN_FOLDERS = 8 };

/* One cache; 0: not said. */
struct cache {
    uint64_t level, size_bytes, line_bytes, ways, shared_by;
};

static void report(struct posix_os_reported *r, const char *id, uint64_t value)
{
    if (value == 0 || r->n == POSIX_OS_REPORTED)
        return;
    for (unsigned i = 0; i < r->n; i++)
        if (strcmp(r->at[i].id, id) == 0)
            return;
    (void)snprintf(r->at[r->n].id, sizeof r->at[r->n].id, "%s", id);
    r->at[r->n++].value = value;
}

static void report_cache(struct posix_os_reported *r, const struct cache *cache)
{
    const struct {
        const char *name;
        uint64_t value;
    } parts[] = { { "size", cache->size_bytes },
                  { "line", cache->line_bytes },
                  { "ways", cache->ways },
                  { "shared_by", cache->shared_by } };

    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char id[sizeof r->at[0].id];
        (void)snprintf(id, sizeof id, "cache.%u.%s", (unsigned)cache->level, parts[i].name);
        report(r, id, parts[i].value);
    }
}

/* ---- sysfs ---- */

/* The first line of FOLDER/NAME; false when there is none. */
static bool line_of(char text[TEXT_BYTES], const char *folder, const char *name)
{
    char path[PATH_BYTES + 40];

    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "r");
    bool there = f != NULL && fgets(text, TEXT_BYTES, f) != NULL;
    if (f != NULL)
        (void)fclose(f);
    return there;
}

/* Returns the number that FOLDER/NAME begins with, times the K or M after it; 0 when there is none.
 */
static uint64_t number_of(const char *folder, const char *name)
{
    char text[TEXT_BYTES], unit = '\0';
    unsigned long value = 0;

    if (!line_of(text, folder, name) || sscanf(text, "%9lu%c", &value, &unit) < 1)
        return 0;
    return (uint64_t)value << (unit == 'K' ? 10 : unit == 'M' ? 20 : 0);
}

/* How many CPUs a list like "0-3,8" names, however long it is; 0 where it is none. */
static uint64_t count_list(const char *folder, const char *name)
{
    char path[PATH_BYTES + 40];
    uint64_t n = 0;
    unsigned first, last;
    int after = ',';

    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "r");
    while (f != NULL && after == ',') {
        if (fscanf(f, "%8u", &first) != 1) {
            after = 0;
            break;
        }
        last = first;
        after = fgetc(f);
        if (after == '-') {
            last = fscanf(f, "%8u", &last) == 1 ? last : 0;
            after = fgetc(f);
        }
        if (last < first)
            after = 0;
        n += last - first + 1;
    }
    if (f != NULL)
        (void)fclose(f);
    return after == '\n' || after == EOF ? n : 0;
}

/* Returns whether CPU has a cache number INDEX that is not for instructions alone. */
static bool sysfs_cache(struct cache *cache, const char *cpu, unsigned index)
{
    char folder[PATH_BYTES], type[TEXT_BYTES];

    (void)snprintf(folder, sizeof folder, "%.250s/cache/index%u", cpu, index);
    if (!line_of(type, folder, "type") || strncmp(type, "Instruction", 11) == 0)
        return false;
    *cache = (struct cache){ .level = number_of(folder, "level"),
                             .size_bytes = number_of(folder, "size"),
                             .line_bytes = number_of(folder, "coherency_line_size"),
                             .ways = number_of(folder, "ways_of_associativity"),
                             .shared_by = count_list(folder, "shared_cpu_list") };
    return cache->level >= 1 && cache->level <= MOST_LEVELS && cache->size_bytes != 0;
}

/* The outermost level; 0: none is known. */
static uint64_t sysfs_caches(struct posix_os_reported *r, const char *cpu)
{
    struct cache cache;
    uint64_t levels = 0;

    for (unsigned i = 0; i < MOST_INDICES; i++) {
        if (!sysfs_cache(&cache, cpu, i))
            continue;
        report_cache(r, &cache);
        if (cache.level > levels)
            levels = cache.level;
    }
    return levels;
}

/* ---- device tree: a folder a node, a file a property, numbers of four bytes, the highest first
 * ---- */

static uint64_t cell(const char *node, const char *property)
{
    char path[PATH_BYTES + 40];
    unsigned char b[4];

    (void)snprintf(path, sizeof path, "%s/%s", node, property);
    FILE *f = fopen(path, "r");
    bool there = f != NULL && fread(b, 1, sizeof b, f) == sizeof b;
    if (f != NULL)
        (void)fclose(f);
    return there ? (uint64_t)b[0] << 24 | (uint64_t)b[1] << 16 | (uint64_t)b[2] << 8 | b[3] : 0;
}

/* A property of a cache, whose names begin with "d-" in the node of a CPU. */
static uint64_t cache_cell(const char *node, const char *prefix, const char *name)
{
    char property[40];

    (void)snprintf(property, sizeof property, "%scache-%s", prefix, name);
    return cell(node, property);
}

static bool tree_cache(struct cache *cache, const char *node, const char *prefix, unsigned level)
{
    uint64_t sets = cache_cell(node, prefix, "sets");
    uint64_t line = cache_cell(node, prefix, "line-size");

    if (line == 0)
        line = cache_cell(node, prefix, "block-size");
    *cache = (struct cache){ .level = level, .line_bytes = line };
    cache->size_bytes = cache_cell(node, prefix, "size");
    if (sets != 0 && line != 0 && cache->size_bytes % (sets * line) == 0)
        cache->ways = cache->size_bytes / (sets * line);
    return cache->size_bytes != 0;
}

/* The node that a walk looks for, and the path of the node that has it. It is read once. */
static struct {
    uint64_t phandle;
    char node[PATH_BYTES];
} wanted;

static int is_wanted(const char *path, const struct stat *about, int type, struct FTW *at)
{
    (void)about;
    if (type != FTW_F || strcmp(path + at->base, "phandle") != 0 || at->base > PATH_BYTES)
        return 0;
    (void)snprintf(wanted.node, sizeof wanted.node, "%.*s", at->base - 1, path);
    return cell(wanted.node, "phandle") == wanted.phandle;
}

static bool find_node(const char *root, uint64_t phandle)
{
    wanted.phandle = phandle;
    return phandle != 0 && nftw(root, is_wanted, OPEN_FOLDERS, FTW_PHYS) == 1;
}

static uint64_t tree_caches(struct posix_os_reported *r, const char *cpu, const char *root)
{
    char node[PATH_BYTES], *prefix = "d-";
    struct cache cache;
    unsigned level = 1;

    (void)snprintf(node, sizeof node, "%.250s/of_node", cpu);
    for (; level <= MOST_LEVELS && tree_cache(&cache, node, prefix, level); level++) {
        report_cache(r, &cache);
        if (!find_node(root, cell(node, "next-level-cache")))
            return level;
        memcpy(node, wanted.node, sizeof node);
        prefix = "";
    }
    return level - 1;
}

/* ---- both ---- */

void posix_os_reported_read(struct posix_os_reported *r, const char *cpus, unsigned cpu,
                            const char *root)
{
    char folder[PATH_BYTES], topology[PATH_BYTES];

    *r = (struct posix_os_reported){ .source = "sysfs" };
    (void)snprintf(folder, sizeof folder, "%.240s/cpu%u", cpus, cpu);
    (void)snprintf(topology, sizeof topology, "%.240s/cpu%u/topology", cpus, cpu);
    uint64_t levels = sysfs_caches(r, folder);
    if (levels == 0 && (levels = tree_caches(r, folder, root)) != 0)
        r->source = "device_tree";
    report(r, "cache.levels", levels);
    report(r, "contexts.int", count_list(cpus, "online"));
    report(r, "contexts.smt", count_list(topology, "thread_siblings_list"));
    if (r->n == 0)
        r->source = NULL;
    else
        report(r, "tlb.page", (uint64_t)sysconf(_SC_PAGESIZE));
}

static struct posix_os_reported reported;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_once(void)
{
    posix_os_reported_read(&reported, "/sys/devices/system/cpu", posix_context_cpu(0),
                           "/proc/device-tree");
}

const char *hal_os_reported_source(void)
{
    (void)pthread_once(&once, read_once);
    return reported.source;
}

bool hal_os_reported(unsigned i, struct hal_os_reported *out)
{
    (void)pthread_once(&once, read_once);
    if (i >= reported.n)
        return false;
    *out = reported.at[i];
    return true;
}
