/** The list of authorities, with real servers that have a certificate of one of them. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { createLogger, dataLayout, MemoryLogSink, Scope, systemClock, trustAuthorities } from "@hubwart/core";
import { type FtpServer, makePair, startFtpServer } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendByFtp } from "../../areas/backup/ftp.ts";
import { ScriptedHub } from "../../testing/scripted-hub.ts";
import { serviceProbe } from "../vendor/service-probe.ts";
import { TrustedAuthorities } from "./authorities.ts";

const folder = useSharedFolder();
let server: FtpServer;
let maker: Server;
let makerCa = "";
const scope = new Scope();
const hub = new ScriptedHub();
const log = createLogger("system", "tls", new MemoryLogSink());
const open = () =>
  TrustedAuthorities.open({ folder: path.join(folder(), "list"), clock: systemClock, scope, log, hub });
let number = 0;
const told = () => hub.asked.filter(({ name }) => name === "trustChanged").length;

beforeAll(async () => {
  server = await startFtpServer({ user: "sicherung", password: "geheim 1" });
  const { ca, pair } = await makePair();
  makerCa = ca;
  maker = createServer(pair, (_request, response) => response.end('{"ok":true}'));
  await new Promise<void>((resolve) => maker.listen(0, "127.0.0.1", resolve));
  hub.answers.trustChanged = () => ({});
});
afterAll(async () => {
  await trustAuthorities([]);
  await scope.end();
  await server.stop();
  maker.closeAllConnections();
  maker.close();
});

async function sent(): Promise<boolean> {
  const target = {
    use: true,
    tls: true,
    verify: true,
    host: "localhost",
    port: server.port,
    user: "sicherung",
    pwd: "geheim 1",
    pasv: true,
    path: "/",
  };
  const transfer = { signal: new AbortController().signal, progress: () => undefined };
  number += 1;
  const file = path.join(folder(), `sicherung-${number}.tar`);
  await writeFile(file, "Inhalt");
  return await sendByFtp(target, file, transfer).then(
    () => true,
    () => false,
  );
}

/** Whether the maker's services are reached, as the licence and the updates ask it. */
async function reached(service: "licenses" | "updates"): Promise<boolean> {
  const ask = serviceProbe(
    `https://localhost:${(maker.address() as AddressInfo).port}`,
    service,
    dataLayout(folder()),
  );
  return (await ask?.().catch(() => undefined)) === 200;
}

describe("authorities that people add", () => {
  it.each([
    ["the backup over FTPS", sent, () => server.certificates.ca],
    ["the licence server", () => reached("licenses"), () => makerCa],
    ["the update server", () => reached("updates"), () => makerCa],
  ] as const)("are trusted by %s from the upload to the removal", async (_name, accepted, ca) => {
    const authorities = await open();
    expect(await accepted()).toBe(false);
    await authorities.add("C:\\Firma\\ca ü.pem", Buffer.from(ca()));
    expect(authorities.list().map(({ filename }) => filename)).toEqual(["ca _.pem"]);
    expect(await accepted()).toBe(true);
    await authorities.remove("ca _.pem");
    expect(await accepted()).toBe(false);
    await expect(authorities.remove("ca _.pem")).rejects.toThrow("gibt es nicht mehr");
  });

  it("are there after a restart, once each, under names of their own", async () => {
    const authorities = await open();
    await authorities.add("ca.pem", Buffer.from(server.certificates.ca));
    await expect(authorities.add("andere.pem", Buffer.from(server.certificates.ca))).rejects.toThrow(
      "bereits vorhanden: ca.pem",
    );
    await trustAuthorities([]);
    const again = await open();
    expect(again.list()).toHaveLength(1);
    expect(await sent()).toBe(true);
    expect(await readdir(path.join(folder(), "list"))).toEqual(["ca.pem.pem"]);
    expect(await readFile(path.join(folder(), "list", "ca.pem.pem"), "utf8")).toBe(
      again.list()[0]?.x509.toString(),
    );
  });

  it("are told to the hub with each change, and when it comes back", async () => {
    const authorities = await open();
    const before = told();
    await authorities.remove("ca.pem");
    expect(told()).toBe(before);
    hub.say({ state: "running" });
    await expect.poll(told).toBeGreaterThan(before);
    const now = told();
    await authorities.add("ca.pem", Buffer.from(server.certificates.ca));
    expect(told()).toBe(now + 1);
    hub.answers.trustChanged = () => {
      throw new Error("not now");
    };
    await authorities.remove("ca.pem");
    expect(authorities.list()).toEqual([]);
  });

  it("warn thirty days before their end", async () => {
    const authorities = await open();
    await authorities.add("ca.pem", Buffer.from(server.certificates.ca));
    expect(authorities.findings()).toMatchObject([{ level: 2, route: "/resources/certs" }]);
    expect(authorities.findings()[0]?.text).toContain("„ca.pem“ läuft am");
    await authorities.remove("ca.pem");
    expect(authorities.findings()).toEqual([]);
  });
});
