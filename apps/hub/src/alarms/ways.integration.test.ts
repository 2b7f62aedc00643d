/** A value of a real broker, an alarm, and people who are told by a real mail server and a real chat server. */
import { podSchemas } from "@hubwart/pods/schemas";
import type { Columns, CompiledPod } from "@hubwart/project";
import { type Prosody, startMosquitto, startPostfix, startProsody } from "@hubwart/testing";
import mqtt from "mqtt";
import { afterAll, expect, it } from "vitest";
import { buildHub, type HubProcess } from "../testing/hub-process.ts";
import { channel, pod, project } from "../testing/projects.ts";

const TEMPERATURE = "mqtt.lan.vorlauf";
const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});
const ended = <T extends { stop: () => Promise<unknown> }>(peer: T): T => {
  ends.push(() => peer.stop());
  return peer;
};

it("goes from Mosquitto to Postfix and Prosody, and so does its end", async () => {
  const [broker, postfix, xmpp] = await Promise.all([
    startMosquitto().then(ended),
    startPostfix().then(ended),
    startProsody({ users: { hub: "pw", anna: "pw" } }).then(ended),
  ]);
  const build = await buildHub({ together: true });
  ends.push(() => build.remove());
  const hub: HubProcess = ended(await build.start({ project: plant(broker.port, postfix, xmpp) }));
  const anna = await xmpp.person("anna");
  const client = await mqtt.connectAsync({ host: "127.0.0.1", port: broker.port });
  ends.push(() => client.endAsync());
  await hub.until("all pods", async () => (await hub.pods()).every(({ running }) => running));
  await hub.until("the broker", async () => (await hub.pod("mqtt.lan")).ifaces[0]?.state === true);
  const say = (value: number) => client.publishAsync("heizung/vorlauf", String(value), { retain: true });

  await say(95);
  const about = "Vorlauf über 80 °C: 95";
  await hub.until("mail and chat", async () => {
    const mails = await Promise.all([postfix.mails("anna"), postfix.mails("bert")]);
    return mails.every(({ length }) => length > 0) && anna.texts().some((text) => text.includes(about));
  });
  const [mail = ""] = await postfix.mails("anna");
  expect(mail).toMatch(/^Received: .*\n.*by post\.haus\.test \(Postfix\)/m);
  expect(subjectOf(mail)).toContain(about);
  expect(await postfix.mails("bert")).toHaveLength(1);

  await say(20);
  await hub.until("the end of it on both ways", async () => {
    const mails = await postfix.mails("anna");
    return (
      mails.some((text) => subjectOf(text).includes("Vorbei")) &&
      anna.texts().some((text) => text.includes("Vorbei"))
    );
  });
  const { events } = await hub.client.request("alarmHistory", {
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    what: ["told"],
    offset: 0,
    limit: 10,
  });
  const told = (way: string) => events.filter(({ by }) => by === way).length;
  expect([told("chat.xmpp"), told("email.post")]).toEqual([2, 2]);
});

function plant(broker: number, postfix: { port: number; ca: string }, { ca, url }: Prosody) {
  const mail = { host: "127.0.0.1", port: postfix.port, security: "starttls", ca: postfix.ca };
  const account = { service: "xmpp", url, user: "hub@localhost", token: "pw", ca, to: "anna@people.test" };
  const plain = project(
    [
      pod(
        "mqtt.lan",
        [
          channel(TEMPERATURE, {
            type: "float",
            unit: "°C",
            label: "Vorlauf",
            config: { topic: "heizung/vorlauf" },
          }),
        ],
        {
          config: { host: "127.0.0.1", port: broker },
        },
      ),
      pod("email.post", [], {
        config: { ...mail, from: "hub@haus.test", to: "anna@haus.test, bert@haus.test" },
      }),
      pod("chat.xmpp", [], { config: account }),
    ],
    [],
    {
      alarms: [
        {
          id: "heiss",
          source: TEMPERATURE,
          kind: "above",
          limits: [80],
          priority: 1,
          text: "{label} über {limit} {unit}: {value}",
          ack: "on",
          class: "haus",
        },
      ],
      alarmClasses: [{ id: "haus", steps: [{ after: 0, ways: ["email.post", "chat.xmpp"], until: "ack" }] }],
    },
  );
  return { ...plain, pods: plain.pods.map(withDefaults) };
}

/** As the compiler fills in what a row leaves empty. */
function withDefaults(given: CompiledPod): CompiledPod {
  const schema = podSchemas.find(({ type }) => type === given.type);
  if (!schema) throw new Error(`there is no type ${given.type}`);
  const defaults = (columns: Columns) =>
    Object.fromEntries(
      Object.entries(columns).flatMap(([name, column]) =>
        "default" in column && column.default !== undefined ? [[name, column.default]] : [],
      ),
    );
  return {
    ...given,
    ifaces: given.ifaces.map(({ config, id }) => ({
      id,
      config: { ...defaults(schema.ifaceColumns), ...config },
    })),
    channels: given.channels.map((each) => ({
      ...each,
      config: { ...defaults(schema.channelColumns), ...each.config },
    })),
  };
}

/** RFC 2047, as Q or B encoded words. */
function subjectOf(mail: string): string {
  const [, subject = ""] = /^Subject: ((?:.*\n[ \t])*.*)$/m.exec(mail) ?? [];
  return subject
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_whole, code: string, text: string) =>
      code.toLowerCase() === "b" ? Buffer.from(text, "base64").toString("latin1") : quoted(text),
    )
    .replaceAll(/[\u0080-\u00ff]+/g, (text) => Buffer.from(text, "latin1").toString("utf8"));
}

const quoted = (text: string) =>
  text
    .replaceAll("_", " ")
    .replaceAll(/=([0-9A-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
