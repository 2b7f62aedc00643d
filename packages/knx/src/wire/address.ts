/** KNX individual addresses, `1.1.5`. */
export const INDIVIDUAL_PATTERN = /^\d{1,2}\.\d{1,2}\.\d{1,3}$/;

export function parseIndividual(text: string): number | undefined {
  if (!INDIVIDUAL_PATTERN.test(text)) return undefined;
  const [area = 0, line = 0, device = 0] = text.split(".").map(Number);
  if (area > 15 || line > 15 || device > 255) return undefined;
  return (area << 12) | (line << 8) | device;
}

export function individualText(raw: number): string {
  return `${raw >> 12}.${(raw >> 8) & 15}.${raw & 255}`;
}
