import { expect, it } from "vitest";
import { listenerProblems } from "./listeners.ts";

const iface = (id: string, bind: string, port: number) => ({ id, config: { bind, port } });

it("an address is an IP address, and a port belongs to one interface of it", () => {
  const found = listenerProblems([
    iface("main", "127.0.0.1", 8080),
    iface("other", "127.0.0.1", 8080),
    iface("elsewhere", "::1", 8080),
    iface("free", "127.0.0.1", 0),
    iface("free2", "127.0.0.1", 0),
    iface("name", "localhost", 1),
  ]);
  expect(found.map(({ where, attribute }) => `${where} ${attribute}`)).toEqual(["other port", "name bind"]);
  expect(found[0]?.text).toBe("Der Port 8080 ist schon von der Schnittstelle „main“ belegt");
});
