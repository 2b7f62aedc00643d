/** Against servers on this machine that answer as scripted, and not at all. */
import { createSocket } from "node:dgram";
import { ManualClock, systemClock } from "@hubwart/core";
import { useEnds } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { testTimeServers } from "./ntp-test.ts";
import { askTime } from "./sntp.ts";

const UNIX_EPOCH = 2_208_988_800;
const ends = useEnds();

/** Answers each question; returns the port. */
async function server(answer: (question: Buffer) => Buffer[]): Promise<number> {
  const socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    for (const packet of answer(question)) socket.send(packet, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  ends.push(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return socket.address().port;
}

interface Fields {
  leap?: number;
  mode?: number;
  stratum?: number;
  kiss?: string;
  /** ms the server's clock is ahead. */
  ahead?: number;
  /** ms the server takes. */
  takes?: number;
  transmit?: boolean;
}
function answer(question: Buffer, fields: Fields = {}): Buffer {
  const { leap = 0, mode = 4, stratum = 2, kiss = "", ahead = 0, takes = 0, transmit = true } = fields;
  const packet = Buffer.alloc(48);
  packet[0] = (leap << 6) | (4 << 3) | mode;
  packet[1] = stratum;
  packet.write(kiss, 12, "latin1");
  question.copy(packet, 24, 40, 48);
  const time = (ms: number, at: number) => {
    packet.writeUInt32BE((Math.floor(ms / 1000) + UNIX_EPOCH) % 2 ** 32, at);
    packet.writeUInt32BE(Math.floor(((ms % 1000) / 1000) * 2 ** 32), at + 4);
  };
  time(Date.now() + ahead, 32);
  if (transmit) time(Date.now() + ahead + takes, 40);
  return packet;
}

const ask = (port: number, timeout = 2_000) => askTime("127.0.0.1", { clock: systemClock, timeout, port });
const asked = async (port: number) => {
  const parts = { clock: systemClock, signal: new AbortController().signal, own: [], port };
  return (await testTimeServers(["127.0.0.1"], parts))[0];
};

describe("a time server's answer", () => {
  it.each([0, 90_000, -3_600_000])("tells by how much the own clock is behind (%i ms)", async (ahead) => {
    const port = await server((question) => [answer(question, { ahead })]);
    const { offset, delay } = await ask(port);
    expect(Math.abs(offset - ahead)).toBeLessThan(200);
    expect(delay).toBeGreaterThanOrEqual(0);
    expect(delay).toBeLessThan(1_000);
  });
  it("is asked for with 48 bytes: version 4, client, and nothing about the own clock", async () => {
    const questions: Buffer[] = [];
    const port = await server((question) => {
      questions.push(Buffer.from(question));
      return [answer(question)];
    });
    await ask(port);
    await ask(port);
    expect(questions.map((question) => [question.length, question[0]])).toEqual([
      [48, 0x23],
      [48, 0x23],
    ]);
    expect(questions[0]?.subarray(1, 40).every((byte) => byte === 0)).toBe(true);
    expect(questions[0]?.subarray(40)).not.toEqual(questions[1]?.subarray(40));
  });
  it("holds beyond 2036, when the seconds begin anew", async () => {
    const in2040 = Date.UTC(2040, 0, 1);
    const clock = new ManualClock(in2040);
    const port = await server((question) => [answer(question, { ahead: in2040 + 5_000 - Date.now() })]);
    const { offset } = await askTime("127.0.0.1", { clock, timeout: 2_000, port });
    expect(Math.abs(offset - 5_000)).toBeLessThan(500);
  });
  it("that is not for this question is passed over", async () => {
    const port = await server((question) => {
      const foreign = answer(question, { ahead: 9_000_000 });
      foreign.writeUInt8(foreign.readUInt8(25) ^ 1, 25);
      return [Buffer.from("hallo"), foreign, answer(question)];
    });
    expect(Math.abs((await ask(port)).offset)).toBeLessThan(1_000);
  });
  it.each([
    ["malformed", { mode: 3 }],
    ["malformed", { stratum: 16 }],
    ["malformed", { transmit: false }],
    ["unsynchronised", { leap: 3 }],
    [{ kiss: "RATE" }, { stratum: 0, kiss: "RATE" }],
  ] as const)("is refused: %j", async (fault, fields) => {
    const port = await server((question) => [answer(question, fields)]);
    await expect(ask(port)).rejects.toMatchObject({ fault });
  });
  it("that never comes ends the question, as does a caller who is gone", async () => {
    const port = await server(() => []);
    await expect(ask(port, 50)).rejects.toMatchObject({ fault: "silent" });
    const gone = new AbortController();
    const asking = askTime("127.0.0.1", { clock: systemClock, timeout: 60_000, port, signal: gone.signal });
    gone.abort();
    await expect(asking).rejects.toMatchObject({ fault: "silent" });
  });
});

describe("the test of time servers", () => {
  it("gives offset and delay", async () => {
    const port = await server((question) => [answer(question)]);
    expect(await asked(port)).toEqual({
      server: "127.0.0.1",
      reachable: true,
      offset: expect.any(Number),
      delay: expect.any(Number),
    });
  });
  it.each([
    [{ stratum: 0, kiss: "RATE" }, "zu oft gefragt"],
    [{ stratum: 0, kiss: "DENY" }, "lässt dieses Gerät nicht zu"],
    [{ stratum: 0, kiss: "X<\u0000>" }, "Code X"],
    [{ leap: 3 }, "kennt aber selbst die genaue Zeit nicht"],
    [{ mode: 3 }, "kein Zeitserver"],
  ])("says why not (%j)", async (fields, text) => {
    const port = await server((question) => [answer(question, fields)]);
    expect(await asked(port)).toMatchObject({ reachable: false, message: expect.stringContaining(text) });
  });
  it("says that nothing listens there", async () => {
    const port = await server(() => []);
    for (const end of ends.splice(0)) await end();
    expect(await asked(port)).toMatchObject({ message: expect.stringContaining("geschlossen") });
  });
  it("asks no groups, no nets and no unknown names", async () => {
    const parts = {
      clock: systemClock,
      signal: new AbortController().signal,
      own: [{ device: "eth0", ip: "192.168.7.9", mask: "255.255.255.0", gw: "", mac: "" }],
    };
    for (const many of ["224.0.1.1", "255.255.255.255", "192.168.7.255", "0.0.0.0", "ff02::101", "::"]) {
      expect(await testTimeServers([many], parts), many).toEqual([
        { server: many, reachable: false, message: "Diese Adresse gehört nicht zu einem einzelnen Server." },
      ]);
    }
    expect((await testTimeServers(["", "gibt-es-nicht.invalid"], parts))[0]?.message).toContain("Der Name");
    expect(() => testTimeServers(["", ""], parts)).toThrow("servers.0");
  });
});
