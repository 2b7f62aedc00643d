import { writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { checkConnection } from "./connection.ts";

const folder = useFolder();
type Cells = (string | number | null)[];
const tables = (pods: Cells[], more: Record<string, Cells[]> = {}) => ({
  tables: Object.entries({
    project: [
      ["key", "value"],
      ["id", "p"],
    ],
    pods,
    ...more,
  }).map(([name, rows]) => ({
    name,
    rows: rows.map((cells) => ({ cells })),
  })),
});
const check = (task: ReturnType<typeof tables>, pod: string, iface = "main") =>
  checkConnection({ tables: task, pod, iface }, new AbortController().signal);
/** Nothing listens there. */
const CLOSED = 1;

it("tells no password, whatever a step says, and which step failed", async () => {
  const pods = [
    ["id", "host", "port", "user", "password"],
    ["mqtt.a", "127.0.0.1", CLOSED, "hub", "127.0.0.1"],
  ];
  const answer = await check(tables(pods), "mqtt.a");
  expect(answer).toMatchObject({
    steps: [{ state: "skipped" }, { state: "failed" }, { state: "skipped" }],
  });
  expect(JSON.stringify(answer)).toContain("•••");
  expect(JSON.stringify(answer)).not.toContain("127.0.0.1");
});

it("tries a pod whose channels are not in order yet, and says what is wrong with its own row", async () => {
  const pods = [
    ["id", "host", "port"],
    ["modb_client.a", "127.0.0.1", CLOSED],
    ["modb_client.b", null, CLOSED],
  ];
  const wrong = tables(pods, {
    modb_client: [
      ["pod", "channel"],
      ["a", "nicht erlaubt!"],
    ],
  });
  expect(
    await check(
      {
        tables: wrong.tables.map((one) => ({
          ...one,
          rows: one.name === "pods" ? one.rows.slice(0, 2) : one.rows,
        })),
      },
      "modb_client.a",
    ),
  ).toMatchObject({
    steps: [{ state: "skipped" }, { state: "failed" }, { state: "skipped" }],
  });
  expect(await check(wrong, "modb_client.b")).toEqual({
    wrong: { text: expect.stringContaining("Adresse des Geräts fehlt"), hint: expect.stringMatching(/./) },
  });
});

it("sends nothing where a secret would go elsewhere than in the running project", async () => {
  const task = tables([
    ["id", "iface", "host", "port", "user", "password"],
    ["mqtt.a", "gut", "127.0.0.1", CLOSED, "hub", "S"],
    ["mqtt.a", "neu", "127.0.0.2", CLOSED, "hub", "S"],
  ]);
  const running = path.join(folder(), "compiled.json");
  const config = { host: "127.0.0.1", port: CLOSED, tls: false, verify: true, password: "S" };
  const pod = { id: "mqtt.a", type: "mqtt", internal: true, ifaces: [{ id: "main", config }], channels: [] };
  await writeFile(running, JSON.stringify({ pods: [pod] }));
  const of = (iface: string, own: string[], kept: { running: string | undefined } = { running }) =>
    checkConnection(
      { tables: task, pod: "mqtt.a", iface, kept: { own, ...kept } },
      new AbortController().signal,
    );
  const astray = { pod: "mqtt.a", iface: "neu", so_far: `127.0.0.1:${CLOSED}`, weaker: false };
  expect(await of("neu", [])).toEqual({ astray });
  expect(await of("neu", ["S"])).toHaveProperty("steps");
  expect(await of("gut", [])).toHaveProperty("steps");
  expect(await of("gut", [], { running: undefined })).toHaveProperty("astray");
});

it("leaves alone what only a running pod can tell, and a device that has one owner", async () => {
  expect(await check(tables([["id"], ["ping.a"]]), "ping.a")).toEqual({ running: true });
  const serial = [
    ["id", "mode", "device"],
    ["modb_client.a", "serial", "/dev/ttyUSB0"],
  ];
  expect(await check(tables(serial), "modb_client.a")).toEqual({ running: true });
});
