import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";
import { beforeAll, describe, expect, it } from "vitest";
import { readAuthority } from "./read-authority.ts";
import { keyText, type Made, make, NOW } from "./testing.ts";

let root: Made;
let other: Made;
let pem = "";
beforeAll(async () => {
  [root, other] = await Promise.all([make("Firma Root"), make("Andere Root")]);
  pem = root.text;
});
const read = (content: string | ArrayBuffer | Buffer) =>
  readAuthority(
    typeof content === "string" ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
    NOW,
  );
const bundle = (...made: Made[]) => new x509.X509Certificates(made.map(({ certificate }) => certificate));

describe("the certificate of an authority", () => {
  it("is read from PEM, DER and PKCS#7", () => {
    const fingerprints = [
      pem,
      `Firma, Abteilung IT\r\n${pem.replaceAll("\n", "\r\n")}`,
      pem + pem,
      root.certificate.rawData,
      bundle(root).export("raw"),
      `-----BEGIN PKCS7-----\n${Buffer.from(bundle(root).export("raw")).toString("base64")}\n-----END PKCS7-----\n`,
    ].map((content) => read(content).fingerprint256);
    expect(new Set(fingerprints).size).toBe(1);
  });

  it("is refused with its private key, in any form, before anything else is looked at", async () => {
    const der = await webcrypto.subtle.exportKey("pkcs8", root.keys.privateKey);
    const key = await keyText(root);
    for (const content of [key, pem + key, key.replaceAll("PRIVATE", "ENCRYPTED PRIVATE"), der]) {
      expect(() => read(content)).toThrow("enthält einen privaten Schlüssel");
    }
  });

  it("is refused with others in the same file", () => {
    const two = pem + other.certificate.toString("pem");
    for (const content of [two, bundle(root, other).export("raw")]) {
      expect(() => read(content)).toThrow("Die Datei enthält 2 Zertifikate.");
    }
  });

  it("is refused if it is no authority's, between two, or expired", async () => {
    const server = await make("server.firma", { ca: false, issuer: root });
    expect(() => read(server.certificate.toString("pem"))).toThrow(
      "„server.firma“ ist kein Zertifikat einer Zertifizierungsstelle.",
    );
    const between = await make("Firma Ausgabe", { issuer: root });
    expect(() => read(between.certificate.toString("pem"))).toThrow(
      "„Firma Ausgabe“ ist ein Zwischenzertifikat. Gebraucht wird das Stammzertifikat von „Firma Root“.",
    );
    const forged = await make("Firma Root", { issuer: other, issuerName: "Firma Root" });
    expect(() => read(forged.certificate.toString("pem"))).toThrow("ist ein Zwischenzertifikat");
    const old = await make("Alt", { to: -1 });
    expect(() => read(old.certificate.toString("pem"))).toThrow("„Alt“ ist seit dem 31.5.2026 abgelaufen.");
  });

  it("is refused if it is no certificate", () => {
    const request = "-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n";
    expect(() => read(request)).toThrow("Zertifikatsanforderung");
    const cut = Buffer.from(root.certificate.rawData).subarray(0, 100);
    for (const content of [
      "Hallo",
      "\u0000\u0001",
      cut,
      Buffer.concat([Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff])]),
      Buffer.alloc(200_000, 0x30),
      pem.replace("MII", "AAA"),
      "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
      Buffer.from(bundle(root).export("raw")).subarray(0, 60),
    ]) {
      expect(() => read(content)).toThrow(/kein Zertifikat/);
    }
    expect(() => read("")).toThrow("leer");
    expect(() => read(Buffer.alloc(256 * 1024 + 1))).toThrow("größer als 256\u00a0kB");
  });
});
