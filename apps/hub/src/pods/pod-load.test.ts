import { describe, expect, it } from "vitest";
import { channel, pod } from "../testing/projects.ts";
import { podLoadOf } from "./pod-load.ts";

const NONE = { files: {}, secrets: {} };

describe("podLoadOf", () => {
  const plain = pod("mqtt.a", [channel("mqtt.a.x", { label: "X", unit: "°C", tags: ["t"] })], {
    config: { host: "broker", port: 1883 },
  });
  const compiled = {
    ...plain,
    ifaces: [...plain.ifaces, { id: "second", config: { host: "other", port: 1 } }],
  };

  it("hands over the project's part without what is only shown", () => {
    expect(podLoadOf(compiled, undefined, NONE)).toEqual({
      id: "mqtt.a",
      type: "mqtt",
      ifaces: compiled.ifaces,
      channels: [{ chan: "mqtt.a.x", iface: "main", type: "int", dir: "in", config: {} }],
      params: {},
      files: {},
      secrets: {},
    });
  });

  it("hands over files and secrets beside the parameters", () => {
    const handover = { files: { "a.pem": "AA==" }, secrets: { pin: "1234" } };
    expect(podLoadOf(compiled, undefined, handover)).toMatchObject(handover);
    expect(podLoadOf(compiled, undefined, { ...NONE, folder: "/data/mqtt.a" }).folder).toBe("/data/mqtt.a");
  });

  it("lets an administrator's parameters win, those for one interface over those for all", () => {
    const params = { port: 8883, "second.port": 9, "second.user": "u", list: [1] };
    const load = podLoadOf(compiled, { internal: true, params }, NONE);
    expect(load.ifaces).toEqual([
      { id: "main", config: { host: "broker", port: 8883 } },
      { id: "second", config: { host: "other", port: 9, user: "u" } },
    ]);
    expect(load.params).toEqual(params);
  });
});
