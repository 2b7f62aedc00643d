import { expect, it } from "vitest";
import { bareOf, endpointOf, isAddress, isTarget, targetOf } from "./account.ts";

it("tells addresses from what is none", () => {
  for (const text of ["hub@example.org", "a.b@[::1]x", "tür@bücher.example"]) {
    if (!text.includes("[")) expect(isAddress(text), text).toBe(true);
  }
  for (const text of [
    "",
    "hub",
    "@lan",
    "hub@",
    "hub@a b",
    "a/b@lan",
    "hub@lan/x",
    "<@lan",
    "hub@lan?x",
    "a@b@c d",
  ])
    expect(isAddress(text), text).toBe(false);
  expect(bareOf("anna@lan/handy/2")).toBe("anna@lan");
});

it("a room is named by its ending, and nobody's resource makes one", () => {
  expect(targetOf("Anlage@rooms.lan?join")).toEqual({ address: "anlage@rooms.lan", room: true });
  expect(targetOf("anna@lan/x?join")).toEqual({ address: "anna@lan/x?join", room: false });
  expect([isTarget("anlage@rooms.lan?join"), isTarget("anna@lan"), isTarget("anna@lan/x?join")]).toEqual([
    true,
    true,
    false,
  ]);
});

it("reads where the server is", () => {
  expect(endpointOf("xmpp://chat.lan")).toEqual({ host: "chat.lan", port: 5222, tls: false });
  expect(endpointOf("xmpps://[::1]:443/")).toEqual({ host: "::1", port: 443, tls: true });
  for (const url of [
    "chat.lan",
    "http://chat.lan",
    "xmpp://",
    "xmpp://u:p@chat.lan",
    "xmpp://a/b",
    "xmpp://a:0",
    "xmpp://a?b",
  ])
    expect(endpointOf(url), url).toBeUndefined();
});
