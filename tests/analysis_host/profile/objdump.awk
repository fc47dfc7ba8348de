# From objdump -d to lines of hold_decoded. -v isa=ISA. Two of each mnemonic with the same operands but for numbers.
BEGIN {
    FS = "\t"
    split("rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15", name, " ")
    for (i in name) number["%" name[i]] = i - 1
    split("eax ecx edx ebx esp ebp esi edi r8d r9d r10d r11d r12d r13d r14d r15d", name, " ")
    for (i in name) number["%" name[i]] = i - 1
    for (i = 0; i < 16; i++) number["%xmm" i] = number["%ymm" i] = 32 + i
    for (i = 0; i < 13; i++) number["r" i] = i
    for (i = 0; i < 31; i++) { wide["x" i] = i; wide["w" i] = i }
    CUT = 0; CONDITIONAL = 1; JUMP = 2; INDIRECT = 3; CALL = 4; CALL_INDIRECT = 5; RETURN = 6; SYSCALL = 7
}

# bytes in the order of memory
function ordered(words,   n, part, i, k, out) {
    n = split(words, part, " ")
    out = ""
    for (i = 1; i <= n; i++)
        for (k = length(part[i]) - 1; k > 0; k -= 2)
            out = out (isa == "x86_64" ? "" : substr(part[i], k, 2))
    gsub(/ /, "", words)
    return isa == "x86_64" ? words : out
}

function say(bytes, thumb, loads, stores, end, written) {
    kind = m " " operands
    gsub(/0x[0-9a-f]+|[0-9]+/, "N", kind)
    if (seen[kind]++ < 2)
        print bytes, thumb, loads, stores, end, written, m " " operands
}

function x86(   last, n, part, memory, indirect, end, written, loads, stores) {
    sub(/^(bnd|notrack|lock|rep|repz|repnz|data16|cs|ds) +/, "", text)
    m = text; sub(/ .*/, "", m)
    operands = text; sub(/^[^ ]+ */, "", operands); sub(/ *[#<].*/, "", operands)
    if (m ~ /^(\(bad\)|rep|repz|repnz|data16|cs|lock|bnd|notrack|.*fence|nop.*|endbr.*|prefetch.*|xsave.*|xrstor.*|fx.*|cpuid|xgetbv|rdtsc.*|f.*|hlt|ud2|int3|vzero.*|emms|vgather.*|v?maskmov.*|v?pmaskmov.*|stmxcsr|ldmxcsr|cl.*|xtest|xbegin|xend|xabort|rdfs.*|rdpid|wrpkru|rdpkru|.*movs[bwlq]?|.*stos[bwlq]?|.*cmps[bwlq]?|.*scas[bwlq]?|leave|enter|push.*|pop.*|v?p?blendv.*|cmpxchg.*|xadd.*|xchg.*|setss.*|incss.*|rdss.*|k.*|.*\{.*)$/ ||
        operands ~ /%[kz]|%[cdefgs]s:|%st|%mm|\{/) return
    indirect = operands ~ /^\*/
    end = CUT
    if (m == "ret") end = RETURN
    else if (m == "syscall") end = SYSCALL
    else if (m ~ /^call/) end = indirect ? CALL_INDIRECT : CALL
    else if (m ~ /^jmp/) end = indirect ? INDIRECT : JUMP
    else if (m ~ /^j/) end = CONDITIONAL
    gsub(/\([^)]*\)/, "()", operands)
    n = split(operands, part, ",")
    last = part[n]
    memory = operands ~ /\(\)/
    if (m ~ /^lea/) memory = 0
    stores = memory && last ~ /\(\)/ && m !~ /^(cmp|test|bt[lqw]?$|mul|div|idiv|imul|j|call|comis|ucomis|vcomis|vucomis|vptest|ptest)/
    loads = memory && (last !~ /\(\)/ || m !~ /^(v?mov|set|v?extract|v?pextr|vcvtps2ph)/)
    if (m ~ /^(v?mov(hp|lp|nt).*)$/ && stores) loads = "-"
    if (end == CALL || end == CALL_INDIRECT || end == RETURN) loads = stores = "-"
    written = last in number && m !~ /^(cmp|test|bt[lqw]?$|v?u?comis|v?ptest|vtest|div|idiv|mul|j|call)/ ? number[last] : "-"
    if (m ~ /^imul/ && n == 1) written = "-"
    say(bytes, 0, loads, stores, end, written)
}

function arm(thumb,   n, part, first, loads, stores, end, written) {
    m = text; sub(/[ \t].*/, "", m); sub(/\.[nw]$/, "", m)
    operands = text; sub(/^[^ \t]+[ \t]*/, "", operands); sub(/ *[;@<].*|\/\/.*/, "", operands)
    if (m ~ /^(\.|stf|ldf|fldm|fstm|ldg|irg|gmi|st2?z?g|stz2g|cnt[bhwd]|whilelo|ptrue|pld|pli|prfm|dmb|dsb|isb|nop|svc|udf|undefined|mcr|mrc|cdp|ldc|stc|mrs|msr|it|bkpt|hlt|brk|dc|ic|sys|cas|swp|ldadd|ldclr|ldset|ldeor|vmsr|vmrs|cps|tlbi|at|hint|bti|paci|auti|xpac|yield|wf|sev|clrex|tb[bh])/ || m == "" || operands ~ /(^|[{ ,])[zp][0-9]+[.\/]/) return
    n = split(operands, part, ",")
    first = part[1]
    end = CUT
    if (isa == "arm") {
        loads = m ~ /^(ldr|ldm|pop|vldr|vldm|vpop|vld[1-4])/
        stores = m ~ /^(str|stm|push|vstr|vstm|vpush|vst[1-4])/
        if (m ~ /ex[bhd]?$/ || operands ~ /pc/ || m ~ /^v/) { loads = stores = m ~ /^v(ld|st|po|pu)/ ? "-" : loads; if (operands ~ /pc/) end = "-"; if (m !~ /^v/) loads = stores = "-" }
        if (m ~ /^b(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|hs|lo)$/ || m ~ /^cbn?z$/) end = CONDITIONAL
        else if (m == "b") end = JUMP
        else if (m == "bl" || m == "blx") end = m == "blx" && first ~ /^(r|ip|lr|fp|sl|sb)/ ? CALL_INDIRECT : CALL
        else if (m ~ /^b/ && m !~ /^(bic|bf)/) end = "-"
        written = first in number && m !~ /^(cmp|cmn|tst|teq|str|stm|push|v|b|cb|ldm|pop|[us]mull|[us]mlal|umaal|ldrd|mla|strex)/ ? number[first] : "-"
    } else {
        loads = m ~ /^(ld[rpxauin]|ld[1-4])/
        stores = m ~ /^(st[rpxlun]|st[1-4])/
        if (m ~ /^(ldx|ldax|stx|stlx)/) loads = stores = "-"
        if (m ~ /^b\./ || m ~ /^(cbn?z|tbn?z)$/) end = CONDITIONAL
        else if (m == "b") end = JUMP
        else if (m == "bl") end = CALL
        else if (m == "br") end = INDIRECT
        else if (m == "blr") end = CALL_INDIRECT
        else if (m == "ret") end = RETURN
        written = first in wide && m !~ /^(cmp|cmn|tst|ccm|str|stp|stu|stx|stl|stnp|cb|tb|b|st|pac|aut|ret)/ ? wide[first] : "-"
    }
    say(bytes, thumb, loads, stores, end, written)
}

/^ *[0-9a-f]+:\t/ {
    if (NF < 3) { skip = 1; next }
    bytes = $2
    gsub(/ +$/, "", bytes)
    text = $3
    for (i = 4; i <= NF; i++) text = text " " $i
    gsub(/ +$/, "", text)
    thumb = isa == "arm" && length(bytes) != 8
    bytes = ordered(bytes)
    if (isa == "x86_64") x86(); else arm(thumb)
}
