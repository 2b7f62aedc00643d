/** A time of the day as people type it: `7`, `7:30`, `0730`, `07.30`, `7:30 Uhr`; with `seconds` also `7:30:15`. Hours go to 23. */

const TYPED = /^(\d{1,2})(?:[:. h]?(\d{2}))?(?:[:. ]?(\d{2}))?(?:\s*uhr)?$/i;

/** @returns `07:30`, with seconds where there are some; undefined for what is no time */
export function clockTime(typed: string, seconds = false): string | undefined {
  const [, hour, minute = "00", second] = TYPED.exec(typed.trim()) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  if (second !== undefined && (!seconds || Number(second) > 59)) return undefined;
  const time = `${hour.padStart(2, "0")}:${minute}`;
  return second === undefined || second === "00" ? time : `${time}:${second}`;
}

/** By so many minutes, around midnight. */
export function movedTime(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const moved = (((hour * 60 + minute + minutes) % 1_440) + 1_440) % 1_440;
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(Math.floor(moved / 60))}:${two(moved % 60)}`;
}
