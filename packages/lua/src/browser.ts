/** As much of this package as needs nothing of Node: what a bundle for a browser gets in the place of `index.ts`. */
export type { ScriptProblem } from "./german.ts";
export { SCRIPT_LIMITS } from "./limits.ts";
export { SCRIPT_NAME } from "./script-name.ts";
export { type Named, unknownNames } from "./unknown-names.ts";
