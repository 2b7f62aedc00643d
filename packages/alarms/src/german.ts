/** Numbers and times as German reads them, without Intl: its tables for one language cost a process 3 MB. */

const DIGITS = 6;
const two = (number: number) => String(number).padStart(2, "0");

/** With at most six significant digits: `1.234,5`. Below 1e-6 and from 1e21 on with an exponent. */
export function germanNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : value < 0 ? "-∞" : "∞";
  const [whole = "", rest] = String(Number(value.toPrecision(DIGITS))).split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ".");
  return rest === undefined ? grouped : `${grouped},${rest}`;
}

/** Local time: `24.11.26, 14:05:03`. `time`: ms since the epoch. */
export function germanMoment(time: number): string {
  const at = new Date(time);
  const day = [two(at.getDate()), two(at.getMonth() + 1), two(at.getFullYear() % 100)].join(".");
  return `${day}, ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":")}`;
}
