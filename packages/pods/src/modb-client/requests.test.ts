import { expect, it } from "vitest";
import { EXCEPTION } from "../shared/modbus/exceptions.ts";
import { PodRun, podLoad } from "../testing/index.ts";
import { Answers } from "./answers.ts";
import { kind } from "./index.ts";
import type { ModbusLink } from "./link.ts";
import { pointOf } from "./point.ts";
import { Polls } from "./polls.ts";
import { Requests } from "./requests.ts";
import type { ModbClientIface } from "./schema.ts";
import { Values } from "./values.ts";

/** Reads registers 4 to 7 a few times; `answer` is what a read gets that touches register 5. */
async function readsFourToSeven(answer: Buffer): Promise<{ read: unknown[]; failed: Set<string> }> {
  const channels = [4, 5, 6, 7].map((address) => ({ chan: `r${address}`, config: { address, unit_id: 1 } }));
  const load = podLoad(kind.schema, [{ host: "device" }], channels);
  const run = new PodRun(kind, load);
  const { context } = run;
  const points = load.channels.map((channel, index) =>
    pointOf(index, channel, load.ifaces[0]?.config as ModbClientIface),
  );
  const values = new Values(context);
  const answers = new Answers({ id: "main", target: "device", serial: false, points, values, context });
  const polls = new Polls(points, { maxBlock: 125, maxGap: 0 });
  const requests = new Requests({
    broadcasts: false,
    points: new Map(points.map((point) => [point.index, point])),
    polls,
    values,
    answers,
    context,
  });
  const request = (_unit: number, pdu: Buffer): Promise<Buffer> => {
    const [address, count] = [pdu.readUInt16BE(1), pdu.readUInt16BE(3)];
    if (address <= 5 && 5 < address + count) return Promise.resolve(answer);
    const registers = Array.from({ length: count }, (_, at) => [0, address + at]).flat();
    return Promise.resolve(Buffer.from([3, registers.length, ...registers]));
  };
  polls.restart(0);
  for (let turn = 0; turn < 12; turn += 1) {
    const next = polls.next({ now: 0, from: () => 0, doubted: () => false, doubtedFirst: false });
    if (next) await requests.read({ request, open: true } as unknown as ModbusLink, next.block);
  }
  return {
    read: channels.map(({ chan }) => run.last(chan)?.value),
    failed: new Set(run.failures.map(({ chan }) => chan)),
  };
}

it.each([
  ["has no such register", Buffer.from([0x83, EXCEPTION.illegalAddress])],
  ["has no such function for it", Buffer.from([0x83, EXCEPTION.illegalFunction])],
  ["fails over it", Buffer.from([0x83, EXCEPTION.deviceFailure])],
  ["answers too little", Buffer.from([3, 1, 0])],
])("a device that %s loses no other register", async (_, answer) => {
  const { failed, read } = await readsFourToSeven(answer);
  expect(read).toEqual([4, null, 6, 7]);
  expect(failed).toEqual(new Set(["r5"]));
});
