import type { Block } from "../api/pages.ts";

/** Of a block within its page. */
export const keyOf = ({ block, label, on, source }: Block): string =>
  JSON.stringify([block, source, on, label]);
