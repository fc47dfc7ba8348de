# Holds every timed loop of an image to the declaration in its source.
# awk -v arch=ARCHITECTURE [-v no_fp=1] -f timed_loops_isa.awk -f timed_loops.awk DECLARATIONS LISTING
# DECLARATIONS: lines `FILE:...timed loop of FUNCTION: PART, PART ... [in rounds] [on the stack]`, from the sources. A part is
# COUNT OPERATION in CHAINS chain(s), or COUNT OPERATION alone, loads and stores among them; sum is an addition of words,
# however wide. N/M: N where words have 64 bits, M where they have 32. "on the stack": the stack may be used besides.
# "in rounds": a lap may be left once within, as where a compiler moves the start of a loop that is entered within.
# NO_REALS: the image has words in place of floats, and loops with these are not looked at.
# LISTING: the output of `objdump -dt --no-show-raw-insn`. Status 0: every loop is as declared; 1: some are not, and
# are named; 77: the instruction set is not described.

BEGIN {
    if (!isa_choose(arch)) {
        print "skipped: the instruction set " arch " is not described"
        status = 77
        exit
    }
}

# N of "N/M" where words have 64 bits, else M; a number is itself.
function by_width(number,    of) {
    return split(number, of, "/") < 2 || arch ~ /64/ ? of[1] : of[2]
}

function wrong(what) {
    print fn ": " what
    status = 1
}

# FILE:   /* timed loop of NAME: COUNT OPERATION in CHAINS chains, ... */
FNR == NR {
    file = $0
    sub(/:.*/, "", file)
    sub(/.*\//, "", file)
    sub(/.*timed loop of /, "")
    name = $0
    sub(/:.*/, "", name)
    sub(/^[^:]*: */, "")
    key = file ":" name
    on_stack[key] = sub(/,? on the stack.*/, "")
    in_rounds[key] = sub(/,? in rounds.*/, "")
    parts_of[key] = split($0, words, /, */)
    for (i = 1; i <= parts_of[key]; i++) {
        split(words[i], word, " ")
        count_of[key, i] = by_width(word[1])
        operation_of[key, i] = word[2]
        chains_of[key, i] = word[3] == "in" ? by_width(word[4]) : 0
        declares[key, operation_of[key, i]] = 1
    }
    only[name] = only[name] == "" ? key : "several"
    next
}

FNR == 1 {
    key = ""
}

# The symbol table: local functions follow their file.
$3 == "df" || $4 == "df" {
    symbol_file = $NF
    next
}
/^[0-9a-f]+ +l .*F / {
    file_at[isa_address($1)] = symbol_file
    next
}

# Whether instruction I is one of those that are counted.
function is_wanted(i) {
    return want == "loads" ? reads[i] : want == "stores" ? writes[i] : op[i] == want
}

# The longest straight stretch of operations, stretch_from to stretch_to, and the loop around it: the first
# jump from its end on that leads to its beginning or before.
function find_loop(    i, n_ops, most, begin) {
    most = n_ops = stretch_to = 0
    begin = 1
    for (i = 1; i <= n; i++) {
        n_ops += is_wanted(i)
        if (!jump[i])
            continue
        if (n_ops > most) {
            most = n_ops
            stretch_from = begin
            stretch_to = i
        }
        n_ops = 0
        begin = i + 1
    }
    for (loop_to = stretch_to; most > 0 && loop_to <= n; loop_to++)
        for (loop_from = 1; target[loop_to] != "" && loop_from <= stretch_to; loop_from++)
            if (at[loop_from] == target[loop_to]) {
                if (loop_from > stretch_from)
                    stretch_from = loop_from
                if (in_rounds[key]) {
                    stretch_from = loop_from
                    stretch_to = loop_to
                }
                return 1
            }
    return 0
}

function check_straight(    i, got, back, k, left) {
    got = back = left = 0
    for (i = stretch_from; i < stretch_to; i++) {
        got += is_wanted(i)
        left += jump[i] ? 1 : 0
    }
    if (left > 1)
        wrong(left " jumps inside a round instead of one at most")
    if (got != count)
        wrong(got " times " want " a lap instead of " count)
    for (i = loop_from; i <= loop_to; i++) {
        if (call[i])
            wrong("a call inside the timed loop: " text[i])
        if (stack[i] && !on_stack[key])
            wrong("the stack is used inside the timed loop: " text[i])
        if (want == "load" && load[i] && op[i] != "load")
            wrong("a load of another kind: " text[i])
        for (k = i; k >= loop_from && target[i] != ""; k--)
            back += at[k] == target[i]
    }
    if (back != 1)
        wrong(back " jumps back instead of one")
}

# Counts the operations that wait for each other: the depth of a result is one more than that of its deepest
# operand. Other operations that are declared of the loop hand on the depth of theirs. A lap begins where the one
# before ended: its first operation takes the last result.
function check_chains(    depth, i, k, d, deepest, last, first) {
    deepest = 0
    for (i = stretch_from; i < stretch_to; i++) {
        if (!((key, op[i]) in declares) && op[i] != "mov") {
            if (to[i] != "")
                depth[to[i]] = 0
            continue
        }
        d = 0
        for (k = 1; k <= n_from[i]; k++)
            if (depth[from[i, k]] > d)
                d = depth[from[i, k]]
        if (op[i] == want)
            d++
        if (op[i] != "mov" && first == "")
            for (k = 1; k <= n_from[i]; k++)
                first = first " " from[i, k] " "
        depth[to[i]] = d
        if (d > deepest || (d == deepest && d > 0 && op[i] != want)) {
            deepest = d
            last = to[i]
        }
    }
    if (deepest != count / chains)
        wrong("chains of " deepest " times " want " instead of " count / chains)
    if (chains == 1 && index(first, " " last " ") == 0)
        wrong("a lap does not wait for the one before")
}

# A chain goes on through instructions that are known alone.
function all_known(    i) {
    for (i = 1; i <= parts_of[key]; i++)
        if (!(operation_of[key, i] in isa_has))
            return 0
    return 1
}

function check_part(i) {
    count = count_of[key, i]
    want = operation_of[key, i]
    chains = chains_of[key, i]
    if (!find_loop()) {
        wrong("no loop of " want)
        return
    }
    check_straight()
    if (chains > 0 && all_known())
        check_chains()
}

# Operations that this processor composes of others are not looked for.
function end_of_function(    i) {
    if (key == "" || !(key in parts_of))
        return
    seen[key] = 1
    if (no_fp && ((key, "fp") in declares || (key, "fpmul") in declares))
        return
    for (i = 1; i <= parts_of[key]; i++)
        if (operation_of[key, i] in isa_has)
            check_part(i)
}

/^[0-9a-f]+ <[^.].*>:$/ { # not the compiler's labels inside a function
    end_of_function()
    n = 0
    isa_framed = 0
    fn = $2
    gsub(/[<>:]/, "", fn)
    sub(/\..*/, "", fn) # a clone of the compiler's: its name and a suffix
    address = isa_address($1)
    key = address in file_at ? file_at[address] ":" fn : fn in only ? only[fn] : ""
    next
}

key != "" && /^ *[0-9a-f]+:/ {
    line = isa_line($0)
    if (line == "")
        next
    at[++n] = isa_at
    text[n] = line
    op[n] = (key, "sum") in declares && isa_op ~ /^add(64)?$/ ? "sum" : isa_op
    to[n] = isa_to
    target[n] = isa_target
    jump[n] = isa_jump
    call[n] = isa_call
    stack[n] = isa_stack
    load[n] = isa_load
    reads[n] = isa_reads
    writes[n] = isa_writes
    n_from[n] = isa_n
    for (i = 1; i <= isa_n; i++)
        from[n, i] = isa_from[i]
}

END {
    if (status == 77)
        exit status
    end_of_function()
    fn = ""
    for (key in parts_of)
        if (!(key in seen)) {
            print key ": not there"
            status = 1
        }
    exit status
}
