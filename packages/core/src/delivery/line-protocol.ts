/**
 * Points of the line protocol (InfluxDB reference, "Line protocol"):
 *
 *     device,host=hub-1 cpu=3.2,memory_used=1048576i 1700000000000
 *
 * Numbers that count are integers (`i`), measurements floats. What cannot be carried in a name or tag (line
 * breaks, a backslash at the end) is replaced, since the protocol has no escape for it.
 */
export type FieldValue = string | number | boolean | bigint;

/**
 * A line without its end. `fields` must not be empty; bigint is an integer, number a float. `timestamp` in whatever unit
 * the receiver is told.
 */
export function point(
  measurement: string,
  tags: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, FieldValue>>,
  timestamp: number | string,
): string {
  const tagText = Object.entries(tags)
    .filter(([, value]) => value !== "")
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `,${key(name)}=${key(value)}`)
    .join("");
  const fieldText = Object.entries(fields)
    .map(([name, value]) => `${key(name)}=${field(value)}`)
    .join(",");
  return `${plain(measurement).replace(/[, ]/g, "\\$&")}${tagText} ${fieldText} ${timestamp}`;
}

/** Tag names, tag values and field names. */
function key(text: string): string {
  return plain(text).replace(/[,= ]/g, "\\$&");
}

function plain(text: string): string {
  return text.replace(/[\r\n\t]/g, " ").replace(/\\+$/, "/");
}

function field(value: FieldValue): string {
  if (typeof value === "string") return `"${value.replace(/["\\]/g, "\\$&")}"`;
  return typeof value === "bigint" ? `${value}i` : String(value);
}
