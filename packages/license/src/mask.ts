/** The key as shown: every character but dashes replaced. */
export function maskKey(key: string): string {
  return key.replace(/[^-]/gu, "*");
}
