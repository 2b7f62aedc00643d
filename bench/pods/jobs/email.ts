import { startMailServer } from "@hubwart/testing";
import { code, lan, node } from "../flows.ts";
import type { Job } from "../job.ts";
import { project, range } from "../tables.ts";
import { watch } from "../watch.ts";

const PEOPLE = 10;
const TEXT = /Spur (\d+) Nr\. (\d+)\./;

export const email: Job = {
  what: `email: MQTT to ${PEOPLE} recipients by STARTTLS with sign-in, kept on disk until taken`,
  start: async ({ broker, lanes, publish }) => {
    const mail = await startMailServer({ user: "hub", password: "pw" });
    // Either sends its text as it likes: base64 or plain, some in two forms.
    const end = watch(mail.mails, ({ raw, text }) => {
      const [, lane, value] = TEXT.exec(text) ?? TEXT.exec(raw) ?? [];
      lanes.arrived(Number(lane), String(value));
    });
    const pod = "email.bench";
    const account = {
      id: pod,
      host: "127.0.0.1",
      port: mail.port,
      user: "hub",
      password: "pw",
      from: "hub@lan",
      verify: "nein",
      max_per_hour: 3_600,
    };
    const row = (n: number) => ({
      pod: "bench",
      channel: `m${n}`,
      type: "int",
      to: `m${n}@lan`,
      when: "always",
      text: `Spur ${n} Nr. {value}.`,
    });
    return {
      pod,
      tables: project(
        broker,
        account,
        ["email", range(PEOPLE, row)],
        range(PEOPLE, (n) => [`to${n}`, `${pod}.m${n}`] as const),
      ),
      red: {
        nodes: ["node-red-node-email"],
        credentials: { mail: { userid: "hub", password: "pw" } },
        flows: [
          ...lan(broker, "fn"),
          code(
            "fn",
            'const n = msg.topic.slice(3); return { topic: "Alarm", from: "hub@lan", to: "m" + n + "@lan", ' +
              'payload: "Spur " + n + " Nr. " + msg.payload + "." };',
            ["mail"],
          ),
          {
            ...node("mail", "e-mail", {
              server: "127.0.0.1",
              port: String(mail.port),
              authtype: "BASIC",
              saslformat: false,
              token: "",
              secure: false,
              tls: false,
              name: "",
              dname: "",
            }),
            wires: [],
          },
        ],
      },
      count: PEOPLE,
      send: (lane, value) => publish(`to/${lane}`, value),
      async stop() {
        end();
        await mail.stop();
      },
    };
  },
};
