import type { BuildOptions } from "esbuild";

export function serverBundle(root: string): BuildOptions;
