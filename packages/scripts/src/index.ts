export { scriptsKind } from "./scripts.ts";
