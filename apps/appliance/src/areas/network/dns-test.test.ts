/** Against name servers on this machine that answer as scripted, and not at all. */
import { createSocket } from "node:dgram";
import { systemClock } from "@hubwart/core";
import { useEnds } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { defaultName, testNameServers } from "./dns-test.ts";

const ends = useEnds();

/** Answers with this code (RFC 1035, 4.1.1) and, if it is 0, these addresses; `undefined` is silent. */
async function server(code: number | undefined, addresses: string[] = []): Promise<number> {
  const socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    if (code === undefined) return;
    // The question without what may follow it (EDNS).
    const end = question.indexOf(0, 12) + 5;
    const head = Buffer.from(question.subarray(0, end));
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(addresses.length, 6);
    head.writeUInt32BE(0, 8);
    const records = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split(".").map(Number)]),
    );
    socket.send(Buffer.concat([head, ...records]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  ends.push(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return socket.address().port;
}
const asked = async (port: number) => {
  const parts = { clock: systemClock, signal: new AbortController().signal, own: [], port };
  return (await testNameServers(["127.0.0.1"], "werk.example", parts))[0];
};

describe("the test of name servers", () => {
  it("gives the addresses and the time it took", async () => {
    expect(await asked(await server(0, ["192.0.2.7", "192.0.2.8"]))).toEqual({
      server: "127.0.0.1",
      reachable: true,
      addresses: ["192.0.2.7", "192.0.2.8"],
      time: expect.any(Number),
    });
  });
  it.each([
    [0, "keine IPv4-Adresse"],
    [2, "nicht auflösen"],
    [3, "kennt er nicht"],
    [5, "lehnt Anfragen"],
  ])("counts every answer as reached (code %i)", async (code, text) => {
    expect(await asked(await server(code))).toMatchObject({
      reachable: true,
      addresses: [],
      message: expect.stringContaining(text),
    });
  });
  it("says that none came within two seconds", async () => {
    expect(await asked(await server(undefined))).toEqual({
      server: "127.0.0.1",
      reachable: false,
      addresses: [],
      message: "Der Server hat innerhalb von 2 Sekunden nicht geantwortet.",
    });
  });
  it("says that nothing listens there", async () => {
    const port = await server(undefined);
    for (const end of ends.splice(0)) await end();
    expect(await asked(port)).toMatchObject({
      reachable: false,
      message: expect.stringContaining("geschlossen"),
    });
  });
  it("says that a name is none", async () => {
    const parts = {
      clock: systemClock,
      signal: new AbortController().signal,
      own: [],
      port: await server(0),
    };
    expect((await testNameServers(["127.0.0.1"], "a..b", parts))[0]).toMatchObject({
      reachable: false,
      message: "Nach diesem Namen kann nicht gefragt werden.",
    });
  });
  it("asks no groups and no nets, and needs one server", async () => {
    const parts = { clock: systemClock, signal: new AbortController().signal, own: [] };
    expect((await testNameServers(["", "239.1.2.3"], "a.example", parts))[0]?.message).toContain("einzelnen");
    expect(() => testNameServers([""], "a.example", parts)).toThrow("servers.0");
  });
});

describe("the name that is asked for", () => {
  it.each([
    ["https://licence.werk.example:8443/x", "licence.werk.example"],
    ["http://127.0.0.1:8090", "de.pool.ntp.org"],
    ["http://[::1]:8090", "de.pool.ntp.org"],
    ["http://localhost:8090", "de.pool.ntp.org"],
    [undefined, "de.pool.ntp.org"],
  ])("is that of the licence service, if it has one (%s)", (url, name) => {
    expect(defaultName(url)).toBe(name);
  });
});
