/** One kind of error the compiler reports: its number, its weight and its German sentences. */
export interface Kind<P> {
  /** ≥ 1000, never used twice, never given to another kind. */
  code: number;
  level: "error" | "warning";
  text: (p: P) => string;
  /** What to do about it. */
  hint: (p: P) => string;
}

export type NoParameters = Record<string, never>;

function make<P>(
  level: "error" | "warning",
  code: number,
  text: (p: P) => string,
  hint: string | ((p: P) => string),
): Kind<P> {
  return { code, level, text, hint: typeof hint === "string" ? () => hint : hint };
}

export function error<P = NoParameters>(
  code: number,
  text: (p: P) => string,
  hint: string | ((p: P) => string),
): Kind<P> {
  return make("error", code, text, hint);
}

export function warning<P = NoParameters>(
  code: number,
  text: (p: P) => string,
  hint: string | ((p: P) => string),
): Kind<P> {
  return make("warning", code, text, hint);
}

/** ` Meinten Sie „x“?`, or nothing. */
export function didYouMean(near: string | undefined): string {
  return near === undefined ? "" : ` Meinten Sie „${near}“?`;
}

/** `„a“, „b“ oder „c“`; long lists are cut. */
export function oneOf(values: readonly (string | number)[]): string {
  const quoted = values.slice(0, 20).map((value) => `„${value}“`);
  if (values.length > 20) return `${quoted.join(", ")} …`;
  const last = quoted.pop();
  if (last === undefined) return "nichts";
  return quoted.length === 0 ? last : `${quoted.join(", ")} oder ${last}`;
}
