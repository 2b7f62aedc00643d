/** Moments as a field for date and time takes them: by the browser's clock, to the second. */
const two = (value: number): string => String(value).padStart(2, "0");

/** Empty without a moment. */
export function localText(ms: number | undefined): string {
  if (ms === undefined) return "";
  const at = new Date(ms);
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** undefined for what is no moment, or none yet. */
export function localMoment(text: string): number | undefined {
  const ms = text === "" ? Number.NaN : new Date(text).getTime();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
