import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { individualText, parseIndividual } from "./address.ts";
import { CEMI, cemiFrame, groupTpdu, parseCemi, parseGroupTpdu } from "./cemi.ts";
import { connectRequest, parseConnectResponse, parseSequenced, parseStatus } from "./connection.ts";
import { FrameReader, hpai, knxFrame, parseFrame, parseHpai, SERVICE } from "./frame.ts";

const bytes = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ""), "hex");

describe("addresses", () => {
  it("writes what it reads", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff }), (raw) => {
        expect(parseIndividual(individualText(raw))).toBe(raw);
      }),
    );
    for (const wrong of ["16.0.0", "1.16.0", "1.1.256", "1/1/1", "1.1"])
      expect(parseIndividual(wrong)).toBeUndefined();
  });
});

describe("frames", () => {
  // KNX Standard 03.08.02 and 03.08.04, examples of connection and tunnelling.
  it("writes a connect request", () => {
    const endpoint = { tcp: false, address: "192.168.200.12", port: 50_100 };
    expect(
      knxFrame(SERVICE.connectRequest, connectRequest(endpoint, endpoint, undefined)).toString("hex"),
    ).toBe("06100205001a0801c0a8c80cc3b40801c0a8c80cc3b404040200");
  });

  it("reads a connect response", () => {
    const frame = parseFrame(bytes("06 10 02 06 00 14 15 00 08 01 c0 a8 c8 14 c3 b4 04 04 11 0a"));
    expect(frame?.service).toBe(SERVICE.connectResponse);
    expect(parseConnectResponse(frame?.body ?? Buffer.alloc(0))).toEqual({
      channel: 21,
      status: 0,
      data: { tcp: false, address: "192.168.200.20", port: 50_100 },
      address: 0x110a,
    });
  });

  it("takes a stream apart, however it is cut", () => {
    const one = knxFrame(SERVICE.tunnellingAck, bytes("04010000"));
    const stream = Buffer.concat([one, one, one]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 30, maxLength: 30 }), (cuts) => {
        const reader = new FrameReader();
        let at = 0;
        let count = 0;
        for (const cut of cuts) {
          count += reader.push(stream.subarray(at, at + cut))?.length ?? 0;
          at += cut;
        }
        count += reader.push(stream.subarray(at))?.length ?? 0;
        expect(count).toBe(3);
      }),
    );
  });

  it("gives up a stream that is something else, or claims an endless frame", () => {
    expect(new FrameReader().push(Buffer.from("HTTP/1.1 400"))).toBeUndefined();
    expect(new FrameReader().push(bytes("06100950ffff"))).toBeUndefined();
    expect(new FrameReader().push(bytes("061009500005"))).toBeUndefined();
  });

  it("never throws on hostile bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (array) => {
        const data = Buffer.from(array);
        parseFrame(data);
        new FrameReader().push(data);
        parseCemi(data);
        parseGroupTpdu(data);
        parseConnectResponse(data);
        parseSequenced(data);
        parseStatus(data);
        parseHpai(data);
      }),
      { numRuns: 5000 },
    );
  });

  it("reads its own addresses", () => {
    const endpoint = { tcp: true, address: "10.0.0.1", port: 3671 };
    expect(parseHpai(hpai(endpoint))).toEqual(endpoint);
  });
});

describe("telegrams", () => {
  it("reads one of the standard's examples: write 1 to 1/2/222 from 1.1.89", () => {
    const cemi = parseCemi(bytes("29 00 bc d0 11 59 0a de 01 00 81"));
    expect(cemi).toMatchObject({
      code: CEMI.indication,
      source: 0x1159,
      target: 0x0ade,
      group: true,
      priority: 3,
      hops: 5,
    });
    expect(parseGroupTpdu(cemi?.tpdu ?? Buffer.alloc(0))).toEqual({
      service: "write",
      payload: { data: Buffer.from([1]), short: true },
    });
  });

  it("writes what it reads, standard and extended frames", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("write" as const, "response" as const),
        fc.oneof(
          fc.integer({ min: 0, max: 63 }).map((value) => ({ data: Buffer.from([value]), short: true })),
          fc
            .uint8Array({ minLength: 1, maxLength: 250 })
            .map((array) => ({ data: Buffer.from(array), short: false })),
        ),
        fc.integer({ min: 1, max: 0xffff }),
        (service, payload, target) => {
          const frame = cemiFrame({
            code: CEMI.request,
            source: 0,
            target,
            priority: 3,
            tpdu: groupTpdu(service, payload),
          });
          const read = parseCemi(frame);
          expect(read).toMatchObject({ target, group: true, failed: false });
          expect(parseGroupTpdu(read?.tpdu ?? Buffer.alloc(0))).toEqual({ service, payload });
        },
      ),
    );
  });

  it("skips additional information and refuses lengths that lie", () => {
    expect(parseCemi(bytes("29 04 03020102 bc d0 11 59 0a de 01 00 81"))?.target).toBe(0x0ade);
    expect(parseCemi(bytes("29 00 bc d0 11 59 0a de 02 00 81"))).toBeUndefined();
    expect(parseCemi(bytes("29 ff bc d0 11 59 0a de 01 00 81"))).toBeUndefined();
  });
});
