/** Paths below `root` of the unit tests below `folders` that run apart. */
export function apart(root: string, folders: string[]): string[];
