/** Half a surrogate pair, as cutting a text leaves it, has no UTF-8: it becomes U+FFFD. */
export function wellFormed(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}
