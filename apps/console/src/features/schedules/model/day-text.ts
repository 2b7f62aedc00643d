const WEEKDAYS = ["So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"];

/** `2026-12-24` as `Do, 24.12.2026`: a day of the device's calendar, in no zone. */
export function dayText(date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  const weekday = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? "";
  return `${weekday}, ${day}.${month}.${year}`;
}
