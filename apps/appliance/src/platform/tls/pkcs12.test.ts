import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { bmp, Effort, pkcs12Key } from "./password-encryption.ts";
import { readPkcs12 } from "./pkcs12.ts";

const der = (tag: number, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts);
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const [sequence, octets, integer] = [0x30, 0x04, 0x02];
const DATA = Buffer.from("06092a864886f70d010701", "hex");
const SHA256 = Buffer.from("0609608648016503040201", "hex");
const SALT = Buffer.from("salzsalz");

/** Without a certificate, under the sum of `password`. */
async function file(password: string, { said = 1, change = 0 } = {}): Promise<Buffer> {
  const safe = der(sequence);
  const of = { hash: "sha256", length: 32, salt: SALT, purpose: 3, rounds: 1 } as const;
  const sum = createHmac("sha256", await pkcs12Key({ ...of, secret: bmp(password) }))
    .update(safe)
    .digest();
  sum[0] = (sum[0] ?? 0) ^ change;
  const rounds = Buffer.from([said >> 24, (said >> 16) & 0xff, (said >> 8) & 0xff, said & 0xff]);
  const digest = der(sequence, der(sequence, SHA256), der(octets, sum));
  const mac = der(sequence, digest, der(octets, SALT), der(integer, rounds));
  return der(
    sequence,
    der(integer, Buffer.from([3])),
    der(sequence, DATA, der(0xa0, der(octets, safe))),
    mac,
  );
}

it("is read where its checksum fits, and refused where it does not", async () => {
  const read = async (bytes: Promise<Buffer>) => await readPkcs12(await bytes, "geheim", new Effort());
  expect(await read(file("geheim"))).toEqual({ certificates: [], keys: [] });
  await expect(read(file("anderes"))).rejects.toThrow("Passwort");
  await expect(read(file("geheim", { change: 1 }))).rejects.toThrow("Passwort");
});

it("is refused before any work where its checksum asks for too much", async () => {
  const bytes = await file("geheim", { said: 2_000_001 });
  await expect(readPkcs12(bytes, "geheim", new Effort())).rejects.toThrow("zu viele Rechenschritte");
});
