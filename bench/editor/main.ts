/**
 * The editor of a project: how long one waits for all errors after a keystroke, in a page of Chromium over drafts of the
 * running product and for the compiler alone; typing, pasting and scrolling beside it; how large what it loads is.
 *
 *     npm run bench -- editor [--quick]
 *
 * Aim: p99 below 50 ms at 5,000 rows and below 1 s at 100,000; 5,000 rows pasted in 1 s; 60 frames/s; 75 kB.
 */
import { report } from "../support/results.ts";
import { inBrowser } from "./in-browser.ts";
import { inNode } from "./in-node.ts";

await report("editor", [...(await inBrowser()), ...(await inNode())]);
