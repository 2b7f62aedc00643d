import { fromPublic, fromSeed } from "@nats-io/nkeys";
import { describe, expect, it } from "vitest";
import { answerNonce, signClaims } from "./claims.ts";
import { keyFromPem, keyToPem, newKey, nkeyOf } from "./nkey.ts";

/** A key from NATS' own documentation. */
const SEED = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY";
const NAME = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4";

describe("names of keys", () => {
  it("are those that NATS gives", () => {
    for (const kind of ["operator", "account", "user"] as const) {
      const key = newKey();
      const name = nkeyOf(kind, key);
      expect(name).toMatch({ operator: /^O/, account: /^A/, user: /^U/ }[kind]);
      expect(() => fromPublic(name)).not.toThrow();
    }
    expect(fromSeed(Buffer.from(SEED)).getPublicKey()).toBe(NAME);
  });
  it("sign so that NATS verifies it", () => {
    const key = newKey();
    const { nkey, sig } = answerNonce("pass", key)("nonce");
    expect(fromPublic(nkey).verify(Buffer.from("nonce"), Buffer.from(sig, "base64url"))).toBe(true);
    expect(fromPublic(nkey).verify(Buffer.from("other"), Buffer.from(sig, "base64url"))).toBe(false);
    const claims = signClaims("account", key, { name: "a", sub: nkey, iat: 1, nats: {} });
    const [head, body, signed = ""] = claims.split(".");
    const verified = fromPublic(nkeyOf("account", key)).verify(
      Buffer.from(`${head}.${body}`),
      Buffer.from(signed, "base64url"),
    );
    expect(verified).toBe(true);
  });
  it("come back from their file", () => {
    const key = newKey();
    expect(nkeyOf("user", keyFromPem(keyToPem(key)))).toBe(nkeyOf("user", key));
    expect(() => keyFromPem("nothing")).toThrow();
  });
});
