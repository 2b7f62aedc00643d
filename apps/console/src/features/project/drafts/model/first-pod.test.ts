import type { DraftDocument } from "@hubwart/contract";
import { applyStep } from "@hubwart/draft";
import { describe, expect, it } from "vitest";
import type { ColumnInfo, TableInfo } from "../../../../compiler/protocol.ts";
import { firstPod } from "./first-pod.ts";
import { hasPods } from "./new-table.ts";

const column = (name: string, more: Partial<ColumnInfo> = {}): ColumnInfo => {
  return { name, kind: "text", help: "", required: false, secret: false, long: false, ...more };
};
const INFOS: readonly TableInfo[] = [
  { name: "project", loaded: true, columns: [column("key"), column("value")] },
  {
    name: "pods",
    loaded: true,
    kindFrom: { column: "id", part: "type" },
    columns: [
      column("id"),
      column("host", {
        byKind: { mqtt: column("host", { required: true }), ping: column("host", { preset: "127.0.0.1" }) },
      }),
    ],
  },
  { name: "mqtt", label: "MQTT", loaded: true, columns: ["pod", "channel"].map((name) => column(name)) },
  {
    name: "ping",
    label: "Ping",
    loaded: true,
    columns: [column("pod"), column("channel"), column("unit"), column("host", { required: true })],
  },
];
const table = (name: string, columns: string[], ...rows: string[][]): DraftDocument["tables"][number] => ({
  id: name,
  name,
  above: [],
  columns: columns.map((one) => ({ id: `${name}-${one}`, name: one })),
  rows: rows.map((cells, at) => ({
    id: `${name}${at}`,
    cells: Object.fromEntries(cells.map((cell, index) => [`${name}-${columns[index]}`, cell])),
  })),
});
const draft = (...tables: DraftDocument["tables"]): DraftDocument => ({ tables, scripts: {} });
const EMPTY = draft(table("project", ["key", "value"], ["id", "haus"]), table("pods", ["id", "label"]));
const after = (document: DraftDocument, type: string) => {
  const made = firstPod(document, INFOS, type, "eins");
  const { tables } = applyStep(document, made.ops).document;
  return { ...made, tables, pods: tables.find(({ name }) => name === "pods") };
};

describe("a draft without pods", () => {
  it("is one without rows of pods; comments and empty rows are none", () => {
    expect(hasPods(EMPTY)).toBe(false);
    expect(hasPods(draft())).toBe(false);
    expect(hasPods(draft(table("pods", ["id"], ["# Heizung"], [])))).toBe(false);
    expect(hasPods(draft(table("Pods", ["id"], ["mqtt.a"])))).toBe(true);
  });

  it("gets the chosen one with the table of its channels, and goes on where something is missing", () => {
    const { id, next, pods, tables } = after(EMPTY, "mqtt");
    expect(id).toBe("mqtt.eins");
    expect(pods?.rows.map(({ cells }) => cells)).toEqual([{ "pods-id": "mqtt.eins", "pods-label": "MQTT" }]);
    expect(tables.map(({ name }) => name)).toEqual(["project", "pods", "mqtt"]);
    expect(next).toEqual({ table: "pods", row: pods?.rows[0]?.id, header: "host" });
  });

  it("goes on with the channels where everything has a default", () => {
    const { next, tables } = after(EMPTY, "ping");
    const channels = tables.find(({ name }) => name === "ping");
    expect(channels?.columns.map(({ name }) => name)).toEqual(["pod", "channel", "host"]);
    expect(next).toEqual({ table: channels?.id });
  });

  it("gets the table of pods too where it has none, and no second one of channels", () => {
    expect(after(draft(), "ping").tables.map(({ name }) => name)).toEqual(["pods", "ping"]);
    const { next, tables } = after(draft(table("ping", ["pod"])), "ping");
    expect(tables.map(({ name }) => name)).toEqual(["ping", "pods"]);
    expect(next).toEqual({ table: "ping" });
  });
});
