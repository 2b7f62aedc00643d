import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { description, deviceBlock } from "../testing/description.ts";
import { extendedSearchRequest, parseDescription, searchRequest } from "./description.ts";
import { knxFrame, SERVICE } from "./frame.ts";

const endpoint = { tcp: false, address: "192.168.200.12", port: 50_100 };

describe("questions", () => {
  it("are those of the standard and of AN184", () => {
    expect(knxFrame(SERVICE.searchRequest, searchRequest(endpoint)).toString("hex")).toBe(
      "06100201000e0801c0a8c80cc3b4",
    );
    expect(knxFrame(SERVICE.searchRequestExtended, extendedSearchRequest(endpoint)).toString("hex")).toBe(
      "0610020b00140801c0a8c80cc3b4060401020607",
    );
  });
});

describe("a description", () => {
  it("is read as the standard's example has it", () => {
    const bytes = Buffer.concat([
      Buffer.from("3601020011000000000102030405e000170c45495c0a0b0c", "hex"),
      Buffer.from("MYHOME".padEnd(30, "\0"), "latin1"),
      Buffer.from("0a020201030104010501", "hex"),
    ]);
    expect(parseDescription(bytes)).toEqual({
      name: "MYHOME",
      address: 0x1100,
      serial: "000102030405",
      mac: "45:49:5c:0a:0b:0c",
      services: [
        { family: "core", version: 1 },
        { family: "device_management", version: 1 },
        { family: "tunnelling", version: 1 },
        { family: "routing", version: 1 },
      ],
      secured: [],
    });
  });

  it("tells what is secured and which tunnels can be had", () => {
    const bytes = description({
      families: [2, 2, 4, 2, 9, 1, 77, 1, 4, 1],
      secured: [4, 1],
      // Free and usable; free, but not usable; taken.
      tunnels: [7, 3, 6],
    });
    expect(parseDescription(bytes)).toMatchObject({
      services: [
        { family: "core", version: 2 },
        { family: "tunnelling", version: 2 },
        { family: "security", version: 1 },
      ],
      secured: ["tunnelling"],
      tunnels: { total: 3, free: 1 },
    });
  });

  it("shows a name as one line of visible text, however it is written", () => {
    const name = (given: string) => parseDescription(description({ name: given }))?.name;
    expect(name("Küche\r\n\u001b[31mrot")).toBe("Küche [31mrot");
    expect(name("x".repeat(40))).toBe("x".repeat(30));
    expect(name("")).toBe("");
  });

  it.each<[string, Buffer]>([
    ["nothing", Buffer.alloc(0)],
    ["no device", Buffer.from("0402020104", "hex").subarray(0, 4)],
    ["two devices", Buffer.concat([deviceBlock({}), deviceBlock({ name: "other" })])],
    ["a device that is cut short", deviceBlock({}).subarray(0, 40)],
    ["a block of no length", Buffer.concat([deviceBlock({}), Buffer.from([0, 2])])],
    ["a block longer than the rest", Buffer.concat([deviceBlock({}), Buffer.from([9, 2, 2, 1])])],
    ["a device block of another length", Buffer.concat([Buffer.from([55, 1]), Buffer.alloc(53)])],
  ])("is none: %s", (_, bytes) => expect(parseDescription(bytes)).toBeUndefined());

  it("never breaks on what strangers send", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(200), fc.nat(255), (tail, at, byte) => {
        parseDescription(Buffer.from(tail));
        parseDescription(Buffer.concat([description({ tunnels: [7] }), Buffer.from(tail)]));
        const changed = description({ secured: [4, 1], tunnels: [7, 7] });
        changed[at % changed.length] = byte;
        const read = parseDescription(changed);
        expect(read === undefined || read.name.length <= 30).toBe(true);
      }),
    );
  });
});
