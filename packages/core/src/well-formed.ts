/** Half a surrogate pair, as cutting a text leaves it, has no UTF-8: it becomes U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** Bytes of a text as UTF-8. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
