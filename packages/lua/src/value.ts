/** Values that cross between Lua and the rest: plain JSON, copied, never shared. */
export type LuaValue = null | boolean | number | string | LuaValue[] | { [name: string]: LuaValue };

/** Levels of tables within tables. */
export const DEEPEST_TABLE = 32;
/** Values within one value. */
export const MOST_NODES = 20_000;
