#!/bin/sh
# sh page.sh <analyze> <recordings> <scratch folder>: what a page of one board says, and in which order and words; without
# a browser.
analyze=$1
recordings=$2
scratch=$3
rm -rf "$scratch" && mkdir -p "$scratch" && cd "$scratch" || exit 1
wrong=0

# make <log>: its page without scripts goes to page.
make() {
    "$analyze" --html page.html "$1" >report 2>&1
    [ $? -lt 2 ] || { echo "$1: no page: $(cat report)"; exit 1; }
    sed '/^<script/,/^<\/script>/d' page.html >page
}

# holds <rule> <pattern>
holds() {
    grep -Eq -e "$2" page || { echo "$1: nothing like $2 in the page"; wrong=1; }
}

# lacks <rule> <pattern>
lacks() {
    if grep -Eio -e "$2" page | head -3 >found && [ -s found ]; then
        echo "$1: $(cat found)"
        wrong=1
    fi
}

for log in "$recordings"/*.gz "$recordings"/*/*.gz; do
    make "$log"
    lacks "$log: words that the field does not have" '(code cache|operations? under way|first touch|time slots?\b|near memory|far memory|live ranges|execution contexts?|large pages? in name|page walked)'
    lacks "$log: derived answers" 'id="e\.op\.[^"]*\.(throughput|in_flight)"'
    lacks "$log: an empty section" '<section[^>]*><h2>[^<]*</h2>\s*</section>'
    grep -Eo 'href="#[^"]*"' page | sed 's/href="#//; s/"$//' | sort -u >links
    grep -Eo 'id="[^"]*"' page | sed 's/id="//; s/"$//' | sort >ids
    sort -u ids | comm -23 links - >broken
    [ ! -s broken ] || { echo "$log: links lead nowhere: $(head -3 broken)"; wrong=1; }
    [ -z "$(uniq -d ids)" ] || { echo "$log: the same id twice: $(uniq -d ids | head -3)"; wrong=1; }
    grep -o '<section id="[a-z]*"' page | sed 's/.*"\(.*\)"/\1/' >order
    printf '%s\n' memory bandwidth topology core os instructions loaded roofline kernels | grep -Fxf order | diff - order ||
        { echo "$log: sections in another order"; wrong=1; }
done

# The machine, when, and under which conditions; doubtful answers first, with ~ and the note below.
make "$recordings/guest/host-x86_64.log.gz"
holds "the machine" '<h1>AMD EPYC</h1>'
holds "the machine" '<title>AMD EPYC - Pontoon</title>'
holds "the machine" '2 cores x 1 thread .*host vm .*Linux [0-9.]*.* 20[0-9-]* [0-9:]* UTC .*GNU 12'
holds "conditions" 'core <a[^>]*>[0-9.]* GHz</a> .*tsc 2.45 GHz'
holds "read first" '<li>The core clock moved between 2\.[0-9]+ GHz and 3\.[0-9]+ GHz while'
holds "read first" '<li>~ [0-9]+ answers have a range wider than a quarter of the value: .*bandwidth [0-9]+'
holds "read first" '<li>~ [0-9]+ answers? comes? from a rule that was wrong on over 20 % of the machines with known answers: .*instructions [0-9]+'
holds "read first" 'could not be determined: <a [^>]*title="[^"]+">L3 associativity</a>'
holds "the report of the OS" '<td class="quiet differs">32 MiB</td>'
holds "bandwidth" '[0-9.]+ GB/s \([0-9.]+ B/c\)</a></span>'
sed -n '/id="evidence"/,$p' page | grep -o '<tbody id="e\.[^"]*"><tr><th.*</th><td class="[a-z]*">' | sed 's/.*class="\(.*\)">/\1/' >classes
[ "$(head -1 classes)" = doubt ] || { echo "evidence does not begin with doubtful answers"; wrong=1; }
[ "$(uniq classes | wc -l)" -eq 2 ] || { echo "doubtful answers are not together"; wrong=1; }
holds "a note" '<td class="note" colspan="6">[^<]'
exit $wrong
