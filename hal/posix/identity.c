/* Reads which machine this is from the environment, the kernel and its files. */
#define _XOPEN_SOURCE 700
#include "identity.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = 300, LINE_BYTES = 400 };

/* Adds KEY with TEXT, blanks around it left out, and what is no printable ASCII as '?'. */
static void add(struct posix_identity *id, const char *key, const char *text)
{
    struct hal_identity *to = &id->at[id->n];
    size_t n = 0;

    text += strspn(text, " \t");
    for (; text[n] != '\0' && text[n] != '\n' && n + 1 < sizeof to->text; n++)
        to->text[n] = text[n] >= ' ' && text[n] <= '~' ? text[n] : '?';
    while (n > 0 && to->text[n - 1] == ' ')
        n--;
    to->text[n] = '\0';
    if (n == 0 || id->n + 1 > POSIX_IDENTITY)
        return;
    (void)snprintf(to->key, sizeof to->key, "%s", key);
    to->condition = false;
    id->n++;
}

/* The same for one that does not say which machine this is. */
static void add_condition(struct posix_identity *id, const char *key, const char *text)
{
    unsigned before = id->n;

    add(id, key, text);
    if (id->n > before)
        id->at[before].condition = true;
}

static FILE *open_below(const char *root, const char *name)
{
    char path[PATH_BYTES + LINE_BYTES];

    (void)snprintf(path, sizeof path, "%.200s/%.480s", root, name);
    return fopen(path, "r");
}

/* The first line of file NAME below ROOT; false when there is none. */
static bool line_of(char line[LINE_BYTES], const char *root, const char *name)
{
    FILE *f = open_below(root, name);
    bool there = f != NULL && fgets(line, LINE_BYTES, f) != NULL;

    if (f != NULL)
        (void)fclose(f);
    return there;
}

/* Finds KEY in lines of KEY : VALUE, of the first processor. */
static bool cpuinfo_of(char line[LINE_BYTES], const char *root, const char *key, const char **value)
{
    FILE *f = open_below(root, "proc/cpuinfo");
    bool found = false;

    while (f != NULL && !found && fgets(line, LINE_BYTES, f) != NULL) {
        *value = strchr(line, ':');
        found = *value != NULL && strncmp(line, key, strlen(key)) == 0 &&
                strspn(line + strlen(key), " \t") == (size_t)(*value - line) - strlen(key);
    }
    if (f != NULL)
        (void)fclose(f);
    if (found)
        *value += 1;
    return found;
}

static void add_node(struct posix_identity *id)
{
    static const char *const variables[] = { "PONTOON_NODE", "SLURMD_NODENAME" };
    char name[256] = "";

    for (unsigned i = 0; i < 2; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && *value != '\0') {
            add(id, "node", value);
            return;
        }
    }
    if (gethostname(name, sizeof name - 1) == 0)
        add(id, "node", name);
}

/* The clock of a board that was never set is no time; the host decides. */
static void add_began(struct posix_identity *id)
{
    char text[32];

    (void)snprintf(text, sizeof text, "%lld", (long long)time(NULL));
    add(id, "began", text);
}

static void add_processor(struct posix_identity *id, const char *root)
{
    char line[LINE_BYTES];
    const char *value;

    if (cpuinfo_of(line, root, "model name", &value))
        add(id, "model", value);
    else if (line_of(line, root, "proc/device-tree/model") ||
             line_of(line, root, "sys/class/dmi/id/product_name"))
        add(id, "model", line);
    if (cpuinfo_of(line, root, "microcode", &value))
        add(id, "microcode", value);
}

/* "always [madvise] never": what is in brackets. */
static void add_thp(struct posix_identity *id, const char *root)
{
    char line[LINE_BYTES];

    if (!line_of(line, root, "sys/kernel/mm/transparent_hugepage/enabled"))
        return;
    char *open = strchr(line, '['), *close = open != NULL ? strchr(open, ']') : NULL;
    if (close == NULL)
        return;
    *close = '\0';
    add_condition(id, "thp", open + 1);
}

/* The least of the quotas of group GROUP and of those that hold it, CPUs; 0: there is none. Version
 * 2 of control groups: cpu.max is "QUOTA PERIOD" or "max PERIOD". */
static double least_quota(const char *root, const char *group)
{
    char name[60 + LINE_BYTES], line[LINE_BYTES];
    double least = 0, quota, period;
    size_t n = strlen(group);

    for (;;) {
        (void)snprintf(name, sizeof name, "sys/fs/cgroup%.*s/cpu.max", (int)n, group);
        if (line_of(line, root, name) && sscanf(line, "%lf %lf", &quota, &period) == 2 &&
            period > 0 && (least == 0 || quota / period < least))
            least = quota / period;
        if (n == 0)
            return least;
        do
            n--;
        while (n > 0 && group[n] != '/');
    }
}

/* The quota of version 1, of the group whose controllers a container sees; 0: there is none. */
static double old_quota(const char *root)
{
    char line[LINE_BYTES];
    double quota = 0, period = 0;

    if (line_of(line, root, "sys/fs/cgroup/cpu/cpu.cfs_quota_us"))
        quota = strtod(line, NULL);
    if (line_of(line, root, "sys/fs/cgroup/cpu/cpu.cfs_period_us"))
        period = strtod(line, NULL);
    return quota > 0 && period > 0 ? quota / period : 0;
}

/* "0::/GROUP" is the line of version 2. */
static void add_quota(struct posix_identity *id, const char *root)
{
    char line[LINE_BYTES], text[32], group[LINE_BYTES] = "";
    FILE *f = open_below(root, "proc/self/cgroup");

    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, "0::/", 4) == 0)
            (void)snprintf(group, sizeof group, "%.*s", (int)strcspn(line + 3, "\n"), line + 3);
    if (f != NULL)
        (void)fclose(f);
    double cpus = least_quota(root, group);
    if (cpus <= 0)
        cpus = old_quota(root);
    if (cpus <= 0)
        return;
    (void)snprintf(text, sizeof text, "%.2f", cpus);
    add_condition(id, "cpu_quota", text);
}

static void add_line(struct posix_identity *id, const char *key, const char *root, const char *name)
{
    char line[LINE_BYTES];

    if (line_of(line, root, name))
        add(id, key, line);
}

void posix_identity_read(struct posix_identity *id, const char *root)
{
    struct utsname system;
    char line[LINE_BYTES];

    *id = (struct posix_identity){ .n = 0 };
    add_node(id);
    add_began(id);
    add_processor(id, root);
    if (uname(&system) >= 0)
        add(id, "os_release", system.release);
    if (line_of(line, root, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"))
        add_condition(id, "governor", line);
    add_thp(id, root);
    add_quota(id, root);
    add_line(id, "boot", root, "proc/sys/kernel/random/boot_id");
}

static struct posix_identity known;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_once(void)
{
    posix_identity_read(&known, "");
}

bool hal_identity(unsigned i, struct hal_identity *identity)
{
    (void)pthread_once(&once, read_once);
    if (i >= known.n)
        return false;
    *identity = known.at[i];
    return true;
}
