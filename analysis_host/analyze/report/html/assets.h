/* Style and scripts of pages, generated from web/: texts that end with 0. */
#ifndef HTML_ASSETS_H
#define HTML_ASSETS_H

extern const unsigned char html_style[], html_page_script[];
/* Draws the figures; empty where it could not be bundled. */
extern const unsigned char html_figure_script[];

#endif
