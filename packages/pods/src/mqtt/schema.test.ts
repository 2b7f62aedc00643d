import { describe, expect, it } from "vitest";
import { podLoad, startPod, type TestChannel } from "../base/testing.ts";
import { kind } from "./index.ts";
import { checkMqtt, mqttSchema } from "./schema.ts";

function problems(iface: Record<string, string | number | boolean>, channels: TestChannel[] = []): string[] {
  return checkMqtt(podLoad(mqttSchema, [{ host: "h", ...iface }], channels)).map(
    ({ where, attribute }) => `${where}.${attribute}`,
  );
}

describe("rules of the mqtt columns", () => {
  it("accepts what can work", () => {
    expect(
      problems(
        {
          tls: true,
          ca: "-----BEGIN CERTIFICATE-----",
          user: "u",
          password: "p",
          clean: false,
          client_id: "c",
        },
        [
          { chan: "i", dir: "in", config: { topic: "a/+/#", pointer: "/x" } },
          { chan: "o", dir: "out", config: { topic: "a/b", template: "{value}" } },
          { chan: "b", dir: "inout", config: { topic: "a/+", set_topic: "a/set" } },
        ],
      ),
    ).toEqual([]);
  });

  it("names the column of what cannot", () => {
    expect(problems({ clean: false })).toEqual(["main.client_id"]);
    expect(problems({ password: "p" })).toEqual(["main.user"]);
    expect(problems({ ca: "-----BEGIN CERTIFICATE-----" })).toEqual(["main.ca"]);
    expect(problems({ tls: true, ca: "x" })).toEqual(["main.ca"]);
    const channel = (dir: "in" | "out" | "inout", config: Record<string, string>) =>
      problems({}, [{ chan: "c", dir, config: { topic: "t", ...config } }]);
    expect(channel("out", { topic: "a/+" })).toEqual(["mqtt.test.c.topic"]);
    expect(channel("inout", { topic: "a/#" })).toEqual(["mqtt.test.c.topic"]);
    expect(channel("in", { topic: "a#" })).toEqual(["mqtt.test.c.topic"]);
    expect(channel("inout", { set_topic: "a/+" })).toEqual(["mqtt.test.c.set_topic"]);
    expect(channel("out", { set_topic: "a" })).toEqual(["mqtt.test.c.set_topic"]);
    expect(channel("out", { pointer: "/a" })).toEqual(["mqtt.test.c.pointer"]);
    expect(channel("in", { template: "a" })).toEqual(["mqtt.test.c.template"]);
  });

  it("keeps the pod from starting", async () => {
    const load = podLoad(mqttSchema, [{ host: "h", clean: false }], []);
    await expect(startPod(kind, load)).rejects.toMatchObject({
      kind: "invalid",
      fields: [{ field: "main.client_id" }],
    });
  });
});
