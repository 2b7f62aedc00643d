import { expect, it } from "vitest";
import { passkeyPlace } from "./passkey-place.ts";

it.each([
  ["https:", "hub.example", "here"],
  ["http:", "hub.example", "plain"],
  ["https:", "192.168.1.20", "address"],
  ["https:", "[fe80::1]", "address"],
])("%s//%s: %s", (protocol, hostname, place) => {
  expect(passkeyPlace({ protocol, hostname }, { PublicKeyCredential: true })).toBe(place);
});

it("needs a browser that knows them", () => {
  expect(passkeyPlace({ protocol: "https:", hostname: "hub.example" }, {})).toBe("browser");
});
