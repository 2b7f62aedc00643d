/**
 * Names of fields that carry secrets. What is kept of an input, in the change log or as a form that was not saved yet, goes
 * without their values. A test compares the list with every schema of a secret in the contract.
 */
const SECRET =
  /pwd|passw|secret|token|webhook|api_?key|^key$|^old$|^new$|authorization|user_header|credential|proof|^otp$|^first$/i;

/** A switch beside a secret (`has_pwd`) is none. */
export function hidesSecret(name: string, value: unknown): boolean {
  return SECRET.test(name) && typeof value !== "boolean" && value !== undefined && value !== null;
}

const DEEPEST = 12;

/** Without fields that carry secrets, at any depth; what lies deeper than 12 levels is left out as well. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEEPEST) return undefined;
  if (Array.isArray(value)) return value.map((entry) => withoutSecrets(entry, depth + 1) ?? null);
  const open = Object.entries(value).filter(([name, inner]) => !hidesSecret(name, inner));
  return Object.fromEntries(open.map(([name, inner]) => [name, withoutSecrets(inner, depth + 1)]));
}
