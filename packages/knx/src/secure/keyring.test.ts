import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeKeyring } from "../testing/keyring.ts";
import { KeyringError, readKeyring } from "./keyring.ts";

const KEY = Buffer.from("000102030405060708090a0b0c0d0e0f", "hex");
const file = makeKeyring({
  password: "geheim äöü",
  project: 'Haus "Süd" & Nord',
  backbone: { key: KEY, group: "224.0.23.13", latency: 500 },
  tunnels: [
    {
      address: 0x1102,
      userId: 2,
      password: "tunnel zwei",
      authentication: "code",
      senders: { 0x0400: [0x4009, 0x5001] },
    },
    { address: 0x1103, userId: 3, password: "", authentication: "a considerably longer authentication code" },
  ],
  groups: { 0x0400: KEY },
  devices: { 0x4009: 155_806_854_915 },
});
const fault = (bytes: Buffer, password: string) =>
  readKeyring(bytes, password).then(
    () => "none",
    (error: unknown) => (error instanceof KeyringError ? error.fault : String(error)),
  );

describe("keyring", () => {
  it("gives up its keys for the right password", async () => {
    const keyring = await readKeyring(file, "geheim äöü");
    expect(keyring).toMatchObject({
      project: 'Haus "Süd" & Nord',
      createdBy: "ETS 6.3.1",
      created: "2026-05-31T12:00:00",
      backbone: { key: KEY, group: "224.0.23.13", latency: 500 },
      tunnels: [
        { address: 0x1102, host: 0x1100, userId: 2, password: "tunnel zwei", authentication: "code" },
        {
          address: 0x1103,
          userId: 3,
          password: "",
          authentication: "a considerably longer authentication code",
        },
      ],
    });
    expect(keyring.groupKeys).toEqual(new Map([[0x0400, KEY]]));
    expect(keyring.senders).toEqual(
      new Map([
        [0x4009, 155_806_854_915],
        [0x5001, 0],
      ]),
    );
  });

  it("tells a wrong password from a changed file", async () => {
    expect(await fault(file, "geheim")).toBe("password");
    expect(await fault(file, "")).toBe("password");
    const changed = (from: string, to: string) => Buffer.from(file.toString("utf8").replace(from, to));
    expect(await fault(changed('Latency="500"', 'Latency="501"'), "geheim äöü")).toBe("changed");
    expect(await fault(changed("224.0.23.13", "224.0.23.14"), "geheim äöü")).toBe("changed");
    expect(await fault(changed("<GroupAddresses>", "<Other></Other><GroupAddresses>"), "geheim äöü")).toBe(
      "changed",
    );
    const bare = makeKeyring({ password: "p", groups: { 1: KEY } });
    expect(await fault(bare, "q")).toBe("either");
  });

  it.each([
    ["nothing", ""],
    ["no XML", "PK\u0003\u0004"],
    ["another document", "<Project/>"],
    ["no signature", '<Keyring Created="x"/>'],
    ["text between", '<Keyring Created="x" Signature="AAAAAAAAAAAAAAAAAAAAAA==">x</Keyring>'],
    ["document type", '<!DOCTYPE x [<!ENTITY a "b">]><Keyring/>'],
    ["half a file", file.toString("utf8").slice(0, 400)],
    ["deep", `${"<Keyring>".repeat(100)}${"</Keyring>".repeat(100)}`],
    ["long name", `<Keyring Created="x" ${"a".repeat(300)}="1"/>`],
    ["huge", `<Keyring>${" ".repeat(3_000_000)}</Keyring>`],
    ["many elements", `<Keyring>${"<a/>".repeat(60_000)}</Keyring>`],
  ])("refuses %s as no keyring", async (_, text) => {
    expect(await fault(Buffer.from(text), "p")).toBe("format");
  });

  it("never fails otherwise, whatever it is given", async () => {
    const text = file.toString("utf8");
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length), fc.nat(60), fc.string(), async (at, cut, put) => {
        const hostile = Buffer.from(text.slice(0, at) + put + text.slice(at + cut));
        expect(["format", "password", "changed", "either", "none"]).toContain(
          await fault(hostile, "geheim äöü"),
        );
      }),
      { numRuns: 60 },
    );
  });

  it("names neither password nor keys in its errors", async () => {
    const error = await readKeyring(file, "falsches-Passwort").catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("falsches");
  });
});
