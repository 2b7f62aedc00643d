import { encodeValue } from "@hubwart/knx/dpt/codec";
import { dataType } from "@hubwart/knx/dpt/types";
import type { Link } from "@hubwart/knx/link/link";
import { CEMI, cemiFrame, groupTpdu, parseCemi, parseGroupTpdu } from "@hubwart/knx/wire/cemi";
import { expect, it } from "vitest";
import { PodRun, podLoad } from "../../testing/index.ts";
import { kind } from "../index.ts";
import { Outbox } from "./outbox.ts";
import { pointOf } from "./point.ts";
import type { SecureSetup } from "./setup.ts";
import { Traffic } from "./traffic.ts";

const ADDRESS = 0x0a03;
const DPT = dataType("5.010");

function bytesOf(value: number) {
  const made = encodeValue(DPT, value);
  if ("problem" in made) throw new Error(made.problem);
  return made.value;
}

function setUp(dir: "out" | "inout", seal?: () => Promise<Buffer>) {
  const config = { address: "1/2/3", dpt: "5.010", respond: true };
  const load = podLoad(kind.schema, [{ host: "127.0.0.1" }], [{ chan: "a", dir, type: "int", config }]);
  const run = new PodRun(kind, load);
  const points = load.channels.map((channel, index) => pointOf(index, channel));
  const [point] = points;
  if (!point) throw new Error("no point");
  expect(point.address).toBe(ADDRESS);
  const outbox = new Outbox(run.context.clock, run.context);
  outbox.connected();
  const notices: string[] = [];
  const traffic = new Traffic(points, {
    context: run.context,
    outbox,
    secure: () => (seal ? ({ data: { secures: () => true, seal } } as unknown as SecureSetup) : undefined),
    lostBecause: () => "",
    confirmed: () => undefined,
    wake: () => undefined,
    notice: (text) => void notices.push(text),
  });
  const sent: (number | undefined)[] = [];
  const link = {
    open: true,
    address: 1,
    source: 0,
    send: async (frame: Buffer) => {
      const group = parseGroupTpdu(parseCemi(frame)?.tpdu ?? Buffer.alloc(0));
      sent.push(group && group.service !== "read" ? group.payload.data[0] : undefined);
      return "sent";
    },
  } as unknown as Link;
  const bus = (service: "write" | "read" | "response", value?: number) => {
    const tpdu = value === undefined ? groupTpdu(service) : groupTpdu(service, bytesOf(value));
    const frame = cemiFrame({ code: CEMI.indication, source: 9, target: ADDRESS, priority: 3, tpdu });
    const cemi = parseCemi(frame);
    if (cemi) traffic.received(cemi);
  };
  const work = async () => {
    for (let job = outbox.take(); job; job = outbox.take()) await traffic.send(link, job);
    return sent.splice(0);
  };
  const write = (value: number) => outbox.write(point, bytesOf(value), { index: 0, value, ts: 0, seq: 1 });
  return { bus, notices, work, write };
}

it.each(["out", "inout"] as const)(
  "answers with the newest of what it sent and received (%s)",
  async (dir) => {
    const { bus, work, write } = setUp(dir);
    write(5);
    expect(await work()).toEqual([5]);
    bus("read");
    expect(await work()).toEqual([5]);
    bus("write", 7);
    bus("read");
    expect(await work()).toEqual([7]);
    bus("response", 8);
    bus("read");
    expect(await work()).toEqual([8]);
    write(9);
    bus("read");
    expect((await work()).at(-1)).toBe(9);
  },
);

it("keeps a value that cannot be secured for now, and the link", async () => {
  const failures = [new Error("ENOSPC")];
  const { notices, work, write } = setUp("out", async () => {
    const failure = failures.pop();
    if (failure) throw failure;
    return groupTpdu("write", bytesOf(9));
  });
  write(9);
  expect(await work()).toEqual([9]);
  expect(notices).toEqual([
    expect.stringContaining("1/2/3: nicht gesendet: ohne gespeicherte Sequenznummer"),
  ]);
});
