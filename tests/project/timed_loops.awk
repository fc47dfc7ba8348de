# Reads `objdump -d --no-show-raw-insn` of x86-64 code and holds the timed loops to what they claim.
# A loop is what stands between a jump back and where it leads; the longest one counts.
# Says what is wrong and ends with 1; ends with 0 where every loop is as it should be.

# Hexadecimal to number; addresses of a program fit exactly.
function number(hex,    i, v) {
    v = 0
    for (i = 1; i <= length(hex); i++)
        v = v * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
    return v
}

function wrong(what) {
    print fn ": " what
    failed = 1
}

# Instructions of the loop that OPERATION matches.
function count(operation,    i, n) {
    n = 0
    for (i = loop_from; i <= loop_to; i++)
        n += text[i] ~ operation
    return n
}

# The same in the longest stretch without a jump: compilers may append other ways through the switch.
function count_straight(operation,    i, n, most) {
    n = most = 0
    for (i = loop_from; i <= loop_to; i++) {
        n = text[i] ~ /^j/ ? 0 : n + (text[i] ~ operation)
        if (n > most)
            most = n
    }
    return most
}

function find_loop(    i, target, k) {
    loop_from = loop_to = 0
    for (i = 1; i <= n; i++) {
        if (text[i] !~ /^j[a-z]+ +[0-9a-f]+( |$)/) # not through a register: that is the switch
            continue
        target = text[i]
        sub(/^[a-z]+ +/, "", target)
        sub(/ .*/, "", target)
        for (k = 1; k < i && at[k] != number(target); k++)
            ;
        if (k < i && i - k > loop_to - loop_from) {
            loop_from = k
            loop_to = i
        }
    }
}

# WANTED times OPERATION in the loop; no call, nothing kept on the stack.
function check(operation, wanted, what,    got) {
    seen[fn] = 1
    find_loop()
    if (loop_to == 0) {
        wrong("no loop")
        return
    }
    got = count_straight(operation)
    if (got != wanted)
        wrong(got " " what " a lap instead of " wanted)
    if (count("^call") > 0)
        wrong("a call inside the timed loop")
    if (count("\\(%r[sb]p") > 0)
        wrong("the stack is used inside the timed loop")
}

# The chain must hang together: each operation changes the one register that the next one needs.
function one_register(operation,    i, register, last) {
    last = ""
    for (i = loop_from; i <= loop_to; i++) {
        if (text[i] !~ operation)
            continue
        register = text[i]
        sub(/.*,/, "", register)
        if (last != "" && register != last)
            wrong("the chain goes on in another register")
        last = register
    }
}

# Each load's address is what the load before gave, the first one's what the last one gave.
function loads_wait(    k, part, last) {
    last = ""
    for (k = loop_from; k <= loop_to; k++)
        if (text[k] ~ /^mov +\(/) {
            split(text[k], part, /[(),]+/)
            last = part[3]
        }
    for (k = loop_from; k <= loop_to; k++) {
        if (text[k] !~ /^mov +\(/)
            continue
        split(text[k], part, /[(),]+/)
        if (part[2] != last)
            wrong("a load that does not wait for the one before")
        last = part[3]
    }
}

function end_of_function() {
    if (fn == "add_chain" || fn == "xor_chain") {
        operation = fn == "add_chain" ? "^add +%e[a-z]+,%e[a-z]+$|^add +%r[0-9]+d,%e[a-z]+$|^add +%[er][0-9a-z]+,%r[0-9]+d$" \
                                      : "^xor +%e[a-z]+,%e[a-z]+$|^xor +%r[0-9]+d,%e[a-z]+$|^xor +%[er][0-9a-z]+,%r[0-9]+d$"
        check(operation, 64, fn == "add_chain" ? "register additions" : "register exclusive ors")
        one_register(operation)
    }
    if (fn == "chain_walk") {
        check("^mov +\\(%[a-z0-9]+\\),%[a-z0-9]+$", 32, "loads")
        for (k = loop_from; k <= loop_to; k++)
            if (text[k] ~ /^mov +\(/ && text[k] !~ /^mov +\((%[a-z0-9]+)\),/)
                wrong("a load of another kind")
        loads_wait()
    }
    n = 0
    fn = ""
}

/^[0-9a-f]+ <.*>:$/ {
    end_of_function()
    fn = $2
    gsub(/[<>:]/, "", fn)
    sub(/\..*/, "", fn) # a clone of the compiler's: its name and a suffix
    next
}

/^ +[0-9a-f]+:/ {
    address = $1
    sub(/:/, "", address)
    at[++n] = number(address)
    text[n] = $0
    sub(/^ +[0-9a-f]+:[ \t]*/, "", text[n])
    sub(/ +#.*/, "", text[n])
    sub(/[ \t]+$/, "", text[n])
    gsub(/[ \t]+/, " ", text[n])
}

END {
    end_of_function()
    split("add_chain xor_chain chain_walk", wanted_fn, " ")
    for (k = 1; k <= 3; k++)
        if (!(wanted_fn[k] in seen)) {
            print wanted_fn[k] ": not there"
            failed = 1
        }
    exit failed
}
