/** What the compiler can report of every project, by name. */
import { cellKinds } from "./cells.ts";
import { fileKinds } from "./files.ts";
import type { Kind } from "./kind.ts";
import { linkKinds } from "./links.ts";
import { podKinds } from "./pods.ts";
import { tableKinds } from "./tables.ts";

export const COMMON_KINDS = { ...fileKinds, ...tableKinds, ...cellKinds, ...podKinds, ...linkKinds };

export type ErrorKind = keyof typeof COMMON_KINDS;
export type ParametersOf<K extends ErrorKind> = (typeof COMMON_KINDS)[K] extends Kind<infer P> ? P : never;
