import { describe, expect, it } from "vitest";
import { address, netErrorText } from "./net-errors.ts";

const coded = (code: string) => Object.assign(new Error("x"), { code });

describe("network errors", () => {
  it.each([
    ["ECONNREFUSED", /abgelehnt/],
    ["ENOTFOUND", /DNS/],
    ["EHOSTUNREACH", /nicht erreichbar/],
    ["ETIMEDOUT", /Zeitüberschreitung/],
    ["ECONNRESET", /unterbrochen/],
    ["CERT_HAS_EXPIRED", /abgelaufen/],
    ["ERR_TLS_CERT_ALTNAME_INVALID", /anderen Namen/],
    ["ERR_SSL_WRONG_VERSION_NUMBER", /kein passendes TLS/],
    ["ESOMETHING", /fehlgeschlagen \(ESOMETHING\)/],
  ])("%s", (code, text) => {
    expect(netErrorText(coded(code), "h:1")).toMatch(text);
    expect(netErrorText(new AggregateError([coded(code)]), "h:1")).toMatch(text);
  });

  it("survives anything thrown", () => {
    expect(netErrorText("x", "h:1")).toBe("Verbindung zu h:1 fehlgeschlagen");
  });

  it("writes IPv6 addresses in brackets", () => {
    expect([address("::1", 80), address("h", 80)]).toEqual(["[::1]:80", "h:80"]);
  });
});
