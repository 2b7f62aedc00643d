import { generateKeyPairSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";
import { keyText, make } from "../../../../platform/tls/testing.ts";
import { hasCheck, problemInFile } from "./files.ts";

const folder = useFolder();

async function problem(name: string, content: string | Buffer): Promise<string | undefined> {
  const file = path.join(folder(), "file");
  await writeFile(file, content);
  return await problemInFile(name, file);
}

const key = (kind: "ed25519" | "x25519") =>
  generateKeyPairSync(kind as "ed25519")
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();

describe("files of a backup that are what their names say", () => {
  it.each<[string, string]>([
    ["retained/pool/state.damaged-1.json", "anything"],
    ["retained/pool/project", "7"],
    ["public-files/htdocs/a.html", "\0"],
    ["pods/pods/settings.json", "{}"],
    ["pod-secrets/pods/tokens/knx.a", "abc-DEF_1"],
    ["pod-secrets/pods/handover/knx.a/secrets.json", '{"a":"b"}'],
    [
      "pod-secrets/pods/handover/knx.a/files/keyring.main.knxkeys",
      '\uFEFF<?xml version="1.0"?>\n<Keyring Project="x">',
    ],
    ["scripts/scripts/active.json", '{"scripts":{"a.lua":"print(1)"},"hosts":[]}'],
    ["scripts/scripts/uploaded/a.lua", "print('ä')"],
    ["constants/constants/edited.json", '{"format":1,"values":{}}'],
    ["project/projects/current.json", '{"version":null}'],
    ["identity/device-key.pem", key("ed25519")],
  ])("are taken: %s", async (name, content) => {
    expect(await problem(name, content)).toBeUndefined();
  });
  it.each<[string, string, string]>([
    ["retained/pool/state.json", '{"generation":1,"entries":"","sum":"0"}', "Prüfsumme"],
    ["retained/pool/snapshots/20261121T133000Z-day.json", "{}", "Prüfsumme"],
    ["pods/pods/settings.json", "[]", "JSON"],
    ["pod-secrets/pods/tokens/knx.a", "two words", "Token"],
    ["pod-secrets/pods/handover/knx.a/secrets.json", '{"a":1}', "Name"],
    ["pod-secrets/pods/handover/knx.a/files/keyring.main.knxkeys", "<html>", "Schlüsselbund"],
    ["scripts/scripts/active.json", '{"scripts":{"a.lua":1}}', "Name"],
    ["scripts/scripts/kept/a.lua.json", "[".repeat(500), "Name"],
    ["scripts/scripts/uploaded/a.lua", "\0", "Skript"],
    ["authorities/authorities/a.pem", "-----BEGIN CERTIFICATE-----", "Zertifizierungsstelle"],
    ["certificates/tls/server.pem", "x", "passen nicht"],
    ["certificates/tls/proxy/a.pem", "x", "passen nicht"],
    ["identity/device-key.pem", key("x25519"), "Schlüssel"],
    ["constants/constants/edited.json", "{}", "Name"],
    ["device/host-settings.json", "7", "Name"],
    ["project/projects/current.json", '{"version":"../../x"}', "Name"],
    ["recorded/lake/2026-11-21.parquet", "PAR1", "beschädigt"],
    ["recorded/lake/hot/20261121T1315Z-0000000042.parquet", "x", "beschädigt"],
    ["recorded/lake/hot/20261121T1315Z-0000000042.log", "x", "beschädigt"],
  ])("are refused: %s with %s", async (name, content, why) => {
    expect(await problem(name, content)).toContain(why);
  });
  it("are certificates with their own keys, and authorities that are some", async () => {
    const [ca, server] = [await make("ca"), await make("server", { names: ["a.test"] })];
    const authority = { key: await keyText(ca), certificate: ca.text };
    const other = { key: await keyText(server), certificate: server.text };
    expect(
      await problem("certificates/tls/server.pem", authority.key + authority.certificate),
    ).toBeUndefined();
    expect(await problem("certificates/tls/server.pem", other.key + authority.certificate)).toContain(
      "passen",
    );
    expect(await problem("authorities/authorities/a.pem", authority.certificate)).toBeUndefined();
    expect(await problem("authorities/authorities/a.pem", other.certificate)).toContain(
      "Zertifizierungsstelle",
    );
  });
});

describe("data of a container", () => {
  const NAME = "data-mosquitto/add-ons/mosquitto.tar";
  function entry(name: string, { content = "", mode = 0o644, size = 0, type = "0" } = {}): Buffer {
    const head = Buffer.alloc(512);
    head.write(name);
    head.write(`${mode.toString(8).padStart(7, "0")}\0`, 100);
    head.write(`${(size || content.length).toString(8).padStart(11, "0")}\0`, 124);
    head.write("        ", 148);
    head.write(type, 156);
    head.write("ustar\0", 257);
    const sum = head.reduce((all, byte) => all + byte, 0);
    head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return Buffer.concat([head, Buffer.from(content.padEnd(Math.ceil(content.length / 512) * 512, "\0"))]);
  }
  const tar = (...entries: Buffer[]) => problem(NAME, Buffer.concat([...entries, Buffer.alloc(1_024)]));
  const paxOf = (...records: string[]) => entry("pax", { type: "x", content: records.join("") });
  /** `length key=value` and a line end; the length counts itself. */
  const record = (text: string) => {
    const digits = text.length + 3 < 97 ? 2 : 3;
    return `${text.length + 2 + digits} ${text}\n`;
  };
  const pax = (text: string) => paxOf(record(text));

  it("is looked at", () => {
    expect(hasCheck(NAME)).toBe(true);
    expect(hasCheck("public-files/htdocs/a.html")).toBe(false);
  });
  it("is taken with files and folders, by long names too", async () => {
    const long = "x".repeat(200);
    const found = await tar(
      entry("data/", { type: "5", mode: 0o2755 }),
      entry("data/a", { content: "one" }),
      pax(`path=data/${long}`),
      entry("short", { content: "two" }),
      entry("././@LongLink", { type: "L", content: `data/${long}2\0` }),
      entry("short", { content: "three" }),
    );
    expect(found).toBeUndefined();
  });
  it.each([
    ["a link", entry("data/a", { type: "2" }), "weder Datei noch Ordner"],
    ["a hard link", entry("data/a", { type: "1" }), "weder Datei noch Ordner"],
    ["a device", entry("data/a", { type: "3" }), "weder Datei noch Ordner"],
    ["a pipe", entry("data/a", { type: "6" }), "weder Datei noch Ordner"],
    ["somebody else's rights", entry("data/a", { mode: 0o4755 }), "fremden Rechten"],
    ["a group's rights", entry("data/a", { mode: 0o2755 }), "fremden Rechten"],
    ["a way out", entry("data/../../a"), "hinaus"],
    ["a place of its own", entry("/etc/a"), "hinaus"],
    ["a size that leads behind its end", entry("data/a", { size: 9_999 }), "beschädigt"],
  ])("is refused with %s", async (_, bad, why) => {
    expect(await tar(entry("data/ok", { content: "one" }), bad)).toContain(why);
  });
  it("is refused by the name that a record before it gives", async () => {
    expect(await tar(pax("path=../evil"), entry("data/a"))).toContain("hinaus");
    expect(await tar(entry("l", { type: "L", content: "/evil\0" }), entry("data/a"))).toContain("hinaus");
  });
  // Where an engine would read it otherwise than we do, an entry could hide in what we take for contents.
  const long = (name: string) => entry("l", { type: "L", content: `${name}\0` });
  it.each<[string, Buffer[]]>([
    ["a name said twice", [paxOf(record("path=../evil"), record("path=data/okay"))]],
    [
      "a name inside of a comment",
      [paxOf("38 comment=aaaaaaaaa\n15 path=data/ok\n", "\n", record("path=../../../evil"))],
    ],
    ["two records", [paxOf(record("path=data/okay")), paxOf(record("mtime=1234567"))]],
    ["a record and a long name", [long("/evil"), paxOf(record("path=data/okay"))]],
    ["a record for everything that follows", [entry("g", { type: "g", content: record("path=../evil") })]],
    ["a name of a sparse file", [paxOf(record("GNU.sparse.name=../evil"))]],
    ["rights beside its mode", [paxOf(record("SCHILY.xattr.security.capability=x"))]],
    ["a length that is none", [paxOf("9 mtime=o", record("path=data/okay"))]],
    ["a folder that says it is a file", [entry("data/a/", { type: "\0", size: 512 }), Buffer.alloc(512, 1)]],
  ])("is refused with %s", async (_, bad) => {
    expect(await tar(entry("data/ok", { content: "one" }), ...bad, entry("data/a"))).toBeDefined();
  });
  it("is refused where it is none, or nothing", async () => {
    expect(await problem(NAME, "x".repeat(2_000))).toContain("beschädigt");
    expect(await problem(NAME, "")).toContain("beschädigt");
    expect(await tar()).toContain("leer");
  });
});
