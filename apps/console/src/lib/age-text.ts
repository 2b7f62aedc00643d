/** A channel's age as it is shown. */

/** Age in its largest unit, from ms: "0 s", "59 s", "12 Min.", "3 Std.", "5 Tage". */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 120) return `${seconds}\u00a0s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} Min.`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} Std.`;
  return `${Math.floor(seconds / 86_400)} Tage`;
}
