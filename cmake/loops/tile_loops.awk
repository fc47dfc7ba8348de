# awk -v arch=ARCHITECTURE -v lanes=LANES -f timed_loops_isa.awk -f tile_loops.awk LISTING
# LISTING: what `objdump -d --no-show-raw-insn` prints of register tiles (analysis_host/tune/write), functions tile_LxVxC of V
# vectors with L elements by C columns. A line `ROWSxCOLUMNS kept` for each whose inner loops use no stack, call
# nothing, multiply nothing but vectors where L is beyond 1, and, where instructions of other kinds may load, load no more than
# V + C times for V C multiplications; else `ROWSxCOLUMNS lost: REASON`. Status 77: the instruction set is not described.

BEGIN {
    if (!isa_choose(arch))
        exit 77
    multiplies = isa == "x86" ? "^v?(mul|fn?m(add|sub)[0-9]*)[ps][sd] " \
               : isa == "arm" ? "^v(n?mul|f?n?m[al][as]?|fn?m[as])\\.f(32|64) " \
               : isa == "aarch64" ? "^f(n?m(add|sub|ul)|ml[as]) " \
               : isa == "riscv" ? "^fn?m(add|sub|ul)\\.[sd] " \
               : isa == "ppc" ? "^(xvn?m(add|sub|ul)|xsn?m(add|sub|ul)|fn?m(add|sub|ul)|vmaddfp)" \
                              : "^f(p?n?m[as]|p?mpy|n?m[pa]y)"
    scalars = isa == "x86" ? "^v?(mul|fn?m(add|sub)[0-9]*)s[sd] " \
            : isa == "arm" ? "^v[a-z]+\\.f(32|64) +s[0-9]" \
            : isa == "aarch64" ? "^fn?m(add|sub|ul) +[sd][0-9]" \
            : isa == "ppc" ? "^(xs|f)n?m(add|sub|ul)" : "^$"
}

function lose(why) {
    if (lost == "")
        lost = why
}

# The loop from FROM to TO, straight but for the jump back.
function check_loop(from, to,    i, n_multiplied, loads, steps) {
    for (i = from; i <= to; i++) {
        n_multiplied += text[i] ~ multiplies
        loads += isa == "x86" && text[i] ~ /\(/ && text[i] !~ /^(lea|nop|cs nop|prefetch|data16)/
    }
    if (n_multiplied == 0)
        return
    n_loops++
    for (i = from; i <= to; i++) {
        if (stack[i])
            lose("the stack: " text[i])
        if (call[i])
            lose("a call: " text[i])
        if (lanes > 1 && text[i] ~ scalars)
            lose("not of vectors: " text[i])
    }
    steps = n_multiplied / (vectors * columns)
    if (loads > (vectors + columns) * steps)
        lose(loads " loads for " n_multiplied " multiplications")
}

function end_of_function(    i, k, begin) {
    begin = 1
    for (i = 1; i <= n && tile != ""; i++) {
        for (k = begin; k <= i && target[i] != ""; k++)
            if (at[k] == target[i])
                check_loop(k, i)
        if (jump[i])
            begin = i + 1
    }
    if (tile != "" && n_loops == 0)
        lose("no loop that multiplies")
    if (tile != "")
        print tile, lost == "" ? "kept" : "lost: " lost
    n = n_loops = 0
    lost = tile = ""
}

/^[0-9a-f]+ <[^.].*>:$/ {
    end_of_function()
    isa_framed = 0
    if ($2 ~ /^<tile_[0-9]+x[0-9]+x[0-9]+>:$/) {
        split($2, part, /[_x>]/)
        vectors = part[3]
        columns = part[4]
        tile = part[2] * vectors "x" columns
    }
    next
}

tile != "" && /^ *[0-9a-f]+:/ {
    line = isa_line($0)
    if (line == "")
        next
    at[++n] = isa_at
    text[n] = line
    target[n] = isa_target
    jump[n] = isa_jump
    stack[n] = isa_stack
    call[n] = isa_call
}

END {
    end_of_function()
}
