/**
 * What a role lets a user do. A role is free text; understood are the words `read` and `write` (`lesen`, `schreiben`), each
 * alone for all channels or with patterns of channel names behind a colon:
 *
 *     read                                    reads all channels
 *     write                                   reads and writes all channels
 *     read:knx.*,mqtt.hall.* write:knx.line.light?    reads what either names, writes what `write` names
 *
 * Words are separated by spaces or semicolons. Whoever may write a channel may read it.
 */
export interface Rights {
  /** Patterns (`*`, `?`) of channels that may be read; those of `write` are among them. */
  read: readonly string[];
  write: readonly string[];
}

const WORDS: Readonly<Record<string, keyof Rights>> = {
  read: "read",
  lesen: "read",
  write: "write",
  schreiben: "write",
};

/** undefined for a text that is none of these: it gives no rights to channels. */
export function rightsOf(role: string): Rights | undefined {
  const rights = { read: new Set<string>(), write: new Set<string>() };
  const words = role.split(/[\s;]+/).filter((word) => word !== "");
  if (words.length === 0) return undefined;
  for (const word of words) {
    const colon = word.indexOf(":");
    const name = (colon < 0 ? word : word.slice(0, colon)).toLowerCase();
    const what = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
    if (what === undefined) return undefined;
    const patterns =
      colon < 0
        ? ["*"]
        : word
            .slice(colon + 1)
            .split(",")
            .filter((pattern) => pattern !== "");
    if (patterns.length === 0) return undefined;
    for (const pattern of patterns) {
      rights.read.add(pattern);
      if (what === "write") rights.write.add(pattern);
    }
  }
  return { read: [...rights.read], write: [...rights.write] };
}
