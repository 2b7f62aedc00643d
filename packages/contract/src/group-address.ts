/** KNX group addresses: three levels `1/2/3`, two `1/515`, or one number `2563` (KNX Standard, 3/3/7). */
export const GROUP_PATTERN = /^\d{1,5}(\/\d{1,4}){0,2}$/;

/** Its 16 bits, undefined if it is none. 0/0/0 is the broadcast and no group address. */
export function parseGroup(text: string): number | undefined {
  if (!GROUP_PATTERN.test(text)) return undefined;
  const parts = text.split("/").map(Number);
  const [first = 0, second = 0, third = 0] = parts;
  let raw: number;
  if (parts.length === 3) {
    if (first > 31 || second > 7 || third > 255) return undefined;
    raw = (first << 11) | (second << 8) | third;
  } else if (parts.length === 2) {
    if (first > 31 || second > 2047) return undefined;
    raw = (first << 11) | second;
  } else {
    raw = first;
  }
  return raw > 0 && raw <= 0xffff ? raw : undefined;
}

export function groupText(raw: number): string {
  return `${raw >> 11}/${(raw >> 8) & 7}/${raw & 255}`;
}
