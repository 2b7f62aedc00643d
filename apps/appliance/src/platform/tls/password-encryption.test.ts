import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { type Element, elements } from "./der.ts";
import { bmp, decrypt, Effort, pkcs12Key } from "./password-encryption.ts";

it.each([
  // Vectors of Bouncy Castle's PKCS12Test, made with other implementations.
  ["smeg", "0a58cf64530d823f", 1, 1, 24, "8aaae6297b6cb04642ab5b077851284eb7128f1a2a7fbca3"],
  ["smeg", "0a58cf64530d823f", 1, 2, 8, "79993dfe048d3b76"],
  ["smeg", "642b99ab44fb4b1f", 1, 1, 24, "f3a95fec48d7711e985cfe67908c5ab79fa3d7c5caa5d966"],
  ["smeg", "3d83c0e4546ac140", 1, 3, 20, "8d967d88f6caa9d714800ab3d48051d63f73a312"],
  ["queeg", "05dec959acff72f7", 1_000, 1, 24, "ed2034e36328830ff09df1e1a07dd357185dac0d4f9eb3d4"],
  ["queeg", "05dec959acff72f7", 1_000, 2, 8, "11dedad7758d4860"],
] as const)(
  "PKCS#12 makes of %s, %s, %i the key %#",
  async (password, salt, rounds, purpose, length, key) => {
    const order = {
      hash: "sha1",
      secret: bmp(password),
      salt: Buffer.from(salt, "hex"),
      rounds,
      purpose,
      length,
    };
    expect((await pkcs12Key(order)).toString("hex")).toBe(key);
  },
);

it("is bounded in what a file may ask for, all its parts together", async () => {
  const effort = new Effort();
  expect(effort.take(1_500_000)).toBe(1_500_000);
  expect(() => effort.take(600_000)).toThrow("verlangt zu viele Rechenschritte");
  for (const rounds of [0, -1, undefined])
    expect(() => new Effort().take(rounds)).toThrow("nicht unterstützt");
});

it("is refused before any work where the file asks for too much or for something else", async () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const der = privateKey.export({ type: "pkcs8", format: "der", cipher: "aes-256-cbc", passphrase: "x" });
  const [algorithm, content] = elements(elements(der)[0]?.content ?? der) as [Element, Element];
  const plain = await decrypt(algorithm, content.content, "x", new Effort());
  expect(createPrivateKey({ key: plain, format: "der", type: "pkcs8" }).equals(privateKey)).toBe(true);
  // 2048 rounds, as OpenSSL writes them: 02 02 08 00
  const many = Buffer.from(algorithm.content.toString("hex").replace("02020800", "02027fff"), "hex");
  const effort = new Effort();
  effort.take(1_990_000);
  await expect(decrypt({ ...algorithm, content: many }, content.content, "x", effort)).rejects.toThrow(
    "zu viele",
  );
  const pbkdf2 = "2a864886f70d01050c";
  const scrypt = Buffer.from(algorithm.content.toString("hex").replace(pbkdf2, "2a864886f70d01050d"), "hex");
  await expect(
    decrypt({ ...algorithm, content: scrypt }, content.content, "x", new Effort()),
  ).rejects.toThrow("nicht unterstützt");
});
