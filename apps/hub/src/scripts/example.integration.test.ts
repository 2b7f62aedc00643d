import { podSchemas } from "@hubwart/pods/schemas";
import { compileProject } from "@hubwart/project";
import { freePort } from "@hubwart/testing";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it } from "vitest";
import { controlArchive, controlTables } from "../../../../scripts/examples/control.ts";
import { useHubBuild } from "../testing/hub-build.ts";
import type { HubProcess } from "../testing/hub-process.ts";

const VALVE = "http_in.raum.ventil";
const build = useHubBuild();
let hub: HubProcess;
const dataDir = useFolder();
beforeEach(async () => {});
afterEach(() => hub.stop());

it("the example with a script controls, keeps its set point, and records what it controls", async () => {
  const port = await freePort();
  const tables = controlTables.map((table) => ({
    ...table,
    rows: table.rows.map((row) => row.map((cell) => (cell === 18_090 ? port : cell))),
  }));
  const { compiled, errors } = await compileProject(
    { files: [{ name: "regelung.zip", bytes: await controlArchive(tables) }] },
    { schemas: podSchemas },
  );
  expect(errors).toEqual([]);
  if (!compiled) return;
  const post = async (name: string, value: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/${name}`, { method: "POST", body: String(value) });
    return answer.ok;
  };
  const state = async () =>
    (await fetch(`http://127.0.0.1:${port}/zustand`)).json() as Promise<{ value: unknown }>;
  const valve = async () => (await hub.value(VALVE)).value;
  hub = await build.start({ project: compiled, dataDir: dataDir() });
  await hub.until("the script to run", async () => (await valve()) === false);
  await hub.until("the set point", () => post("soll", 22).catch(() => false));
  await post("temperatur", 19.5);
  await hub.until("the valve to open", async () => (await valve()) === true);
  await post("temperatur", 22.4);
  await hub.until("the script to see it", async () => JSON.stringify(await state()).includes("22.4"));
  expect((await state()).value).toEqual({ ist: 22.4, soll: 22, offen: true, schaltungen: 1 });
  await post("temperatur", 22.6);
  await hub.until("the valve to close", async () => (await valve()) === false);
  await hub.stop();
  hub = await build.start({ dataDir: dataDir() });
  const kept = await hub.value("http_in.raum.soll");
  expect([kept.value, kept.quality]).toEqual([22, 1]);
  await hub.until("a measurement", () => post("temperatur", 21).catch(() => false));
  await hub.until("the valve to open again", async () => (await valve()) === true);
  await hub.until("the record of both runs", async () => {
    const now = Date.now();
    const request = {
      channels: ["http_in.raum.temperatur"],
      from: now - 600_000,
      to: now + 1_000,
      points: 5_000,
    };
    const chart = await hub.client.request("chart", request).catch(() => undefined);
    const points = chart?.series[0]?.points.map(([, value]) => value) ?? [];
    // A value that becomes uncertain with the end of its source is a record of its own.
    return JSON.stringify([...new Set(points)]) === "[19.5,22.4,22.6,21]";
  });
});
