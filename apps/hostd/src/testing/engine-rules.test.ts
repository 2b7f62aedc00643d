import { expect, it } from "vitest";
import { forbidden } from "./engine-rules.ts";

const asked = (method: string, path: string, body: Record<string, unknown> = {}) =>
  forbidden({ method, path, query: {}, body });

const lookedFor = (query: Record<string, string>, method = "GET") =>
  forbidden({ method, path: "/networks", query, body: {} });

it("of networks, ours is looked for by its name", () => {
  expect(lookedFor({ filters: '{"name":["s4q"]}' })).toBeUndefined();
  expect(lookedFor({ filters: '{"name":["s4q"]}' }, "POST")).toBe("network");
  for (const filters of ['{"name":["bridge"]}', '{"name":["s4q","bridge"]}', "{}", ""])
    expect(lookedFor({ filters }), filters).toBe("network");
  expect(lookedFor({})).toBe("network");
});

it("of networks, ours is made, and nothing else is asked", () => {
  expect(asked("POST", "/networks/create", { Name: "s4q" })).toBeUndefined();
  for (const [method, path, body] of [
    ["GET", "/networks/s4q"],
    ["GET", "/networks/bridge"],
    ["DELETE", "/networks/s4q"],
    ["POST", "/networks/create", { Name: "bridge" }],
    ["POST", "/networks/s4q/disconnect", { Container: "s4q_mosquitto", Force: true }],
    ["POST", "/networks/bridge/disconnect", { Container: "foreign", Force: true }],
    ["POST", "/networks/s4q/connect", { Container: "foreign" }],
    ["POST", "/networks/prune"],
  ] as const)
    expect(asked(method, path, body), path).toBeDefined();
});

it("a foreign container is never asked for", () => {
  expect(asked("POST", "/containers/s4q_mosquitto/start")).toBeUndefined();
  for (const name of ["foreign", "s4q_main", "s4q_mosquitto.x"])
    expect(asked("POST", `/containers/${name}/start`), name).toBe("container");
});
