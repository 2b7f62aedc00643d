/** Our reading of PEM against Node's, which is OpenSSL's. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { certificateKey, privateKeysPublic } from "./key-pair.ts";

const der = (tag: number, ...contents: Uint8Array[]): Buffer => {
  const bytes = Buffer.concat(contents);
  const long = bytes.length > 255 ? [0x82, bytes.length >> 8, bytes.length & 255] : [0x81, bytes.length];
  return Buffer.concat([Buffer.from([tag, ...(bytes.length < 128 ? [bytes.length] : long)]), bytes]);
};
const text = (label: string, bytes: Buffer, end = "\n") =>
  [
    `-----BEGIN ${label}-----`,
    ...(bytes.toString("base64").match(/.{1,64}/g) ?? []),
    `-----END ${label}-----`,
    "",
  ].join(end);

/** RFC 5280, 4.1; the signature says nothing. */
function certificateOf(key: KeyObject, version = true): Buffer {
  const name = der(0x30, der(0x31, der(0x30, Buffer.from("0603550403", "hex"), der(12, Buffer.from("pod")))));
  const algorithm = der(0x30, Buffer.from("06082a8648ce3d040302", "hex"));
  const time = der(23, Buffer.from("260101000000Z"));
  const body = der(
    0x30,
    ...(version ? [Buffer.from("a003020102", "hex")] : []),
    Buffer.from("020101", "hex"),
    algorithm,
    name,
    der(0x30, time, time),
    name,
    key.export({ type: "spki", format: "der" }),
  );
  return der(0x30, body, algorithm, der(3, Buffer.from("003006020101020101", "hex")));
}

/** Without the public part, which OpenSSL writes and others leave out. */
function bare(key: KeyObject): string {
  const secret = Buffer.from(key.export({ format: "jwk" }).d ?? "", "base64url");
  const oid = {
    prime256v1: "06082a8648ce3d030107",
    secp384r1: "06052b81040022",
    secp521r1: "06052b81040023",
  };
  const name = key.asymmetricKeyDetails?.namedCurve as keyof typeof oid;
  const curve = der(0xa0, Buffer.from(oid[name], "hex"));
  return text("EC PRIVATE KEY", der(0x30, Buffer.from("020101", "hex"), der(4, secret), curve));
}

const pairs = [
  ["RSA", generateKeyPairSync("rsa", { modulusLength: 2048 })],
  ["RSA again", generateKeyPairSync("rsa", { modulusLength: 2048 })],
  ["P-256", generateKeyPairSync("ec", { namedCurve: "prime256v1" })],
  ["P-256 again", generateKeyPairSync("ec", { namedCurve: "prime256v1" })],
  ["P-384", generateKeyPairSync("ec", { namedCurve: "secp384r1" })],
  ["P-521", generateKeyPairSync("ec", { namedCurve: "secp521r1" })],
  ["Ed25519", generateKeyPairSync("ed25519")],
  ["Ed25519 again", generateKeyPairSync("ed25519")],
] as const;

function forms(key: KeyObject): string[] {
  const pem = (type: "pkcs8" | "pkcs1" | "sec1") => key.export({ type, format: "pem" }).toString();
  if (key.asymmetricKeyType === "rsa") return [pem("pkcs8"), pem("pkcs1")];
  if (key.asymmetricKeyType !== "ec") return [pem("pkcs8")];
  const parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";
  return [pem("pkcs8"), pem("sec1"), parameters + pem("sec1"), bare(key)];
}

describe("certificateKey and privateKeysPublic", () => {
  it("tell pairs apart as OpenSSL does, in every form that a key is written in", () => {
    for (const [name, { publicKey }] of pairs) {
      for (const version of [true, false]) {
        const cert = `Bag Attributes\n${text("CERTIFICATE", certificateOf(publicKey, version), "\r\n")}`;
        for (const [other, { privateKey }] of pairs) {
          for (const [form, key] of forms(privateKey).entries()) {
            const fits = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
            expect([name, other, form, certificateKey(cert) === privateKeysPublic(key)]).toEqual([
              name,
              other,
              form,
              fits,
            ]);
          }
        }
      }
    }
  });

  it("leave kinds of keys that they cannot compare to TLS", () => {
    for (const { publicKey, privateKey } of [
      generateKeyPairSync("ed448"),
      generateKeyPairSync("ec", { namedCurve: "secp256k1" }),
    ]) {
      const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
      expect(certificateKey(text("CERTIFICATE", certificateOf(publicKey)))).toBeDefined();
      expect(privateKeysPublic(key)).toBeDefined();
    }
  });

  const reads = (read: () => unknown) => {
    try {
      return read() !== undefined;
    } catch {
      return false;
    }
  };
  const cut = fc.record({
    from: fc.nat(3_000),
    length: fc.integer({ min: 1, max: 200 }),
    put: fc.constantFrom("", "A", "\n", "-", "=", "ä", " "),
  });

  it("read whatever Node still reads of damaged text", () => {
    const certs = pairs.map(([, { publicKey }]) => text("CERTIFICATE", certificateOf(publicKey)));
    const keys = pairs.flatMap(([, { privateKey }]) => forms(privateKey));
    const damaged = fc.tuple(fc.constantFrom(...certs), fc.constantFrom(...keys), cut);
    fc.assert(
      fc.property(damaged, ([cert, key, { from, length, put }]) => {
        const damage = (whole: string) => {
          const at = from % whole.length;
          return whole.slice(0, at) + put + whole.slice(at + length);
        };
        const [badCert, badKey] = [damage(cert), damage(key)];
        if (reads(() => new X509Certificate(badCert).publicKey))
          expect([badCert, certificateKey(badCert)]).not.toEqual([badCert, undefined]);
        if (reads(() => createPrivateKey(badKey)))
          expect([badKey, privateKeysPublic(badKey)]).not.toEqual([badKey, undefined]);
      }),
      { numRuns: 2_000 },
    );
  });

  it("refuse what is cut off, and what is no PEM", () => {
    for (const [, { publicKey, privateKey }] of pairs) {
      const cert = certificateOf(publicKey);
      for (let length = 0; length < cert.length; length += 7) {
        const part = text("CERTIFICATE", cert.subarray(0, length));
        expect([length, certificateKey(part), reads(() => new X509Certificate(part))]).toEqual([
          length,
          undefined,
          false,
        ]);
      }
      const key = privateKey.export({ type: "pkcs8", format: "der" });
      for (let length = 0; length < key.length; length += 7) {
        expect([length, privateKeysPublic(text("PRIVATE KEY", key.subarray(0, length)))]).toEqual([
          length,
          undefined,
        ]);
      }
    }
    for (const none of [
      "",
      "x",
      "-----BEGIN CERTIFICATE-----",
      "-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----",
    ]) {
      expect([certificateKey(none), privateKeysPublic(none)]).toEqual([undefined, undefined]);
    }
  });
});
