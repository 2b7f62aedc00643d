/** The line a request leaves in the journal. */

/** Longest line, so that nobody fills the journal through us. */
const LIMIT = 4_000;

export function auditLine(request: object, outcome: string): string {
  const { verb, ...fields } = request as Record<string, unknown>;
  const line = JSON.stringify({ audit: verb, fields, outcome: outcome.slice(0, 500) });
  if (line.length <= LIMIT) return line;
  return JSON.stringify({
    audit: verb,
    fields: JSON.stringify(fields).slice(0, 1_500),
    outcome: outcome.slice(0, 500),
  });
}
