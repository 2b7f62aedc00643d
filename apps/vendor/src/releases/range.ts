/** First and last byte asked for, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * One range of bytes (RFC 9110, §14). Undefined: the whole file, also for what is not understood or asks for several.
 * "none": nothing of the file lies in it.
 */
export function rangeFrom(header: string | undefined, size: number): ByteRange | "none" | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  if (!found) return undefined;
  const [, first = "", last = ""] = found;
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  return start > end ? "none" : { start, end };
}
