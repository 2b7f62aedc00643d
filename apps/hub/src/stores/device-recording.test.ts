import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, MemoryLogSink } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, expect, it } from "vitest";
import { channel, pod, project } from "../testing/projects.ts";
import { DeviceRecording } from "./device-recording.ts";

const folder = useFolder();
let file: string;
let sink: MemoryLogSink;
let device: DeviceRecording;
beforeEach(async () => {
  file = path.join(folder(), "added.json");
  sink = new MemoryLogSink();
  device = new DeviceRecording(file, createLogger("hub", "lake", sink));
});

const plant = () =>
  project([
    pod("fake.a", [
      channel("fake.a.x"),
      channel("fake.a.y"),
      channel("fake.a.z", { record: { deadBand: 1 } }),
    ]),
  ]);
const keep = (...chans: string[]) =>
  writeFile(
    file,
    JSON.stringify({
      format: 1,
      channels: Object.fromEntries(chans.map((chan) => [chan, { ts: 1, by: "x" }])),
    }),
  );
const recorded = (of: ReturnType<typeof plant>) =>
  of.pods.flatMap(({ channels }) => channels.flatMap(({ chan, record }) => (record ? [[chan, record]] : [])));

it("is what the project says where nobody added anything", async () => {
  const now = plant();
  await device.mark(now);
  expect(recorded(now)).toEqual([["fake.a.z", { deadBand: 1 }]]);
});

it("adds what the project has and does not record, and takes back that alone", async () => {
  const now = plant();
  await keep("fake.a.x", "fake.a.z", "fake.weg.x");
  await device.mark(now);
  await device.mark(now);
  expect(recorded(now)).toEqual([
    ["fake.a.x", {}],
    ["fake.a.z", { deadBand: 1 }],
  ]);
  await keep("fake.a.y");
  await device.mark(now);
  expect(recorded(now)).toEqual([
    ["fake.a.y", {}],
    ["fake.a.z", { deadBand: 1 }],
  ]);
  // Another project, which records one itself.
  const next = project([
    pod("fake.a", [channel("fake.a.y", { record: { interval: 5 } }), channel("fake.a.x")]),
  ]);
  await device.mark(next);
  await keep();
  await device.mark(next);
  expect(recorded(next)).toEqual([["fake.a.y", { interval: 5 }]]);
});

it.each(["{", "null", "[]", '{"format":2,"channels":{}}', '{"format":1}', '{"format":1,"channels":null}'])(
  "keeps to the project beside a file with %s, and says so",
  async (text) => {
    await writeFile(file, text);
    const now = plant();
    await device.mark(now);
    expect(recorded(now)).toEqual([["fake.a.z", { deadBand: 1 }]]);
    expect(sink.entries.map(({ msg }) => msg)).toEqual([expect.stringContaining("nicht lesbar")]);
  },
);
