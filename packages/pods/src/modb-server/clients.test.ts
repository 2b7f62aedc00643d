import { describe, expect, it } from "vitest";
import { Clients } from "./clients.ts";

describe("connections to a Modbus server", () => {
  it("make room from whoever holds most, the longest idle first", () => {
    const clients = new Clients<string>(4);
    for (const name of ["a1", "a2", "a3"]) clients.add(name, "10.0.0.1", 0);
    clients.add("plc", "10.0.0.2", 0);
    clients.used("a1", 1);
    expect(clients.add("b", "10.0.0.3", 2)).toBe("a2");
    expect(clients.add("c", "10.0.0.4", 2)).toBe("a3");
    expect(clients.keys()).toEqual(["plc", "a1", "b", "c"]);
  });

  it("are kept by masters with one each that ask, and lost by one that is silent", () => {
    const clients = new Clients<string>(2);
    clients.add("a", "10.0.0.1", 0);
    clients.add("b", "10.0.0.2", 0);
    expect(clients.add("c", "10.0.0.3", 59_999)).toBe("full");
    expect(clients.keys()).toEqual(["a", "b"]);
    clients.used("a", 59_999);
    expect(clients.add("c", "10.0.0.3", 60_000)).toBe("b");
    clients.remove("a");
    expect(clients.add("d", "10.0.0.4", 60_000)).toBeUndefined();
  });
});
