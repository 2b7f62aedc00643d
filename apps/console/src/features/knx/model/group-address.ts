/** Greatest number of each level: main/middle/sub, main/sub, or one number. */
const LEVELS: readonly (readonly number[])[] = [[65_535], [31, 2_047], [31, 7, 255]];

/** 1/2/3, 1/515 or 2563; the address 0 is none. */
export function isGroupAddress(text: string): boolean {
  if (!/^\d{1,5}(\/\d{1,4}){0,2}$/.test(text)) return false;
  const parts = text.split("/").map(Number);
  const most = LEVELS[parts.length - 1] ?? [];
  return parts.every((part, index) => part <= (most[index] ?? 0)) && parts.some((part) => part > 0);
}
