# Holds every timed loop of an image to the declaration in its source.
# awk -v arch=ARCHITECTURE -f timed_loops_isa.awk -f timed_loops.awk DECLARATIONS LISTING
# DECLARATIONS: lines `FILE:...timed loop of FUNCTION: COUNT OPERATION in CHAINS chain(s)`, from the sources.
# LISTING: the output of `objdump -dt --no-show-raw-insn`. Status 0: every loop is as declared; 1: some are not, and
# are named; 77: the instruction set is not described.

BEGIN {
    if (!isa_choose(arch)) {
        print "skipped: the instruction set " arch " is not described"
        status = 77
        exit
    }
}

function wrong(what) {
    print fn ": " what
    status = 1
}

# FILE:   /* timed loop of NAME: COUNT OPERATION in CHAINS chains */
FNR == NR {
    file = $0
    sub(/:.*/, "", file)
    sub(/.*\//, "", file)
    sub(/.*timed loop of /, "")
    sub(/:/, "")
    key = file ":" $1
    count_of[key] = $2
    operation_of[key] = $3
    chains_of[key] = $5
    only[$1] = only[$1] == "" ? key : "several"
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

# The longest straight stretch of operations, stretch_from to stretch_to, and the loop around it: the first
# jump from its end on that leads to its beginning or before.
function find_loop(    i, n_ops, most, begin) {
    most = n_ops = stretch_to = 0
    begin = 1
    for (i = 1; i <= n; i++) {
        n_ops += op[i] == want
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
                return 1
            }
    return 0
}

function check_straight(    i, got, back, k) {
    got = back = 0
    for (i = stretch_from; i < stretch_to; i++)
        got += op[i] == want
    if (got != count)
        wrong(got " times " want " a lap instead of " count)
    for (i = loop_from; i <= loop_to; i++) {
        if (call[i])
            wrong("a call inside the timed loop: " text[i])
        if (stack[i])
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
# operand. A lap begins where the one before ended: its first operation takes the last result.
function check_chains(    depth, i, k, d, deepest, last, first) {
    deepest = 0
    for (i = stretch_from; i < stretch_to; i++) {
        if (op[i] != want && op[i] != "mov") {
            if (to[i] != "")
                depth[to[i]] = 0
            continue
        }
        d = 0
        for (k = 1; k <= n_from[i]; k++)
            if (depth[from[i, k]] > d)
                d = depth[from[i, k]]
        if (op[i] == want) {
            d++
            if (d == 1 && first == "")
                for (k = 1; k <= n_from[i]; k++)
                    first = first " " from[i, k] " "
        }
        depth[to[i]] = d
        if (d > deepest || (d == deepest && op[i] == "mov")) {
            deepest = d
            last = to[i]
        }
    }
    if (deepest != count / chains)
        wrong("chains of " deepest " times " want " instead of " count / chains)
    if (chains == 1 && index(first, " " last " ") == 0)
        wrong("a lap does not wait for the one before")
}

function end_of_function() {
    if (key == "" || !(key in count_of))
        return
    if (!(operation_of[key] in isa_has)) {
        seen[key] = 1 # an operation that this processor composes of others
        return
    }
    count = count_of[key]
    want = operation_of[key]
    chains = chains_of[key]
    seen[key] = 1
    if (!find_loop()) {
        wrong("no loop of " want)
        return
    }
    check_straight()
    check_chains()
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
    op[n] = isa_op
    to[n] = isa_to
    target[n] = isa_target
    jump[n] = isa_jump
    call[n] = isa_call
    stack[n] = isa_stack
    load[n] = isa_load
    n_from[n] = isa_n
    for (i = 1; i <= isa_n; i++)
        from[n, i] = isa_from[i]
}

END {
    if (status == 77)
        exit status
    end_of_function()
    fn = ""
    for (key in count_of)
        if (!(key in seen)) {
            print key ": not there"
            status = 1
        }
    exit status
}
