import { execFileSync } from "node:child_process";
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newKey } from "./nkey.ts";
import { certificateRequest, keyOfRequest } from "./request.ts";

const spki = (key: ReturnType<typeof newKey>) =>
  (key.type === "private" ? createPublicKey(key) : key).export({ type: "spki", format: "pem" });

describe("the request for a certificate", () => {
  it("is one that OpenSSL reads and verifies", () => {
    const pem = certificateRequest(newKey(), "Hotel Süd");
    const said = execFileSync("openssl", ["req", "-noout", "-verify", "-subject", "-utf8"], {
      input: pem,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "pipe"],
    });
    expect(said).toContain("Hotel S");
  });
  it("gives the key that it was signed with", () => {
    const key = newKey();
    const found = keyOfRequest(certificateRequest(key, "x".repeat(300)));
    expect(found && spki(found)).toBe(spki(key));
  });
  it("is refused when the signature is another one's", () => {
    const [mine, other] = [newKey(), newKey()].map((key) => certificateRequest(key, "a"));
    const bytes = (pem = "") => Buffer.from(pem.replace(/-----[^-]+-----/g, ""), "base64");
    const forged = Buffer.concat([bytes(mine).subarray(0, -64), bytes(other).subarray(-64)]);
    const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${forged.toString("base64")}\n-----END CERTIFICATE REQUEST-----\n`;
    expect(keyOfRequest(pem)).toBeUndefined();
  });
  it("is refused as garbage, cut off, or of another kind of key", () => {
    const pem = certificateRequest(newKey(), "a");
    const head = "-----BEGIN CERTIFICATE REQUEST-----\n";
    const end = "-----END CERTIFICATE REQUEST-----\n";
    expect(keyOfRequest("")).toBeUndefined();
    expect(keyOfRequest(`${head}AAAA\n${end}`)).toBeUndefined();
    expect(keyOfRequest(`${head}MIT/////\n${end}`)).toBeUndefined();
    expect(keyOfRequest(pem.slice(0, 120) + end)).toBeUndefined();
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    expect(() => certificateRequest(rsa, "a")).not.toThrow();
    expect(keyOfRequest(certificateRequest(rsa, "a"))).toBeUndefined();
  });
});
