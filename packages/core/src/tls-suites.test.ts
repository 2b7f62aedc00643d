import { expect, it } from "vitest";
import { SERVED_TLS } from "./tls-suites.ts";

it("has authenticated encryption and forward secrecy in all of them, and no version below 1.2", () => {
  expect(SERVED_TLS.minVersion).toBe("TLSv1.2");
  for (const suite of SERVED_TLS.ciphers.split(":"))
    expect(suite).toMatch(/^(TLS_(AES|CHACHA20)|ECDHE-(ECDSA|RSA)-(AES(128|256)-GCM|CHACHA20-POLY1305))/);
});
