# Answers come from samples: no analysis reads what the system claims of its hardware (RECORD.md).
# cmake -DROOT=<source tree> -P no_claims.cmake
cmake_minimum_required(VERSION 3.25)

file(GLOB sources ${ROOT}/analysis_host/analyze/infer/*.[ch] ${ROOT}/analysis_host/analyze/infer/*/*.[ch]
     ${ROOT}/analysis_host/core/stats/*.[ch])
list(LENGTH sources n)
if(n LESS 20)
    message(FATAL_ERROR "only ${n} files of analyses found: the test no longer looks in the right place")
endif()
foreach(source IN LISTS sources)
    file(STRINGS ${source} lines REGEX "claims[_.]|claim\\.|\"claim")
    if(lines)
        message(SEND_ERROR "${source} reads claims: ${lines}")
    endif()
endforeach()
