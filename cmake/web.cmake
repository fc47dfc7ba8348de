# pontoon_web(<out> <folder>)
# Makes the C file OUT that holds FOLDER's style and scripts, and the script that draws figures,
# bundled with its library by npm's packages as package-lock.json has them. Without npm, or where it
# cannot install, that one is empty, and pages have pictures by gnuplot instead.
find_program(PONTOON_NPM npm)
mark_as_advanced(PONTOON_NPM)
if(PONTOON_NPM)
    set(npm_there ON)
else()
    set(npm_there OFF)
endif()
option(PONTOON_REPORT_JS "Bundle the script that draws a page's figures (npm)" ${npm_there})

# Packages go into the build tree, once for each lock file.
function(pontoon_npm_install out folder tree)
    file(SHA256 ${folder}/package-lock.json lock)
    set(stamp ${tree}/${lock}.installed)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/package-lock.json)
    if(NOT EXISTS ${stamp})
        file(COPY ${folder}/package.json ${folder}/package-lock.json DESTINATION ${tree})
        execute_process(COMMAND ${PONTOON_NPM} ci --prefer-offline --no-audit --no-fund --ignore-scripts
                                --fetch-retries=1 --fetch-timeout=20000
                        WORKING_DIRECTORY ${tree} TIMEOUT 180 RESULT_VARIABLE status
                        OUTPUT_FILE ${tree}/npm.log ERROR_FILE ${tree}/npm.log)
        if(status EQUAL 0)
            execute_process(COMMAND ${tree}/node_modules/.bin/esbuild --version RESULT_VARIABLE status
                            OUTPUT_QUIET ERROR_QUIET)
        endif()
        if(NOT status EQUAL 0)
            message(STATUS "npm could not install what draws figures (${tree}/npm.log): pages without")
            set(${out} OFF PARENT_SCOPE)
            return()
        endif()
        file(TOUCH ${stamp})
    endif()
    set(${out} ON PARENT_SCOPE)
endfunction()

function(pontoon_web out folder)
    set(tree ${CMAKE_BINARY_DIR}/web)
    set(bundle ${tree}/figures.bundle.js)
    set(bundled OFF)
    if(PONTOON_REPORT_JS AND PONTOON_NPM)
        pontoon_npm_install(bundled ${folder} ${tree})
    elseif(PONTOON_REPORT_JS)
        message(STATUS "npm was not found: pages without the script that draws figures")
    endif()
    if(bundled)
        file(GLOB modules CONFIGURE_DEPENDS ${folder}/*.js)
        set(notice "/*! Contains Observable Plot (Copyright Observable, Inc.) and D3 (Copyright Mike Bostock), ISC licence */")
        add_custom_command(
            OUTPUT ${bundle}
            COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=${tree}/node_modules
                    ${tree}/node_modules/.bin/esbuild --bundle --minify --format=iife --charset=ascii
                    --log-level=warning --banner:js=${notice} ${folder}/figures.js --outfile=${bundle}
            DEPENDS ${modules} VERBATIM)
    else()
        file(WRITE ${tree}/none.js "")
        set(bundle ${tree}/none.js)
    endif()
    add_custom_command(
        OUTPUT ${out}
        COMMAND ${CMAKE_COMMAND} -D OUT=${out} -D STYLE=${folder}/page.css -D PAGE=${folder}/page.js
                -D FIGURES=${bundle} -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
        DEPENDS ${folder}/page.css ${folder}/page.js ${bundle} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
        VERBATIM)
    set(PONTOON_REPORT_DRAWS ${bundled} CACHE INTERNAL "Whether pages draw their figures")
endfunction()
