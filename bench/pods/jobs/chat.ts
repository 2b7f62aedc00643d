import { startChatStandIn, startProsody } from "@hubwart/testing";
import { code, lan, node } from "../flows.ts";
import type { Job } from "../job.ts";
import { project, range } from "../tables.ts";
import { watch } from "../watch.ts";

/** The limit counts for each. */
const HOOKS = 8;
const PEOPLE = 5;
const TEXT = /Spur (\d+) Nr\. (\d+)\./;
const pod = "chat.bench";

const row = (n: number, more: Record<string, string>) => ({
  pod: "bench",
  channel: `m${n}`,
  type: "int",
  when: "always",
  text: `Spur ${n} Nr. {value}.`,
  ...more,
});

export const chatWebhook: Job = {
  what: `chat: MQTT to ${HOOKS} webhooks, kept on disk until taken`,
  start: async ({ broker, lanes, publish }) => {
    const server = await startChatStandIn("t");
    const end = watch(server.messages, ({ text }) => {
      const [, lane, value] = TEXT.exec(text) ?? [];
      lanes.arrived(Number(lane), String(value));
    });
    const webhook = `${server.url}/hook/t`;
    return {
      pod,
      tables: project(
        broker,
        range(HOOKS, (n) => ({ id: pod, iface: `h${n}`, service: "slack", webhook, max_per_hour: 3_600 })),
        ["chat", range(HOOKS, (n) => row(n, { iface: `h${n}` }))],
        range(HOOKS, (n) => [`to${n}`, `${pod}.m${n}`] as const),
      ),
      red: {
        nodes: [],
        flows: [
          ...lan(broker, "fn"),
          code(
            "fn",
            'const n = msg.topic.slice(3); return { headers: { "content-type": "application/json" }, ' +
              'payload: { text: "Spur " + n + " Nr. " + msg.payload + "." } };',
            ["hook"],
          ),
          node("hook", "http request", {
            method: "POST",
            ret: "txt",
            paytoqs: "ignore",
            url: webhook,
            tls: "",
            persist: true,
            proxy: "",
            authType: "",
            headers: [],
          }),
        ],
      },
      count: HOOKS,
      send: (lane, value) => publish(`to/${lane}`, value),
      async stop() {
        end();
        await server.stop();
      },
    };
  },
};

export const chatXmpp: Job = {
  what: `chat: MQTT to ${PEOPLE} people by XMPP through Prosody, kept on disk until taken`,
  start: async ({ broker, lanes, publish }) => {
    const names = range(PEOPLE, (n) => `m${n}`);
    const users = Object.fromEntries(["hub", ...names].map((name) => [name, "pw"]));
    const xmpp = await startProsody({ users });
    const ends: (() => void)[] = [];
    for (const name of names) {
      const { messages } = await xmpp.person(name);
      const end = watch(messages, ({ text }) => {
        const [, lane, value] = TEXT.exec(text) ?? [];
        lanes.arrived(Number(lane), String(value));
      });
      ends.push(end);
    }
    const account = {
      id: pod,
      service: "xmpp",
      url: xmpp.url,
      user: "hub@localhost",
      token: "pw",
      verify: "nein",
      max_per_hour: 3_600,
    };
    return {
      pod,
      tables: project(
        broker,
        account,
        ["chat", range(PEOPLE, (n) => row(n, { to: `m${n}@people.test` }))],
        range(PEOPLE, (n) => [`to${n}`, `${pod}.m${n}`] as const),
      ),
      count: PEOPLE,
      send: (lane, value) => publish(`to/${lane}`, value),
      async stop() {
        for (const end of ends) end();
        await xmpp.stop();
      },
    };
  },
};
