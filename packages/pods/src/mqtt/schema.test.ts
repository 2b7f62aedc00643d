import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";
import { checkMqtt, checkMqttKeys, mqttSchema } from "./schema.ts";

/** Public part only, of a key that nobody kept. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBeTCCAR+gAwIBAgIUTuVl8N/6CNTGNLvtvAVuAIukcDAwCgYIKoZIzj0EAwIw
ETEPMA0GA1UEAwwGZGV2aWNlMCAXDTI2MTEyMjA1MDEwMVoYDzIxMjYxMDI5MDUw
MTAxWjARMQ8wDQYDVQQDDAZkZXZpY2UwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AASJ88pi1QPSJWfbc77QsehS39e24OV/FbxcgG8reuATSdjFGqMjfmdqcKR4aG1Y
Q/yiS59xhT04Wj215Lx5CsESo1MwUTAdBgNVHQ4EFgQUIYfxzr6OjVvNDZFigqxK
jN75yGwwHwYDVR0jBBgwFoAUIYfxzr6OjVvNDZFigqxKjN75yGwwDwYDVR0TAQH/
BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAhOXQ1PT+sF4Hvuu/WL8qxhW6qeRRu
cTxb5GvCxpm9LgIhAKpU5dydPBPxTO7W95kZYxgFNeXkGFf+GRaupA0Y5OI+
-----END CERTIFICATE-----
`;

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

  it("wants certificate, key and TLS together, and shows nothing of the key", async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    const other = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const locked = privateKey
      .export({ type: "pkcs8", format: "pem", cipher: "aes-128-cbc", passphrase: "p" })
      .toString();
    const said = async (iface: Record<string, string | boolean>) => {
      const load = podLoad(mqttSchema, [{ host: "h", tls: true, ...iface }], []);
      const problems = [...checkMqtt(load), ...((await checkMqttKeys(load)) ?? [])];
      return problems.map(({ attribute, text }) => `${attribute}: ${text}`);
    };
    expect(await said({ cert: CERTIFICATE })).toEqual(["key: Zertifikat und Schlüssel gehören zusammen"]);
    expect(await said({ key: other })).toEqual(["cert: Zertifikat und Schlüssel gehören zusammen"]);
    expect(await said({ cert: CERTIFICATE, key: other, tls: false })).toEqual([
      "cert: Ein Zertifikat wirkt nur mit TLS",
    ]);
    expect(await said({ cert: "x", key: other })).toEqual(["cert: Kein Zertifikat im PEM-Format"]);
    expect(await said({ cert: CERTIFICATE, key: "x" })).toEqual([
      "key: Kein privater Schlüssel im PEM-Format",
    ]);
    expect(await said({ cert: CERTIFICATE, key: locked })).toEqual([
      "key: Der Schlüssel ist mit einem Passwort verschlüsselt",
    ]);
    expect(await said({ cert: CERTIFICATE, key: other })).toEqual([
      "key: Schlüssel und Zertifikat gehören nicht zueinander",
    ]);
  });

  it("keeps WebSocket and status columns to what can work", () => {
    expect(problems({ transport: "ws", ws_path: "/mqtt", status_topic: "a/b" })).toEqual([]);
    expect(problems({ ws_path: "/mqtt" })).toEqual(["main.ws_path"]);
    expect(problems({ status_topic: "a/+" })).toEqual(["main.status_topic"]);
  });

  it("keeps the pod from starting", async () => {
    const load = podLoad(mqttSchema, [{ host: "h", clean: false }], []);
    await expect(startPod(kind, load)).rejects.toMatchObject({
      kind: "invalid",
      fields: [{ field: "main.client_id" }],
    });
  });
});
