/** Keyrings over HTTP, read in their own process: its built script, a scripted hub. */
import path from "node:path";
import { CODES } from "@hubwart/contract";
import { keyringFactsInChild } from "@hubwart/knx/appliance";
import { makeKeyring } from "@hubwart/knx/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BuiltChildren, buildChildren, PROJECT_CHILDREN } from "../../testing/children.ts";
import { ScriptedHub, scriptedPod } from "../../testing/scripted-hub.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

const IFACE = "knx.iface.haus.main";
const PASSWORD = "Keyring-Passwort";
const KEY = Buffer.alloc(16, 7);
const keyringOf = (groups: number) =>
  makeKeyring({
    password: PASSWORD,
    project: "Haus",
    groups: Object.fromEntries(Array.from({ length: groups }, (_, i) => [`${i + 1}`, KEY])),
  });
const FEW = keyringOf(2);
/** Seconds of work. */
const MANY = keyringOf(20_000);

let children: BuiltChildren;
let entry: string;
const { "keyring-child": source } = PROJECT_CHILDREN;
beforeAll(async () => {
  children = await buildChildren({ "keyring-child": source });
  entry = path.join(children.folder, "keyring-child.mjs");
});
afterAll(() => children.remove());

describe("over HTTP", () => {
  let app: TestApp;
  let token: string;
  async function start(childrenDir: string): Promise<void> {
    const hub = new ScriptedHub();
    hub.say({ state: "running", projectVersion: "1" });
    const iface = { iface: "main", state: true, active: 1, count: 1, last: 1 };
    hub.podList = [scriptedPod("knx.haus", { ifaces: [iface] })];
    hub.answers.podRestart = () => ({});
    hub.answers.podDefinition = () => ({ type: "knx", ifaces: [{ id: "main", cells: {} }] });
    app = await startTestApp({ hub, childrenDir });
    token = await app.setUp();
  }
  const upload = async (content: Uint8Array, pwd: string) => {
    const file = { name: "haus.knxkeys", content, fields: { pwd } };
    return (await app.upload(`/knx/keyring?iface=${IFACE}`, file, token)).body;
  };
  const info = async () => (await app.get(`/knx/info?iface=${IFACE}`, token)).body["keyring"];

  it("are proved, stored and told of, or refused", async () => {
    await start(children.folder);
    try {
      expect(await upload(FEW, "falsch")).toMatchObject({ code: CODES.wrongFilePassword });
      expect(await upload(Buffer.from("PK"), PASSWORD)).toMatchObject({ code: CODES.keyringInvalid });
      expect(await upload(MANY, PASSWORD)).toMatchObject({ code: 0 });
      expect(await info()).toMatchObject({ found: true, valid: true, project: "Haus" });
    } finally {
      await app.end();
    }
  });

  it("are read nowhere else: without the process none is stored", async () => {
    await start(path.join(children.folder, "none"));
    try {
      expect(await upload(FEW, PASSWORD)).toEqual({
        code: CODES.keyringInvalid,
        message: "Die Prüfung des Keyrings dauerte zu lange oder brauchte zu viel Speicher.",
      });
      expect(await info()).toMatchObject({ found: false });
    } finally {
      await app.end();
    }
  });
});

describe("the process", () => {
  let owner: AbortController;
  beforeEach(() => {
    owner = new AbortController();
  });
  const read = (bytes: Buffer, passwords: string[], timeLimit = 60_000) =>
    keyringFactsInChild({ entry, bytes, passwords, timeLimit, signal: owner.signal });
  const unread = { fault: "unread" };

  it("tries one password after the other", async () => {
    expect(await read(FEW, ["falsch", PASSWORD])).toMatchObject({ project: "Haus" });
    await expect(read(FEW, ["falsch", "auch falsch"])).rejects.toMatchObject({ fault: "either" });
  });

  it("is ended when its time is over, and with its owner", async () => {
    await expect(read(MANY, [PASSWORD], 1)).rejects.toMatchObject(unread);
    const reading = expect(read(MANY, [PASSWORD])).rejects.toMatchObject(unread);
    owner.abort();
    await reading;
    await expect(read(FEW, [PASSWORD])).rejects.toMatchObject(unread);
  });
});
