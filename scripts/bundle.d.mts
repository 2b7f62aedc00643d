import type { BuildOptions } from "esbuild";

export function serverBundle(root: string): BuildOptions;

/** Name → file; those of a group are bundled together. */
export function bundledTogether(entries: Record<string, string>): Record<string, string>[];
