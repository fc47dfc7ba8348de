/* Machine files: every key is kept or has its default, and mistakes are named with their line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

#ifndef MACHINES_DIR
#error "MACHINES_DIR: the folder of machine files"
#endif

static char error[1024];

static int parse(struct sim_machine *m, const char *text)
{
    return sim_machine_parse(m, text, strlen(text), "m", error, sizeof error);
}

#define L1   "[cache 1]\nsize = 32K\nways = 8\nline = 64\nlatency = 4\n"
#define MEM  "[memory]\nlatency = 100\n"
#define SRAM "kind = sram\nsize = 8K\nload = 1\nload_rate = 4\n"

/* A message begins with FILE:LINE and names the cause. */
static void mistakes_are_told_with_their_line(void **state)
{
    static const struct {
        const char *text, *begins, *says;
    } cases[] = {
        { "", "m:0: ", "[memory] is missing" },
        { L1, "m:5: ", "[memory] is missing" },
        { "cores = 1\n" MEM, "m:1: ", "before the first section" },
        { MEM "[machin]\n", "m:3: ", "no such section" },
        { MEM "[machine\n", "m:3: ", "] is missing" },
        { MEM "[memory 1]\n", "m:3: ", "no such section" },
        { MEM "[cache]\nsize = 1K\n", "m:3: ", "needs a level" },
        { MEM "[cache x]\n", "m:3: ", "needs a level" },
        { MEM "[cache 0]\n", "m:3: ", "needs a level" },
        { MEM "[cache 5]\n", "m:3: ", "at most 4 levels" },
        { MEM "[cache 40]\n", "m:3: ", "at most 4 levels" },
        { MEM "[cache 99999999999999999999]\n", "m:3: ", "level" },
        { MEM "[tlb 3]\nentries = 1\n", "m:3: ", "at most 2 levels" },
        { MEM "[tlb 2]\nentries = 1\n", "m:3: ", "[tlb 2] without [tlb 1]" },
        { MEM "[flips]\nop = add\n", "m:3: ", "rate is missing" },
        { MEM "[flips]\nrate = 0\n", "m:4: ", "must lie between" },
        { MEM "[flips]\nrate = 9\nop = added\n", "m:5: ", "must be one of: any add" },
        { MEM "[flips]\nrate = 9\ntype = i128\n", "m:5: ", "must be one of: any i8" },
        { MEM "[flips]\nrate = 9\ncontext = 1\n", "m:5: ", "has 1 cores" },
        { MEM "[btb 2]\nentries = 1\n", "m:3: ", "[btb 2] without [btb 1]" },
        { MEM "[btb 1]\nentries = 10\nways = 4\n", "m:5: ", "do not divide" },
        { MEM "[btb 1]\nentries = 48\nways = 4\nindex = xor\n", "m:6: ", "power of two" },
        { MEM "[btb 1]\nentries = 8\n[btb 2]\nentries = 8\n", "m:6: ", "as many or more" },
        { MEM "[cpu]\nbtb_miss = 8\n", "m:4: ", "needs [btb 1]" },
        { MEM "[cpu]\nreturn_stack = 8\n", "m:4: ", "needs wrong" },
        { MEM L1 "[cache 3]\nsize = 1M\nways = 8\nline = 64\nlatency = 9\n",
          "m:8: ", "[cache 3] without [cache 2]" },
        { MEM MEM, "m:3: ", "already given in line 1" },
        { MEM "latency = 3\n", "m:3: ", "already given in line 2" },
        { MEM "latencies = 3\n", "m:3: ", "no such key" },
        { MEM "size = 3\n", "m:3: ", "no such key" },
        { MEM "service = 101\n", "m:3: ", "longer than the latency" },
        { MEM "turnaround = 9\n", "m:3: ", "needs service" },
        { MEM "service = 9\nwrite_queue = 0\n", "m:4: ", "must lie between" },
        { MEM "[machine]\nLatency = 3\n", "m:4: ", "no such key" },
        { MEM "[machine]\ncores\n", "m:4: ", "neither" },
        { MEM "[machine]\ncores =\n", "m:4: ", "not a number" },
        { MEM "[machine]\ncores = two\n", "m:4: ", "not a number" },
        { MEM "[machine]\ncores = 2x\n", "m:4: ", "not a number" },
        { MEM "[machine]\ncores = -2\n", "m:4: ", "not a number" },
        { MEM "[machine]\ncores = 0\n", "m:4: ", "must lie between" },
        { MEM "[machine]\ncores = 99999999999999999999999\n", "m:4: ", "not a number" },
        { MEM "[machine]\nmhz = 0\n", "m:4: ", "must lie between" },
        { MEM "[machine]\npage = 5K\n", "m:4: ", "power of two" },
        { MEM "[machine]\npage = 4KB\n", "m:4: ", "not a number" },
        { MEM "[machine]\npage = 0\n", "m:4: ", "must lie between" },
        { MEM "[machine]\nword = 3\n", "m:4: ", "power of two" },
        { MEM "[op add.i32]\nlatency = 1\nports = 0 16\n", "m:5: ", "different numbers up to 15" },
        { MEM "[op add.i32]\nlatency = 1\nports = 2 2\n", "m:5: ", "different numbers up to 15" },
        { MEM "[op add.i32]\nlatency = 1\nports = 0,1\n", "m:5: ", "different numbers up to 15" },
        { MEM "[op add.i32]\nlatency = 1\nunits = 2\nports = 0 1\n",
          "m:5: ", "not together with ports" },
        { MEM "[machine]\nname =\n", "m:4: ", "characters" },
        { MEM "[machine]\nexpect.tlb.page = 4096\n", "m:4: ", "only \"null\"" },
        { MEM "[machine]\nexpect. = null\n", "m:4: ", "not the id" },
        { MEM "[machine]\nexpect.a = null\nexpect.a = null\n", "m:5: ", "already given" },
        { MEM "[cache 1]\nsize = 0\nways = 8\nline = 64\nlatency = 4\n",
          "m:4: ", "must lie between" },
        { MEM "[cache 1]\nsize = 32K\nways = 8\nline = 64\n", "m:3: ", "latency is missing" },
        { MEM "[cache 1]\nways = 8\nline = 64\nlatency = 4\n", "m:3: ", "size is missing" },
        { MEM "[cache 1]\nsize = 32K\nways = 7\nline = 64\nlatency = 4\n",
          "m:5: ", "do not divide" },
        { MEM "[cache 1]\nsize = 32K\nways = 1024\nline = 64\nlatency = 4\n",
          "m:5: ", "do not divide" },
        { MEM "[cache 1]\nsize = 1000\nways = 1\nline = 64\nlatency = 4\n",
          "m:4: ", "whole number of lines" },
        { MEM "[cache 1]\nsize = 30K\nways = 4\nline = 48\nlatency = 4\n",
          "m:6: ", "power of two" },
        { MEM "[cache 1]\nsize = 32K\nways = 8\nline = 64\nlatency = 0\n",
          "m:7: ", "must lie between" },
        { MEM "[cache 1]\nsize = 32K\nways = 8\nline = 64\nlatency = 4.x\n",
          "m:7: ", "not a number" },
        { MEM "[region 1]\nname = a\nkind = sram\nsize = 8K\nload = 1\n",
          "m:3: ", "load_rate is missing" },
        { MEM "[region 2]\n" SRAM "name = a\n", "m:3: ", "without [region 1]" },
        { MEM "[region 7]\n", "m:3: ", "at most 6" },
        { MEM "[region 1]\n" SRAM "name = A\n", "m:8: ", "lower-case" },
        { MEM "[region 1]\n" SRAM "name = twelve_chars\n", "m:8: ", "up to 11" },
        { MEM "[region 1]\n" SRAM "name = memory\n", "m:8: ", "not memory" },
        { MEM "[region 1]\nname = a\nkind = disc\n", "m:5: ", "one of: flash sram" },
        { MEM "[region 1]\nsize = 4K\n", "m:4: ", "must lie between" },
        { MEM "[region 1]\n" SRAM "name = a\nsize = 16K\n", "m:9: ", "already given" },
        { MEM "[region 1]\n" SRAM "name = a\nstate = plain\n",
          "m:9: ", "needs a region without a state before" },
        { MEM "[region 1]\n" SRAM "name = a\n[region 2]\n" SRAM "name = a\n",
          "m:14: ", "one region without a state" },
        { MEM "[region 1]\n" SRAM "name = a\n[region 2]\n" SRAM "name = a\nstate = b\n"
              "[region 3]\n" SRAM "name = a\nstate = b\n",
          "m:22: ", "already given" },
        { MEM "[region 1]\n" SRAM "name = a\n[region 2]\n" SRAM "name = a\nstate = b\n"
              "writes = no\n",
          "m:9: ", "size, writes and runs" },
        { MEM L1 "policy = mru\n", "m:8: ", "one of: lru fifo" },
        { MEM L1 "policy = l\n", "m:8: ", "one of: lru fifo" },
        { MEM L1 "index = hashed\n", "m:8: ", "one of: virtual" },
        { MEM L1 "inclusion = inclusive\n", "m:8: ", "no cache above" },
        { MEM L1 "write = around\n", "m:8: ", "one of: back through" },
        { MEM L1 "allocate = 1\n", "m:8: ", "one of: no yes" },
        { MEM L1 "write = through\n[cache 2]\nsize = 1M\nways = 8\nline = 64\nlatency = 9\n"
                 "inclusion = exclusive\n",
          "m:8: ", "never has the lines" },
        { MEM L1 "[cache 2]\nsize = 1M\nways = 8\nline = 64\nlatency = 9\n"
                 "inclusion = exclusive\nallocate = no\n",
          "m:14: ", "filled by what cache 1 loses" },
        { MEM L1 "[cache 2]\nsize = 1M\nways = 8\nline = 64\nlatency = 9\n"
                 "inclusion = inclusive\nallocate = no\n",
          "m:14: ", "has every line" },
        { MEM L1 "shared_by = 2\n", "m:8: ", "has 1 cores" },
        { MEM L1 "[cache 2]\nsize = 1M\nways = 8\nline = 32\nlatency = 9\n",
          "m:11: ", "smaller than the 64 of cache 1" },
        { MEM L1 "[cache 2]\nsize = 1M\nways = 8\nline = 128\nlatency = 9\ninclusion = exclusive\n",
          "m:13: ", "line size of cache 1" },
        { MEM L1 "[cache 2]\nsize = 16K\nways = 8\nline = 64\nlatency = 9\ninclusion = inclusive\n",
          "m:9: ", "smaller than cache 1" },
        { MEM "[tlb 1]\nentries = 10\nways = 4\n", "m:5: ", "do not divide" },
        { MEM "[tlb 1]\nentries = 0\n", "m:4: ", "must lie between" },
        { MEM "[prefetch]\npair = maybe\n", "m:4: ", "one of: no yes" },
        { MEM "[frames]\nlarge = 4K\n", "m:4: ", "not larger than a page" },
        { MEM "[frames]\nlarge = 3M\n", "m:4: ", "power of two" },
        { MEM "[frames]\nbacked = base\n", "m:4: ", "needs large pages" },
        { MEM "[os]\nothers = 2\n", "m:4: ", "needs a timeslot" },
        { MEM "[dram]\nhit = 9\nclosed = 9\n", "m:3: ", "row is missing" },
        { MEM "[dram]\nhit = 9\nclosed = 9\nrow = 8K\nbits = 13,14\n", "m:7: ", "13^17" },
        { MEM "[dram]\nhit = 9\nclosed = 8\nrow = 8K\n", "m:5: ", "between hit and" },
        { MEM "[dram]\nhit = 9\nclosed = 101\nrow = 8K\n", "m:5: ", "between hit and" },
        { MEM "[dram]\nhit = 9\nclosed = 9\nrow = 8K\nrefresh_lasts = 1\n",
          "m:7: ", "needs refresh" },
        { MEM "[dram]\nhit = 9\nclosed = 9\nrow = 8K\nrefresh = 1\nrefresh_lasts = 1\n",
          "m:8: ", "no time" },
        { MEM "[coherence]\nstates = yes\n", "m:4: ", "needs a cache and 2 cores" },
        { MEM "[coherence]\natomic_add = 5\n", "m:3: ", "need states = yes" },
        { MEM "[cpu]\nbusy_clock = 2\n", "m:4: ", "needs 2 cores" },
        { MEM "[machine]\ncores = 2\n[cpu]\nthrottle = 2\n", "m:6: ", "need each other" },
        { MEM "[frames]\nagain = same\n", "m:4: ", "needs allocation = random" },
        { MEM "[tlb 1]\nentries = 48\nways = 4\nindex = xor\n", "m:6: ", "power of two" },
        { MEM "[tlb 1]\nentries = 48\nways = 4\nindex = split\n", "m:6: ", "power of two" },
        { MEM "[cache 1]\nsize = 4K\nways = 2\nline = 64\nlatency = 3\ncolours = 4\n",
          "m:8: ", "needs index = hash" },
        { MEM "[frames]\nallocation = linear\n", "m:4: ", "one of: contiguous random" },
        { MEM "[noise]\nresolution = 0\n", "m:4: ", "must lie between" },
        { MEM "[noise]\noutliers = 1.5\n", "m:4: ", "must lie between 0 and 1" },
        { MEM "[noise]\ninterrupt = 1000\ncost = 1000000\n", "m:5: ", "leave no time" },
        { MEM "[machine]\ncores = 4\n[coherence]\ngroups = 0-4\n", "m:6: ", "contexts below 4" },
        { MEM "[coherence]\ngroups = (0\n", "m:4: ", "contexts below 1" },
        { MEM "[coherence]\ngroups = 0)\n", "m:4: ", "contexts below 1" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sim_machine m;
        error[0] = 0;
        if (parse(&m, cases[i].text) != -1)
            fail_msg("accepted: %s", cases[i].text);
        if (strncmp(error, cases[i].begins, strlen(cases[i].begins)) != 0 ||
            !strstr(error, cases[i].says))
            fail_msg("%s\nsays \"%s\", should say \"%s...%s\"", cases[i].text, error,
                     cases[i].begins, cases[i].says);
    }
}

static void keys_left_out_have_the_documented_values(void **state)
{
    struct sim_machine m;

    (void)state;
    assert_int_equal(parse(&m, MEM L1 "[cache 2]\nsize = 1M\nways = 0\nline = 64\nlatency = 9\n"
                                      "[tlb 1]\nentries = 8\n"),
                     0);
    assert_string_equal(m.name, "unnamed");
    assert_int_equal(m.cores, 1);
    assert_int_equal(m.mhz, 1000);
    assert_int_equal(m.page_bytes, 4096);
    assert_int_equal(m.word_bytes, 8);
    assert_int_equal(m.n_caches, 2);
    assert_int_equal(m.cache[0].policy, REPLACEMENT_LRU);
    assert_int_equal(m.cache[0].index, SIM_VIRTUAL);
    assert_int_equal(m.cache[1].index, SIM_PHYSICAL);
    assert_int_equal(m.cache[1].inclusion, SIM_NINE);
    assert_int_equal(m.cache[1].swap, SIM_INSERT_LAST);
    assert_int_equal(m.cache[1].shared_by, 1);
    assert_int_equal(m.tlb[0].ways, 0);
    assert_int_equal(m.tlb[0].penalty_16ths, 0);
    assert_int_equal(m.walk_16ths, 0);
    assert_int_equal(m.frames, SIM_CONTIGUOUS);
    assert_int_equal(m.large_bytes, 0);
    assert_int_equal(m.seed, 1);
    assert_int_equal(m.resolution_ticks, 1);
    assert_int_equal(m.interrupt_hz + m.interrupt_cost_ticks + m.pollution_lines, 0);
    assert_int_equal(m.outliers_ppb + m.jitter_ppb + m.drift_ppb, 0);
    assert_string_equal(m.groups, "");
    assert_int_equal(m.timeslot_ns, 0);
}

static void every_key_is_kept(void **state)
{
    struct sim_machine m;

    (void)state;
    if (parse(&m,
              "# a comment\r\n"
              "[machine]\nname = a-board # here too\ncores = 4\nmhz = 800\npage = 16K\nword = 4\n"
              "expect.cache.2.ways = null\nexpect.cache.2.size = null or right\n\n"
              "[cache 1]\nsize=24K\nways=6\nline=32\nlatency=2.5\npolicy=plru\nindex=hash\n"
              "[ cache 2 ]\nsize = 35M\nways = 20\nline = 32\nlatency = 26\npolicy = bitplru\n"
              "index = virtual\ninclusion = exclusive\nswap = insert_first\nshared_by = 4\n"
              "[memory]\nlatency = 110.03125\n"
              "[tlb 1]\nentries = 32\nways = 4\npenalty = 1\n[walk]\npenalty = 40\n"
              "[btb 1]\nentries = 64\n[btb 2]\nentries = 96\nways = 3\nspan = 16\npolicy = random\n"
              "index = xor\npenalty = 2.5\n[cpu]\nwrong = 9\nbtb_miss = 7\nreturn_stack = 12\n"
              "[prefetch]\nnext_line = yes\npair = no\nstride = yes\n"
              "eager = yes\nstreams = 16\nahead = 4\nreach = 2K\nonly_up = yes\n"
              "[frames]\nallocation = random\nlarge = 2M\n"
              "[noise]\nseed = 7\nresolution = 10\ninterrupt = 100\ncost = 5000\n"
              "outliers = 0.05\njitter = 0.001\npollution = 20\ndrift = 0.02\n"
              "[coherence]\ngroups = ((0-1),2),3\nnear = 40\nfar = 120\n"
              "[os]\ntimeslot = 0.01") != 0)
        fail_msg("%s", error);
    assert_string_equal(m.name, "a-board");
    assert_int_equal(m.cores, 4);
    assert_int_equal(m.mhz, 800);
    assert_int_equal(m.page_bytes, 16384);
    assert_int_equal(m.word_bytes, 4);
    assert_int_equal(sim_machine_expects(&m, "cache.2.ways"), SIM_EXPECTS_NULL);
    assert_int_equal(sim_machine_expects(&m, "cache.2.size"), SIM_EXPECTS_EITHER);
    assert_int_equal(sim_machine_expects(&m, "cache.2.way"), SIM_EXPECTS_RIGHT);
    assert_int_equal(m.cache[0].size_bytes, 24 * 1024);
    assert_int_equal(m.cache[0].latency_16ths, 40);
    assert_int_equal(m.cache[0].policy, REPLACEMENT_PLRU);
    assert_int_equal(m.cache[0].index, SIM_HASH);
    assert_int_equal(m.cache[1].size_bytes, 35 * 1024 * 1024);
    assert_int_equal(m.cache[1].policy, REPLACEMENT_BITPLRU);
    assert_int_equal(m.cache[1].index, SIM_VIRTUAL);
    assert_int_equal(m.cache[1].inclusion, SIM_EXCLUSIVE);
    assert_int_equal(m.cache[1].swap, SIM_INSERT_FIRST);
    assert_int_equal(m.cache[1].shared_by, 4);
    assert_int_equal(m.memory_16ths, 1761); /* rounded from 1760.5 */
    assert_int_equal(m.n_tlbs, 1);
    assert_int_equal(m.tlb[0].entries, 32);
    assert_int_equal(m.tlb[0].ways, 4);
    assert_int_equal(m.tlb[0].penalty_16ths, 16);
    assert_int_equal(m.walk_16ths, 640);
    assert_int_equal(m.n_btbs, 2);
    assert_int_equal(m.btb[0].entries, 64);
    assert_int_equal(m.btb[0].span_bytes, 4);
    assert_int_equal(m.btb[1].ways, 3);
    assert_int_equal(m.btb[1].span_bytes, 16);
    assert_int_equal(m.btb[1].policy, REPLACEMENT_RANDOM);
    assert_int_equal(m.btb[1].index, SIM_BTB_XOR);
    assert_int_equal(m.btb[1].penalty_16ths, 40);
    assert_int_equal(m.btb_miss_16ths, 112);
    assert_int_equal(m.return_stack, 12);
    assert_true(m.next_line && !m.pair && m.stride);
    assert_true(m.eager && m.only_up && !m.beyond_page);
    assert_int_equal(m.streams, 16);
    assert_int_equal(m.ahead, 4);
    assert_int_equal(m.reach_bytes, 2048);
    assert_int_equal(m.frames, SIM_RANDOM_FRAMES);
    assert_int_equal(m.large_bytes, 2 * 1024 * 1024);
    assert_int_equal(m.seed, 7);
    assert_int_equal(m.resolution_ticks, 10);
    assert_int_equal(m.interrupt_hz, 100);
    assert_int_equal(m.interrupt_cost_ticks, 5000);
    assert_int_equal(m.outliers_ppb, 50000000);
    assert_int_equal(m.jitter_ppb, 1000000);
    assert_int_equal(m.pollution_lines, 20);
    assert_int_equal(m.drift_ppb, 20000000);
    assert_string_equal(m.groups, "((0-1),2),3");
    assert_int_equal(m.near_16ths, 640);
    assert_int_equal(m.far_16ths, 1920);
    assert_int_equal(m.timeslot_ns, 10000000);
}

static void files_that_cannot_be_read_are_told(void **state)
{
    static const char with_zero[] = "[memory]\nlatency\0 = 3\n";
    char long_line[2048];
    struct sim_machine m;

    (void)state;
    assert_int_equal(sim_machine_read(&m, "no/such.machine", error, sizeof error), -1);
    assert_non_null(strstr(error, "no/such.machine:0: No such file"));
    assert_int_equal(sim_machine_read(&m, MACHINES_DIR, error, sizeof error), -1);
    assert_non_null(strstr(error, ":0: "));
    assert_int_equal(
        sim_machine_parse(&m, with_zero, sizeof with_zero - 1, "m", error, sizeof error), -1);
    assert_string_equal(error, "m:2: not a text file");
    memset(long_line, ' ', sizeof long_line);
    assert_int_equal(sim_machine_parse(&m, long_line, sizeof long_line, "m", error, sizeof error),
                     -1);
    assert_string_equal(error, "m:1: line is too long");
}

/* A file cut off anywhere is read or refused, never more. */
static void cut_files_do_no_harm(void **state)
{
    static const char text[] = "[machine]\ncores = 4\n" MEM L1 "[tlb 1]\nentries = 8\n"
                               "[coherence]\ngroups = (0-1),(2,3)\n";
    struct sim_machine m;
    char copy[sizeof text];

    (void)state;
    for (size_t n = 0; n < sizeof text; n++) {
        memcpy(copy, text, n);
        error[0] = 0;
        int read = sim_machine_parse(&m, copy, n, "m", error, sizeof error);
        assert_int_equal(read != 0, error[0] != 0);
    }
}

static void every_machine_of_the_project_is_read(void **state)
{
    DIR *dir = opendir(MACHINES_DIR);
    unsigned n = 0;

    (void)state;
    assert_non_null(dir);
    for (struct dirent *d; (d = readdir(dir));) {
        char path[1024];
        struct sim_machine m;
        if (!strstr(d->d_name, ".machine"))
            continue;
        snprintf(path, sizeof path, "%s/%s", MACHINES_DIR, d->d_name);
        if (sim_machine_read(&m, path, error, sizeof error) != 0)
            fail_msg("%s", error);
        assert_memory_equal(m.name, d->d_name, strlen(d->d_name) - strlen(".machine"));
        n++;
    }
    closedir(dir);
    assert_true(n >= 22);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_told_with_their_line),
        cmocka_unit_test(keys_left_out_have_the_documented_values),
        cmocka_unit_test(every_key_is_kept),
        cmocka_unit_test(files_that_cannot_be_read_are_told),
        cmocka_unit_test(cut_files_do_no_harm),
        cmocka_unit_test(every_machine_of_the_project_is_read),
    };

    return cmocka_run_group_tests(tests, 0, 0);
}
