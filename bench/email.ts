/**
 * MQTT → e-mail, by the product and by Node-RED with node-red-node-email, to one SMTP server with STARTTLS and sign-in: the time of
 * one message, how soon a burst is through, memory and processor time. One after the other, in one run.
 */
import { processes, pss, startMailServer, startMosquitto, waitFor } from "@hubwart/testing";
import mqtt from "mqtt";
import { startNodeRed } from "./support/node-red.ts";
import { cpuSeconds, mb, spread } from "./support/process.ts";
import { pause, startReady, upload } from "./support/product.ts";
import { type Figure, report } from "./support/results.ts";
import { Rounds } from "./support/rounds.ts";

const quick = process.argv.includes("--quick");
const ROUNDS = quick ? 20 : 100;
const BURST = quick ? 50 : 300;
const SETTLE_SECONDS = quick ? 3 : 20;
const NODE = { "node-red-node-email": "5.2.5" };

const mail = await startMailServer({ user: "hub", password: "pw" });
const broker = await startMosquitto({ quiet: true });
const client = await mqtt.connectAsync({ host: "127.0.0.1", port: broker.port });
const rounds = new Rounds();
/** Either sends its text as it likes: base64 or plain, some in two forms. */
const numbers = () =>
  mail.mails.map(({ raw, text }) => Number(/Nr\. (\d+)\./.exec(text)?.[1] ?? /Nr\. (\d+)\./.exec(raw)?.[1]));

async function measured(who: string, pids: number[]): Promise<Figure[]> {
  const send = async (value: number) => {
    await client.publishAsync("alarm", String(value));
  };
  const memory = async () => mb((await Promise.all(pids.map((pid) => pss(pid)))).reduce((a, b) => a + b, 0));
  const cpu = async () => (await Promise.all(pids.map((pid) => cpuSeconds(pid)))).reduce((a, b) => a + b, 0);
  await pause(SETTLE_SECONDS);
  const idle = await memory();
  const times: number[] = [];
  for (let n = 0; n <= ROUNDS; n += 1) {
    const taken = await rounds.one(
      "mail",
      n,
      () => send(n),
      () => String(numbers().at(-1) ?? ""),
    );
    // The first one opens the connection.
    if (n > 0) times.push(taken);
  }
  mail.mails.length = 0;
  const [spent, from] = [await cpu(), performance.now()];
  for (let n = 0; n < BURST; n += 1) await send(n);
  await waitFor(() => Promise.resolve(new Set(numbers()).size === BURST), {
    what: `${BURST} messages`,
    timeout: 120_000,
    detail: () => `${new Set(numbers()).size} came`,
  });
  const seconds = (performance.now() - from) / 1_000;
  const used = (((await cpu()) - spent) / BURST) * 1_000;
  const ordered = numbers().every((n, at, all) => at === 0 || n > (all[at - 1] ?? 0));
  const mails = mail.mails.length;
  mail.mails.length = 0;
  return [
    { what: `${who}: one message, median / 99 %`, measured: spread(times) },
    {
      what: `${who}: ${BURST} at once`,
      measured: `${seconds.toFixed(1)} s, ${mails} mails, ${ordered ? "in order" : "out of order"}, ${used.toFixed(1)} ms of processor time each`,
    },
    { what: `${who}: PSS at rest; afterwards`, measured: `${idle}; ${await memory()}` },
  ];
}

async function hubwart(): Promise<Figure[]> {
  const product = await startReady();
  try {
    await upload(product, [
      ["project.csv", "key;value\nid;mail\nname;Mail\n"],
      [
        "pods.csv",
        `id;host;port;user;password;from;to;verify;max_per_hour\nmqtt.in;127.0.0.1;${broker.port};;;;;;\nemail.out;127.0.0.1;${mail.port};hub;pw;hub@lan;anna@lan;nein;3600\n`,
      ],
      ["mqtt.csv", "pod;channel;type;dir;topic\nin;alarm;int;in;alarm\n"],
      ["email.csv", "pod;channel;type;when;text\nout;alarm;int;always;Nr. {value}.\n"],
      ["links.csv", "source;target\nmqtt.in.alarm;email.out.alarm\n"],
    ]);
    await waitFor(
      async () => {
        const { body } = await product.api.get("/pods", { force: "1" });
        return (body["pods"] as { connected: boolean }[]).filter(({ connected }) => connected).length === 2;
      },
      { what: "the pods", timeout: 60_000 },
    );
    const all = await processes();
    const pid = (what: RegExp) => all.find(({ command }) => what.test(command))?.pid ?? 0;
    const pod = pid(/\bpod[a-z-]*\.mjs.*email\.out/);
    const whole = [pod, pid(/\bpod[a-z-]*\.mjs.*mqtt\.in/), pid(/dist\/server\/hub\.mjs/)];
    const figures = await measured("Hubwart, hub, mqtt and e-mail pod", whole);
    return [
      ...figures,
      { what: "Hubwart: PSS of the e-mail pod alone", aim: "20 MB", measured: mb(await pss(pod)) },
    ];
  } finally {
    await product.stop();
  }
}

async function nodeRed(): Promise<Figure[]> {
  const red = await startNodeRed({
    nodes: NODE,
    ready: /Connected to broker/,
    credentials: { mail: { userid: "hub", password: "pw" } },
    flows: [
      { id: "flow", type: "tab", label: "bench" },
      {
        id: "broker",
        type: "mqtt-broker",
        broker: "127.0.0.1",
        port: String(broker.port),
        autoConnect: true,
        protocolVersion: "4",
        keepalive: "60",
        cleansession: true,
      },
      {
        id: "in",
        type: "mqtt in",
        z: "flow",
        topic: "alarm",
        qos: "0",
        datatype: "utf8",
        broker: "broker",
        inputs: 0,
        wires: [["fn"]],
      },
      {
        id: "fn",
        type: "function",
        z: "flow",
        func: 'return { topic: "Alarm", from: "hub@lan", payload: "Nr. " + msg.payload + "." };',
        outputs: 1,
        wires: [["mail"]],
      },
      {
        id: "mail",
        type: "e-mail",
        z: "flow",
        server: "127.0.0.1",
        port: String(mail.port),
        authtype: "BASIC",
        saslformat: false,
        token: "",
        secure: false,
        tls: false,
        name: "anna@lan",
        dname: "",
        wires: [],
      },
    ],
  });
  try {
    return await measured("Node-RED, the whole process", [red.pid]);
  } finally {
    await red.stop();
  }
}

try {
  await report("email", [...(await hubwart()), ...(await nodeRed())]);
} finally {
  await client.endAsync(true);
  await broker.stop();
  await mail.stop();
}
