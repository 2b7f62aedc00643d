/** Tables of the projects. */
type Row = Readonly<Record<string, string | number>>;

/** CSV with a column for every name that occurs. */
export function csv(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))]
    .map((cells) => `${cells.join(";")}\n`)
    .join("");
}

export const range = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/**
 * `mqtt.lan` with topics `to/N` and `from/N`, and one more pod.
 * @param pod a row for each of its interfaces
 * @param links source → target; `to0` and `from0` stand for channels of mqtt.lan
 */
export function project(
  broker: number,
  pod: Row | Row[],
  table: readonly [name: string, rows: readonly Row[]] | undefined,
  links: readonly (readonly [source: string, target: string])[],
): [string, string][] {
  const named = (end: string) => (end.includes(".") ? end : `mqtt.lan.${end}`);
  const ends = links.flat().filter((end) => !end.includes("."));
  const mqtt = ends.map((end) => {
    const [, way = "", lane = ""] = /^(to|from)(\d+)$/.exec(end) ?? [];
    return {
      pod: "lan",
      channel: end,
      type: "float",
      dir: way === "to" ? "in" : "out",
      topic: `${way}/${lane}`,
    };
  });
  const lan = { id: "mqtt.lan", host: "127.0.0.1", port: broker };
  return [
    ["project.csv", "key;value\nid;bench\nname;Messung\n"],
    ["pods.csv", csv([lan, ...[pod].flat()])],
    ["mqtt.csv", csv(mqtt)],
    ...(table ? [[`${table[0]}.csv`, csv(table[1])] as [string, string]] : []),
    ["links.csv", csv(links.map(([source, target]) => ({ source: named(source), target: named(target) })))],
  ];
}
