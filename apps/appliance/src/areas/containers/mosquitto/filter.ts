/** Topic filters (MQTT 5, 4.7): `+` stands for a whole level, `#` for the last ones. */
export function filterProblem(filter: string): string | undefined {
  if (/\p{Cc}/u.test(filter)) return "Steuerzeichen sind in einem Topic nicht erlaubt.";
  const levels = filter.split("/");
  const wrong = levels.some(
    (level, index) =>
      (level.includes("#") && (level !== "#" || index !== levels.length - 1)) ||
      (level.includes("+") && level !== "+"),
  );
  return wrong ? "„+“ steht für eine ganze Ebene, „#“ allein am Ende." : undefined;
}
