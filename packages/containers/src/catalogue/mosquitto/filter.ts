/**
 * Topic filters (MQTT 5, 4.7): `+` stands for a whole level, `#` for the last ones. One that the broker does not take is refused here:
 * it would not read its file of rights at all, and nobody could sign in.
 */

/** Of the broker: `TOPIC_HIERARCHY_LIMIT` of its source. */
const MOST_LEVELS = 200;
/** UTF-8; MQTT 5, 1.5.4. */
const MOST_BYTES = 65_535;

/** German; undefined for one the broker takes, and for an empty one, which allows nothing. */
export function filterProblem(filter: string): string | undefined {
  if (/\p{Cc}/u.test(filter)) return "Steuerzeichen sind in einem Topic nicht erlaubt.";
  if (/[\p{Cs}\uFFFE\uFFFF]/u.test(filter)) {
    return "Das Topic enthält Zeichen, die es in MQTT nicht gibt.";
  }
  // The broker's file has them between its words: there they would mean another topic.
  if (filter !== filter.trim()) return "Ein Topic darf nicht mit einem Leerzeichen beginnen oder enden.";
  if (Buffer.byteLength(filter) > MOST_BYTES) return `Ein Topic darf höchstens ${MOST_BYTES} Byte lang sein.`;
  const levels = filter.split("/");
  if (levels.length > MOST_LEVELS) return `Ein Topic darf höchstens ${MOST_LEVELS} Ebenen haben.`;
  const wrong = levels.some(
    (level, index) =>
      (level.includes("#") && (level !== "#" || index !== levels.length - 1)) ||
      (level.includes("+") && level !== "+"),
  );
  return wrong ? "„+“ steht für eine ganze Ebene, „#“ allein am Ende." : undefined;
}

/**
 * Whether each topic of `other` is one of `filter`. The first level of a topic that begins with `$` is meant by no wildcard (4.7.2).
 */
export function covers(filter: string, other: string): boolean {
  const wide = filter.split("/");
  const narrow = other.split("/");
  if (narrow[0]?.startsWith("$") && wide[0] !== narrow[0]) return false;
  for (const [index, level] of wide.entries()) {
    const its = narrow[index];
    // `a/#` means `a` too.
    if (level === "#") return true;
    if (its === undefined || its === "#" || (level !== "+" && level !== its)) return false;
  }
  return wide.length === narrow.length;
}
