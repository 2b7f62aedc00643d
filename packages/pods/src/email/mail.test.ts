import * as fc from "fast-check";
import { expect, it } from "vitest";
import { podLoad } from "../testing/index.ts";
import { addressesOf, isAddress } from "./address.ts";
import { composeMail } from "./mail.ts";
import { checkEmail, emailSchema } from "./schema.ts";

const mail = { from: "hub@example.org", to: "a@example.org", subject: "s", text: "t", ts: 0 };

it("lets no value become a header or a second recipient", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (subject, text) => {
      const composed = composeMail({
        ...mail,
        subject: `${subject}\r\nBcc: x@y.z`,
        text: `${text}\r\n.\r\n`,
      });
      const [head = "", body = ""] = composed.split("\r\n\r\n", 2);
      expect(head).toMatch(/^[\x20-\x7e\r\n]*$/);
      expect(head).not.toMatch(/^Bcc:/m);
      expect(head.split("\r\n").every((line) => line.length < 100)).toBe(true);
      expect(body).toMatch(/^[A-Za-z0-9+/=\r\n]*$/);
      const words = /^Subject: (.*(?:\r\n .*)*)/m.exec(head)?.[1] ?? "";
      const read = words
        .replaceAll("?=\r\n =?", "?==?")
        .replaceAll(/=\?utf-8\?B\?([^?]*)\?=/g, (_, word: string) =>
          Buffer.from(word, "base64").toString("utf8"),
        );
      expect(read).toBe(
        Buffer.from(`${subject}\r\nBcc: x@y.z`.replaceAll(/\p{Cc}+/gu, " ").trim()).toString(),
      );
    }),
  );
});

it("takes addresses, and nothing that could end a line", () => {
  expect(
    ["a@b.de", "first.last+tag@mail.example.org", "müller@haus.test", "用户@example.org"].every(isAddress),
  ).toBe(true);
  for (const bad of [
    "",
    "a",
    "a@",
    "@b",
    "a b@c",
    "a@b>",
    "<a@b>",
    "a@b\r\nRCPT TO:<c@d>",
    "a..b@c",
    "mül ler@b",
    "mü\u00a0ller@b",
    "m\ud800@b",
    "müller\u0085@b",
    `${"ü".repeat(125)}@b.de`,
    `${"a".repeat(250)}@b.de`,
  ]) {
    expect(isAddress(bad)).toBe(false);
  }
  expect(addressesOf(" a@b , ,c@d,a@b")).toEqual(["a@b", "c@d"]);
});

it("refuses what cannot work, naming the field", () => {
  const found = (
    iface: Record<string, string>,
    channel: Record<string, string | number>,
    type: "float" | "string" = "float",
  ) =>
    checkEmail(
      podLoad(
        emailSchema,
        [{ host: "mail.lan", from: "hub@example.org", ...iface }],
        [{ chan: "x", type, config: channel }],
      ),
    ).map(({ attribute, text }) => `${attribute}: ${text}`);
  const to = { to: "a@example.org" };
  expect(found(to, {})).toEqual([]);
  expect(found({}, {})).toEqual(["to: Der Empfänger fehlt"]);
  expect(found(to, { when: "above" })).toEqual(["limit: Der Grenzwert fehlt"]);
  expect(found(to, { when: "above", limit: 3 }, "string")).toEqual(["type: Ein Grenzwert braucht eine Zahl"]);
  expect(found(to, { when: "true" })).toEqual(["type: Ein Schaltwert braucht den Typ „bool“"]);
  expect(found(to, { limit: 1 })).toEqual(["limit: Einen Grenzwert haben nur „above“ und „below“"]);
  expect(found(to, { clear: "x" })).toEqual(["clear: Beim Auslöser „change“ ist nichts vorbei"]);
  expect(found({ ...to, user: "u" }, {})).toEqual(["user: Benutzername und Passwort gehören zusammen"]);
  expect(found({ ...to, user: "u", password: "p", security: "none" }, {})).toEqual([
    "security: Ohne Verschlüsselung könnte das Passwort mitgelesen werden",
  ]);
  expect(found({ to: "a@b, nobody" }, {})).toEqual(["to: „nobody“ ist keine E-Mail-Adresse"]);
});

it("with a file beside it is read as text and file, and neither can become a header or another part", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.uint8Array({ maxLength: 500 }), (text, bytes) => {
      const content = Buffer.from(bytes).toString("base64");
      const attachment = { name: "bericht-2026-10.xlsx", type: "application/x-test", content };
      const composed = composeMail({ ...mail, text: `${text}\r\n--part-\r\n`, id: "r.1", attachment });
      const [, boundary = "?"] = /^Content-Type: multipart\/mixed; boundary="([^"]+)"/m.exec(composed) ?? [];
      const [head = "", first = "", second = "", end = ""] = composed.split(`--${boundary}`);
      expect(head).toContain("Message-ID: <r.1@example.org>");
      expect(end).toBe("--\r\n");
      const decoded = (part: string) => Buffer.from(part.split("\r\n\r\n")[1] ?? "", "base64");
      expect(decoded(first).toString("utf8")).toBe(
        Buffer.from(`${text}\r\n--part-\r\n`.replaceAll(/\r?\n/g, "\r\n")).toString("utf8"),
      );
      expect(second).toContain('Content-Disposition: attachment; filename="bericht-2026-10.xlsx"');
      expect(decoded(second).equals(Buffer.from(bytes))).toBe(true);
    }),
  );
});
