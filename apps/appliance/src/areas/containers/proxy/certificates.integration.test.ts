/** Certificates for rules of the proxy, made by OpenSSL. */
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { ConflictError, createLogger, ManualClock, MemoryLogSink, NotFoundError } from "@hubwart/core";
import { makePair } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { ServerFiles } from "../../../platform/tls/read-server.ts";
import { ProxyCertificates } from "./certificates.ts";

const DAY = 86_400_000;
const folder = useSharedFolder();
let clock: ManualClock;
let sink: MemoryLogSink;
let given: ServerFiles;
let other: ServerFiles;
let certificates: ProxyCertificates;

async function made(name: string): Promise<ServerFiles> {
  const { ca, pair } = await makePair([`DNS:${name}.example`]);
  return { bytes: Buffer.from(pair.cert + ca), key: pair.key, password: "" };
}
const open = () =>
  ProxyCertificates.open({
    folder: path.join(folder(), "proxy"),
    authorities: { pems: () => [] },
    clock,
    log: createLogger("system", "container", sink),
  });

beforeAll(async () => {
  [given, other] = [await made("haus"), await made("garten")];
});
beforeEach(async () => {
  await rm(path.join(folder(), "proxy"), { recursive: true, force: true });
  clock = new ManualClock(Date.now());
  sink = new MemoryLogSink();
  certificates = await open();
});

it("are kept for themselves, with keys nobody else reads, and are there again after a start", async () => {
  const { id } = await certificates.put(undefined, given);
  expect((await stat(path.join(folder(), "proxy", `${id}.pem`))).mode & 0o777).toBe(0o600);
  await writeFile(path.join(folder(), "proxy", "0123abcd.pem"), "damaged");
  await writeFile(path.join(folder(), "proxy", "note.txt"), "x");
  const again = await open();
  expect(again.list().map((one) => [one.id, one.names])).toEqual([[id, ["haus.example"]]]);
  expect(again.get(id)?.pair).toEqual(certificates.get(id)?.pair);
  expect(sink.entries.some(({ msg }) => msg.includes("0123abcd.pem"))).toBe(true);
});

it("take the place of another, whole or not at all", async () => {
  const { id } = await certificates.put(undefined, given);
  await expect(certificates.put(id, { ...other, key: given.key })).rejects.toThrow(/passt nicht/);
  expect((await open()).get(id)?.names).toEqual(["haus.example"]);
  await certificates.put(id, other);
  expect((await open()).list().map(({ names }) => names)).toEqual([["garten.example"]]);
  await expect(certificates.put("ffffffff", other)).rejects.toThrow(NotFoundError);
  expect(await readdir(path.join(folder(), "proxy"))).toEqual([`${id}.pem`]);
});

it("go only when no rule has them", async () => {
  const { id } = await certificates.put(undefined, given);
  await expect(certificates.remove(id, ["Broker"])).rejects.toThrow(ConflictError);
  await certificates.remove(id, []);
  expect(await readdir(path.join(folder(), "proxy"))).toEqual([]);
  await expect(certificates.remove(id, [])).rejects.toThrow(NotFoundError);
});

it("are told of before they end, as long as a rule uses them", async () => {
  const { id } = await certificates.put(undefined, given);
  expect(certificates.findings(new Set())).toEqual([]);
  expect(certificates.findings(new Set([id]))[0]?.text).toMatch(/läuft am .* ab\.$/);
  clock.advance(3 * DAY);
  expect(certificates.findings(new Set([id]))[0]?.text).toMatch(/ist seit dem .* abgelaufen\.$/);
});
