import { expect, it } from "vitest";
import type { ColumnInfo, TableInfo } from "../../../../compiler/protocol.ts";
import { hasSecrets } from "./secrets.ts";

const column = (name: string, more: Partial<ColumnInfo> = {}): ColumnInfo => {
  return { name, kind: "text", help: "", required: false, secret: false, long: false, ...more };
};
const PING: TableInfo = { name: "ping", label: "Ping", loaded: true, columns: [column("host")] };
const infos = (mqtt: boolean): TableInfo[] => [
  {
    name: "pods",
    loaded: true,
    columns: [
      column("id"),
      ...(mqtt
        ? [column("password", { byKind: { mqtt: column("password", { secret: true }) } })]
        : [column("host", { byKind: { ping: column("host") } })]),
    ],
  },
  PING,
  { name: "mqtt", label: "MQTT", loaded: mqtt, columns: mqtt ? [column("topic")] : [] },
];

it("of a pod type are secret, and so is any column that a type might have which is not loaded yet", () => {
  expect(hasSecrets(infos(true), "pods", "password")).toBe(true);
  expect(hasSecrets(infos(false), "pods", "password")).toBe(true);
  expect(hasSecrets(infos(false), "mqtt", "topic")).toBe(true);
});

it("are no others", () => {
  expect(hasSecrets(infos(false), "pods", "id")).toBe(false);
  expect(hasSecrets(infos(false), "pods", "host")).toBe(false);
  expect(hasSecrets(infos(true), "pods", "bemerkung")).toBe(false);
  expect(hasSecrets(infos(true), "mqtt", "topic")).toBe(false);
  expect(hasSecrets(infos(false), "fremd", "password")).toBe(false);
});
