import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rtuFrame } from "./rtu.ts";
import { RtuRequests } from "./rtu-requests.ts";

const OWN = 5;
const read = (unit: number) => rtuFrame(unit, Buffer.from([3, 0, 0, 0, 2]));
const answer = (unit: number) => rtuFrame(unit, Buffer.from([3, 4, 0, 1, 0, 2]));
const write = (unit: number) => rtuFrame(unit, Buffer.from([16, 0, 0, 0, 1, 2, 0, 7]));

function heard(...chunks: Buffer[]) {
  const requests = new RtuRequests(OWN);
  for (const chunk of chunks) requests.push(chunk);
  return requests.take().map(({ last, pdu, unit }) => `${unit} ${pdu.toString("hex")}${last ? " last" : ""}`);
}

describe("what a device hears on a shared line", () => {
  it("is requests to it and to all, not those to others nor their answers", () => {
    expect(heard(read(OWN))).toEqual(["5 0300000002 last"]);
    expect(heard(write(0))).toEqual(["0 1000000001020007 last"]);
    expect(heard(read(4), answer(4), read(OWN))).toEqual(["5 0300000002 last"]);
    expect(heard(read(4), answer(4))).toEqual([]);
    expect(heard(rtuFrame(4, Buffer.from([0x83, 2])), write(4), read(OWN))).toEqual(["5 0300000002 last"]);
  });

  it("is answered only where nothing else followed", () => {
    expect(heard(read(OWN), write(OWN))).toEqual(["5 0300000002", "5 1000000001020007 last"]);
    expect(heard(read(OWN), read(4))).toEqual(["5 0300000002"]);
    expect(heard(read(OWN), Buffer.from([0xff]))).toEqual(["5 0300000002 last"]);
  });

  it("is a function without a known length too, when nothing else stands on the line", () => {
    expect(heard(rtuFrame(OWN, Buffer.from([17])))).toEqual(["5 11 last"]);
    expect(heard(rtuFrame(OWN, Buffer.from([43, 14, 1, 0])))).toEqual(["5 2b0e0100 last"]);
    expect(heard(read(4), answer(4), rtuFrame(OWN, Buffer.from([17])))).toEqual(["5 11 last"]);
  });

  it("is found behind noise and behind a frame that was cut", () => {
    expect(heard(Buffer.from([0]), read(OWN))).toEqual(["5 0300000002 last"]);
    expect(heard(Buffer.from([OWN, 3, 0]), read(OWN))).toEqual(["5 0300000002 last"]);
    expect(heard(answer(4).subarray(0, 6), write(OWN))).toEqual(["5 1000000001020007 last"]);
  });

  it("is not what was damaged", () => {
    for (let at = 0; at < 8; at += 1) {
      const damaged = read(OWN);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      expect(heard(damaged)).toEqual([]);
    }
  });

  it("may come in pieces with silence between them, until it is too late", () => {
    const requests = new RtuRequests(OWN);
    requests.push(write(OWN).subarray(0, 6));
    expect(requests.take()).toEqual([]);
    requests.push(write(OWN).subarray(6));
    expect(requests.take()).toHaveLength(1);
    requests.push(write(OWN).subarray(0, 6));
    requests.clear();
    requests.push(write(OWN).subarray(6));
    expect(requests.take()).toEqual([]);
  });

  it("takes no answer of its own unit for one of another", () => {
    // Ours alone answers for this unit: eight bytes of an answer with three bytes of data are a request.
    const bits = rtuFrame(OWN, Buffer.from([1, 3, 1, 2, 3]));
    expect(heard(bits)).toEqual(["5 0103010203 last"]);
    expect(heard(rtuFrame(4, Buffer.from([1, 3, 1, 2, 3])), read(OWN))).toEqual(["5 0300000002 last"]);
  });

  it("finds the request after whatever else, and holds little", () => {
    const chunk = fc.uint8Array({ maxLength: 700 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 8 }), (chunks) => {
        const requests = new RtuRequests(OWN);
        for (const bytes of chunks) {
          requests.push(bytes);
          for (const { pdu, unit } of requests.take()) {
            expect([OWN, 0]).toContain(unit);
            expect(pdu.length).toBeLessThan(255);
          }
        }
        requests.clear();
        requests.push(read(OWN));
        expect(requests.take()).toEqual([{ unit: OWN, pdu: Buffer.from([3, 0, 0, 0, 2]), last: true }]);
      }),
    );
  });

  it("keeps two frames at most of what never ends", () => {
    const requests = new RtuRequests(OWN);
    for (let i = 0; i < 50; i += 1) requests.push(Buffer.alloc(4096, OWN));
    expect(requests.size).toBe(512);
    requests.take();
    expect(requests.size).toBe(255);
    requests.push(read(OWN));
    expect(requests.take()).toHaveLength(1);
  });
});
