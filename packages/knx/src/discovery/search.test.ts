import { describe, expect, it } from "vitest";
import { searchAnswer } from "../testing/description.ts";
import { Findings } from "./search.ts";

const SENDER = "192.168.1.20";

describe("what answers a search", () => {
  it("counts once, and what it says in the extended answer counts more", () => {
    const device = { name: "Router", families: [2, 2, 4, 2, 9, 1], secured: [4, 1], tunnels: [7, 6] };
    const plain = searchAnswer({ name: "Router", families: [2, 1, 4, 1] });
    const extended = searchAnswer(device, true);
    const first = new Findings();
    for (const bytes of [plain, extended, plain, extended]) first.take(bytes, SENDER);
    const second = new Findings();
    for (const bytes of [extended, plain]) second.take(bytes, SENDER);
    expect(first.devices()).toEqual(second.devices());
    expect(first.devices()).toMatchObject([
      { name: "Router", host: SENDER, port: 3671, secured: ["tunnelling"], tunnels: { total: 2, free: 1 } },
    ]);
  });

  it("is two devices if the address on the bus or the place in the network differs", () => {
    const findings = new Findings();
    findings.take(searchAnswer({ name: "B", address: 0x1101 }), SENDER);
    findings.take(searchAnswer({ name: "B", address: 0x1102 }), SENDER);
    findings.take(searchAnswer({ name: "A", address: 0x1101, port: 3672 }), SENDER);
    expect(findings.devices().map(({ name, address }) => [name, address])).toEqual([
      ["A", 0x1101],
      ["B", 0x1101],
      ["B", 0x1102],
    ]);
  });

  it.each(["0.0.0.0", "224.0.23.12", "255.255.255.255"])(
    "is reached at its sender's address if it names %s",
    (host) => {
      const findings = new Findings();
      findings.take(searchAnswer({ host }), "10.1.2.3");
      expect(findings.devices()[0]?.host).toBe("10.1.2.3");
    },
  );

  it("is dropped if it is no answer, or leads nowhere", () => {
    const findings = new Findings();
    const answer = searchAnswer();
    const tcp = Buffer.from(answer);
    tcp[7] = 2;
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.alloc(600, 6),
      answer.subarray(0, 40),
      Buffer.concat([answer, Buffer.from([0])]),
      Buffer.from("06100201000e0801c0a8010a0e57", "hex"),
      searchAnswer({ port: 0 }),
      tcp,
    ]) {
      findings.take(bytes, SENDER);
    }
    expect(findings.devices()).toEqual([]);
  });

  it("is bounded for one sender, in all, and in how much is read", () => {
    const flood = new Findings();
    for (let n = 0; n < 1_000; n += 1) flood.take(searchAnswer({ address: n }), SENDER);
    flood.take(searchAnswer({ name: "honest", host: "10.0.0.9" }), "10.0.0.9");
    expect(flood.devices()).toHaveLength(17);
    expect(flood.devices().some(({ name }) => name === "honest")).toBe(true);
    const many = new Findings();
    for (let n = 0; n < 1_000; n += 1) many.take(searchAnswer({ address: n }), `10.0.${n >> 8}.${n & 255}`);
    expect(many.devices()).toHaveLength(256);
    const noise = new Findings();
    for (let n = 0; n < 5_000; n += 1) noise.take(Buffer.alloc(6), SENDER);
    noise.take(searchAnswer(), SENDER);
    expect(noise.devices()).toEqual([]);
  });
});
