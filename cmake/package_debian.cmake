# Adds the files that Debian's policy asks for to an installation; CPack runs it before it makes the package.
set(share ${CPACK_TEMPORARY_DIRECTORY}/usr/share)
set(doc ${share}/doc/${CPACK_PACKAGE_NAME})

# Without a name and a time inside, so that the same bytes become the same package.
function(compress)
    execute_process(COMMAND gzip -9nf ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(READ ${doc}/LICENSE copyright)
file(REMOVE ${doc}/LICENSE)
string(PREPEND copyright "Pontoon is under this licence:\n\n")
file(GLOB licences ${CPACK_PONTOON_WEB}/node_modules/*/LICENSE* ${CPACK_PONTOON_WEB}/node_modules/@observablehq/*/LICENSE*)
list(FILTER licences EXCLUDE REGEX "/(esbuild|commander|iconv-lite|rw|safer-buffer)/") # tools: not in the script
foreach(licence IN LISTS licences)
    get_filename_component(work ${licence} DIRECTORY)
    file(RELATIVE_PATH work ${CPACK_PONTOON_WEB}/node_modules ${work})
    file(READ ${licence} text)
    string(APPEND copyright "\n\nThe script in analyze that draws figures may hold parts of ${work}, which is under this licence:\n\n${text}")
endforeach()
if(copyright MATCHES "Apache License")
    string(APPEND copyright "\n\nDebian has the Apache License, Version 2.0, in /usr/share/common-licenses/Apache-2.0.\n")
endif()
file(WRITE ${doc}/copyright "${copyright}")

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # SOURCE_DATE_EPOCH's, where that is set
file(WRITE ${doc}/changelog
"${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}, as it was released.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
file(GLOB pages ${share}/man/man1/*.1)
compress(${doc}/changelog ${pages})
file(CHMOD ${doc}/copyright ${doc}/changelog.gz PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
