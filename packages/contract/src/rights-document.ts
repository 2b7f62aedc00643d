/** `docs/rights.md`: which level each call needs, made from the calls. */
import { calls } from "./calls.ts";
import type { CallSpec } from "./define.ts";
import { LEVELS } from "./levels.ts";
import { onlyFromCentral } from "./remote-reach.ts";
import { type StreamTopic, TOPIC_CHANNELS, TOPIC_NEEDS } from "./stream-events.ts";

/** Markdown; one row for each call, those of the lowest level first, then by address. */
export function rightsDocument(): string {
  const specs: [string, CallSpec][] = Object.entries(calls);
  const rows = specs
    .map(([name, spec]) => ({ name, spec, rank: spec.needs === undefined ? -1 : LEVELS.indexOf(spec.needs) }))
    .toSorted((a, b) => a.rank - b.rank || (a.spec.path < b.spec.path ? -1 : 1))
    .map(
      ({ name, spec }) =>
        `| ${needsOf(spec)} | ${spec.channels ?? ""} | ${spec.method} | \`${spec.path}\` | \`${name}\` |`,
    );
  const topics = Object.entries(TOPIC_NEEDS).map(
    ([topic, needs]) => `| ${needs} | ${TOPIC_CHANNELS[topic as StreamTopic]} | \`${topic}\` |`,
  );
  return `# Which level each call needs

Made from the contract by \`npm run docs:generate\`. The rules behind it: \`docs/decisions/rights.md\`.

\`channels\`: what a caller gets who is kept to channels (\`docs/decisions/people.md\`): \`none\` the same as others, since it says nothing
of channels; \`filtered\` his own; \`whole\` nothing, since it cannot be parted.

| level | channels | method | below /admin/api | name |
|---|---|---|---|---|
${rows.join("\n")}

## Topics of the event stream

| level | channels | topic |
|---|---|---|
${topics.join("\n")}
`;
}

function needsOf({ access, needs, path }: CallSpec): string {
  if (onlyFromCentral(path)) return "the central alone";
  if (needs === undefined) return "anyone";
  return access === "setup" ? `${needs}; anyone before the first password` : needs;
}
