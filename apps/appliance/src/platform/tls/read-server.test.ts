import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { readServer } from "./read-server.ts";
import { keyText, type Made, make, NOW } from "./testing.ts";

let root: Made;
let between: Made;
let server: Made;
let key = "";

beforeAll(async () => {
  root = await make("Firma Root");
  between = await make("Firma Ausgabe", { issuer: root });
  server = await make("hub.firma.example", { issuer: between, names: ["hub.firma.example"] });
  key = await keyText(server);
});

const read = (text: string | Buffer, more: { key?: string; password?: string; trusted?: Made[] } = {}) =>
  readServer(
    { bytes: Buffer.from(text), key: more.key ?? "", password: more.password ?? "" },
    (more.trusted ?? []).map(({ certificate }) => new X509Certificate(Buffer.from(certificate.rawData))),
    NOW,
  );
const servedNames = (pem: string) =>
  (pem.match(/-----BEGIN[^]+?-----END CERTIFICATE-----/g) ?? []).map(
    (one) => new X509Certificate(one).subject,
  );

describe("a server's certificate", () => {
  it("is read with key and chain, in the order it is served, whatever the order in the file", async () => {
    for (const text of [
      key + server.text + between.text + root.text,
      root.text + between.text + server.text + key,
      `Firma\r\n${(between.text + key + root.text + server.text).replaceAll("\n", "\r\n")}`,
    ]) {
      const { pair, root: found } = await read(text);
      expect(servedNames(pair.certificate)).toEqual(["CN=hub.firma.example", "CN=Firma Ausgabe"]);
      expect(pair.key).toBe(createPrivateKey(key).export({ type: "pkcs8", format: "pem" }));
      expect(found.subject).toBe("CN=Firma Root");
    }
  });

  it("may have its key in a file of its own, and its root among those that are trusted", async () => {
    const { pair } = await read(server.text + between.text, { key, trusted: [root] });
    expect(servedNames(pair.certificate)).toHaveLength(2);
    const der = Buffer.from(
      (await make("direkt.example", { issuer: root, names: ["direkt.example"] })).certificate.rawData,
    );
    await expect(read(der, { trusted: [root] })).rejects.toThrow("Der private Schlüssel fehlt");
  });

  it("may be signed by itself", async () => {
    const own = await make("allein.example", { names: ["allein.example"], ca: false });
    expect(servedNames((await read(own.text + (await keyText(own)))).pair.certificate)).toHaveLength(1);
  });

  it("leaves out what does not belong to its chain", async () => {
    const other = await make("Andere Root");
    const { pair } = await read(key + server.text + other.text + between.text + root.text);
    expect(servedNames(pair.certificate)).toHaveLength(2);
  });

  it("is refused with another one's key, with none and with two", async () => {
    const foreign = await keyText(root);
    await expect(read(server.text + between.text + (await keyText(await make("x"))))).rejects.toThrow(
      "Der private Schlüssel passt nicht zum Zertifikat („hub.firma.example“, „Firma Ausgabe“).",
    );
    await expect(read(server.text)).rejects.toThrow("Der private Schlüssel fehlt");
    await expect(read(server.text + key + foreign)).rejects.toThrow("mehrere private Schlüssel");
    await expect(read(key)).rejects.toThrow("enthält kein Zertifikat");
    await expect(read(server.text, { key: "Hallo" })).rejects.toThrow(
      "Die Schlüsseldatei enthält keinen privaten Schlüssel",
    );
    await expect(read(server.text, { key: key.replace("MI", "!!") })).rejects.toThrow(
      "Schlüssel ist beschädigt",
    );
  });

  it("is refused with an incomplete chain, which names what is missing", async () => {
    await expect(read(key + server.text + root.text)).rejects.toThrow(
      "Die Kette von „hub.firma.example“ ist unvollständig: Es fehlt das Zertifikat von „Firma Ausgabe“, das „hub.firma.example“ ausgestellt hat. Enthalten sind außer ihm: „Firma Root“.",
    );
    await expect(read(key + server.text + between.text)).rejects.toThrow(
      "Es fehlt das Zertifikat von „Firma Root“",
    );
  });

  it("is refused where somebody else signed a certificate of its chain", async () => {
    const other = await make("Andere Root");
    const forged = await make("Firma Ausgabe", { issuer: other, issuerName: "Firma Root" });
    const own = await make("a.example", { issuer: forged, names: ["a.example"] });
    await expect(read((await keyText(own)) + own.text + forged.text + root.text)).rejects.toThrow(
      "unvollständig",
    );
    const noCa = await make("Kein Aussteller", { issuer: root, ca: false });
    const below = await make("b.example", { issuer: noCa, names: ["b.example"] });
    await expect(read((await keyText(below)) + below.text + noCa.text + root.text)).rejects.toThrow(
      "unvollständig",
    );
  });

  it("is refused outside its time, and so is its chain", async () => {
    const late = await make("alt.example", { issuer: root, names: ["alt.example"], to: 0 });
    await expect(read((await keyText(late)) + late.text + root.text)).rejects.toThrow(
      "„alt.example“ ist seit dem 1.6.2026 abgelaufen.",
    );
    const early = await make("neu.example", { issuer: root, names: ["neu.example"], from: 1 });
    await expect(read((await keyText(early)) + early.text + root.text)).rejects.toThrow(
      "„neu.example“ gilt erst ab dem 2.6.2026.",
    );
    const gone = await make("Alte Ausgabe", { issuer: root, to: -1 });
    const below = await make("c.example", { issuer: gone, names: ["c.example"] });
    await expect(read((await keyText(below)) + below.text + gone.text + root.text)).rejects.toThrow(
      "„Alte Ausgabe“ ist seit dem 31.5.2026 abgelaufen.",
    );
  });

  it("is refused without names, and where it is for clients only", async () => {
    const nameless = await make("nur-cn.example", { issuer: root, ca: false });
    await expect(read((await keyText(nameless)) + nameless.text + root.text)).rejects.toThrow(
      "nennt keine Namen oder Adressen (subjectAltName)",
    );
    const usages = ["1.3.6.1.5.5.7.3.2"];
    const client = await make("gast.example", { issuer: root, names: ["gast.example"], usages });
    await expect(read((await keyText(client)) + client.text + root.text)).rejects.toThrow(
      "nicht für Server ausgestellt",
    );
    const both = await make("d.example", {
      issuer: root,
      names: ["d.example"],
      usages: [...usages, "1.3.6.1.5.5.7.3.1"],
    });
    expect((await read((await keyText(both)) + both.text + root.text)).pair.certificate).toContain("BEGIN");
  });

  it("is refused if it is none, or too large", async () => {
    const request = "-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n";
    await expect(read(request)).rejects.toThrow("Zertifikatsanforderung");
    await expect(read("")).rejects.toThrow("leer");
    await expect(read(Buffer.alloc(256 * 1024 + 1))).rejects.toThrow("größer als 256\u00a0kB");
    for (const text of ["Hallo", "\u0000\u0001", Buffer.alloc(200_000, 0x30), "-----BEGIN ".repeat(20_000)]) {
      await expect(read(text)).rejects.toThrow(/kein Zertifikat/);
    }
  });
});

describe("its key", () => {
  const ec = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve }).privateKey;

  it("may be one that browsers take, no other", async () => {
    const rsa = {
      name: "RSASSA-PKCS1-v1_5",
      modulusLength: 2_048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: "SHA-256",
    };
    const fit = await make("rsa.example", { issuer: root, names: ["rsa.example"], algorithm: rsa });
    expect((await read((await keyText(fit)) + fit.text + root.text)).pair.certificate).toContain("BEGIN");
    for (const [unfit, name] of [
      [generateKeyPairSync("rsa", { modulusLength: 1_024 }).privateKey, "RSA mit 1024 Bit"],
      [ec("secp521r1"), "EC (secp521r1)"],
      [ec("secp256k1"), "EC (secp256k1)"],
      [generateKeyPairSync("ed25519").privateKey, "ed25519"],
    ] as const) {
      const pem = unfit.export({ type: "pkcs8", format: "pem" }).toString();
      await expect(read(server.text + pem)).rejects.toThrow(
        `Ein Schlüssel der Art ${name} wird nicht unterstützt.`,
      );
    }
    await expect(read(server.text + key.replaceAll("PRIVATE", "OPENSSH PRIVATE"))).rejects.toThrow(
      "„OPENSSH PRIVATE KEY“",
    );
  });

  it("may be under a password, in the forms that OpenSSL writes", async () => {
    const chain = server.text + between.text + root.text;
    const own = createPrivateKey(key);
    const secret = { cipher: "aes-256-cbc", passphrase: "Schlüssel 7" };
    for (const type of ["pkcs8", "sec1"] as const) {
      const locked = own.export({ type, format: "pem", ...secret }).toString();
      expect(locked).toContain("ENCRYPTED");
      expect((await read(chain + locked, { password: "Schlüssel 7" })).pair.key).toContain(
        "BEGIN PRIVATE KEY",
      );
      expect((await read(chain, { key: locked, password: "Schlüssel 7" })).pair.key).toContain(
        "BEGIN PRIVATE KEY",
      );
      await expect(read(chain + locked)).rejects.toThrow(
        "mit einem Passwort verschlüsselt. Bitte geben Sie es an.",
      );
      await expect(read(chain + locked, { password: "falsch" })).rejects.toThrow(
        "Passwort des privaten Schlüssels ist falsch",
      );
    }
  });
});
