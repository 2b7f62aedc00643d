/** Refused by a function that scripts may call: an error in the script, which it may catch. German. */
export class ScriptError extends Error {}
