import { type ChatStandIn, startChatStandIn } from "@hubwart/testing";
import { useEnds } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

const open = useEnds();

const TOKEN = "987654:seeded-Secret_Q7";

async function service(): Promise<ChatStandIn> {
  const chat = await startChatStandIn(TOKEN);
  open.push(() => chat.stop());
  return chat;
}

interface Kind {
  service: "matrix" | "telegram" | "slack" | "mattermost" | "teams";
  room: string;
  anna: string;
}

const MATRIX: Kind = { service: "matrix", room: "!room:lan", anna: "@anna:lan" };
const TELEGRAM: Kind = { service: "telegram", room: "4711", anna: "815" };
const hook = (name: "slack" | "mattermost" | "teams"): Kind => ({ service: name, room: "webhook", anna: "" });

async function pod(
  chat: ChatStandIn,
  { anna, room, service: name }: Kind,
  channels: TestChannel[],
  more = {},
): Promise<PodRun> {
  const access =
    anna === ""
      ? { webhook: `${chat.url}/hook/${TOKEN}` }
      : { url: chat.url, token: TOKEN, to: room, allowed: anna };
  const run = await startPod(
    kind,
    podLoad(kind.schema, [{ service: name, max_per_hour: 100, ...access, ...more }], channels),
  );
  open.push(() => run.stop());
  return run;
}

const always: TestChannel = { chan: "any", type: "int", config: { when: "always", text: "Nr. {value}" } };
const commandable: TestChannel[] = [
  { chan: "pumpe", type: "float", config: { when: "never", command: "Pumpe" } },
  { chan: "soll", dir: "in", type: "float", config: { command: "soll" } },
  { chan: "licht", dir: "inout", type: "bool", config: { when: "never", command: "licht" } },
];

const texts = (chat: ChatStandIn) => chat.messages.map(({ text }) => text);

/** A command is obeyed. */
async function listening(chat: ChatStandIn, { anna }: Kind): Promise<void> {
  await expect
    .poll(
      () => {
        if (chat.messages.length === 0) chat.say(anna, "wert pumpe");
        return chat.messages.length > 0;
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(true);
}

describe.each([MATRIX, TELEGRAM, hook("slack"), hook("mattermost"), hook("teams")])("$service", (each) => {
  it("gets every message in order, over an outage too", async () => {
    const chat = await service();
    const run = await pod(chat, each, [always]);
    await run.write({ any: 1 });
    await run.until(() => run.written.length === 1);
    await chat.down();
    for (let n = 2; n <= 6; n += 1) await run.write({ any: n });
    await run.until(() => run.iface()?.state === false);
    await chat.up();
    await run.until(() => run.written.length === 6, 40_000);
    expect(texts(chat)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Nr. ${n}`));
    expect(chat.messages[0]?.room).toBe(each.room);
    expect(chat.faults).toEqual([]);
    expect(run.said).not.toContain("Secret_Q7");
  });

  it("is asked again when it says so, and given up where it refuses", async () => {
    const chat = await service();
    const run = await pod(chat, each, [always]);
    chat.failures = [
      {
        status: 429,
        body: {
          retry_after_ms: 100,
          parameters: { retry_after: 0 },
          error: "slow down",
          description: "slow down",
        },
      },
      { status: 502, body: "bad gateway" },
      { status: 400, body: { error: "no good", description: "no good" } },
    ];
    await run.write({ any: 1 });
    await run.until(() => run.refused.length === 1, 60_000);
    expect(run.refused[0]?.reason).toMatch(/nimmt die Nachricht nicht an: .*no good/);
    await run.write({ any: 2 });
    await run.until(() => run.written.length === 1, 30_000);
    expect(texts(chat)).toEqual(["Nr. 2"]);
  });

  it("says what is wrong with the token, without showing it", async () => {
    const chat = await service();
    const wrong = "111222:wrong-Secret_X9";
    const access = each.anna === "" ? { webhook: `${chat.url}/hook/${wrong}` } : { token: wrong };
    const run = await pod(chat, each, [always], access);
    await run.write({ any: 1 });
    await run.until(
      () => run.failures.length > 0 || run.iface()?.error?.includes("nimmt das Token nicht an") === true,
      30_000,
    );
    const test = await run.ask("test", { iface: "main" });
    expect(test).toMatchObject({ sent: false });
    expect(`${run.said}${JSON.stringify(test)}`).not.toMatch(/Secret_/);
  });
});

it("a repeated message of Matrix is no second one", async () => {
  const chat = await service();
  const run = await pod(chat, MATRIX, [always]);
  chat.failures = [null];
  await run.write({ any: 1 });
  await run.until(() => run.written.length === 1, 30_000);
  expect(texts(chat)).toEqual(["Nr. 1"]);
});

it.each([
  ["slack", "&lt;!channel&gt; a &amp; b @all"],
  ["mattermost", "<!channel> a & b @\u200ball"],
  ["teams", "<!channel> a & b @all"],
] as const)("a value calls nobody in %s", async (name, shown) => {
  const chat = await service();
  const run = await pod(chat, hook(name), [
    { chan: "x", type: "string", config: { when: "always", text: "{value}" } },
  ]);
  await run.write({ x: "<!channel> a & b @all" });
  await run.until(() => run.written.length === 1);
  expect(texts(chat)).toEqual([shown]);
});

describe.each([MATRIX, TELEGRAM])("commands by $service", (each) => {
  it("read and set named channels, for allowed senders only", async () => {
    const chat = await service();
    chat.say(each.anna, "setze soll 99");
    const run = await pod(chat, each, commandable);
    await run.write({ pumpe: 3.5 });
    // What was there before the pod listened is not obeyed; the first round has passed once a new one is.
    await expect
      .poll(
        () => {
          if (chat.messages.length === 0) chat.say(each.anna, "wert pumpe");
          return texts(chat)[0];
        },
        { timeout: 20_000, interval: 1000 },
      )
      .toBe("pumpe: 3.5");
    chat.say(each.anna, "/setze SOLL 21.5");
    await run.until(() => run.last("soll")?.value === 21.5);
    chat.say(each.anna, "setze licht ein");
    await run.until(() => run.last("licht")?.value === true);
    chat.say(each.service === "matrix" ? "@eve:lan" : "666", "setze soll 5");
    chat.say(each.anna, "setze soll heiß");
    chat.say(each.anna, "setze pumpe 1");
    chat.say(each.anna, "wert gibtesnicht");
    chat.say(each.anna, "setze soll 77", Date.now() - 600_000);
    const many = Array.from({ length: 12 }, (_, at) => `nr${at}`);
    for (const name of many) chat.say(each.anna, `wert ${name}`);
    chat.say(each.anna, "hilfe");
    await expect
      .poll(() => texts(chat).at(-1), { timeout: 20_000 })
      .toMatch(
        /^Befehle:\nwert NAME – pumpe, licht\nsetze NAME WERT – soll, licht\nmeldungen – was ansteht; ok NUMMER – quittieren$/,
      );
    expect(run.values("soll")).toEqual([21.5]);
    const said = texts(chat).join("\n");
    expect(said).toContain("„heiß“ passt nicht; erlaubt ist eine Zahl");
    expect(said).toContain("„pumpe“ kenne ich nicht");
    for (const name of many) expect(said).toContain(`„${name}“ kenne ich nicht`);
    expect(run.log.some(({ msg }) => msg.includes("darf keine Befehle geben"))).toBe(true);
    expect(chat.faults).toEqual([]);
  });

  it("are obeyed in the middle of a stranger's flood of long messages", async () => {
    const chat = await service();
    const run = await pod(chat, each, commandable);
    await listening(chat, each);
    const flood = () => {
      for (let n = 0; n < 30; n += 1)
        chat.say(each.service === "matrix" ? "@eve:lan" : "666", "x".repeat(700_000));
    };
    flood();
    chat.say(each.anna, "setze soll 1");
    flood();
    chat.say(each.anna, "setze soll 2");
    await run.until(() => run.last("soll")?.value === 2);
    expect(run.values("soll")).toEqual([1, 2]);
    chat.say(each.anna, "setze soll 3");
    await run.until(() => run.last("soll")?.value === 3);
    expect(chat.faults).toEqual([]);
  });

  it("that cannot be received are told of, though messages are sent", async () => {
    const chat = await service();
    chat.garbage = '{"ok":false}';
    const run = await pod(chat, each, [...commandable, always]);
    await run.until(() => run.iface()?.error?.includes("lehnt ab") === true);
    await run.write({ any: 1 });
    await run.until(() => run.written.length > 0);
    expect(run.iface()).toMatchObject({ state: false, error: expect.stringContaining("lehnt ab") });
    chat.garbage = undefined;
    await run.until(() => run.iface()?.state === true);
  });

  it("go on after garbage and an outage", async () => {
    const chat = await service();
    const run = await pod(chat, each, commandable);
    await run.write({ pumpe: 1 });
    expect(await run.check()).toEqual([
      expect.stringMatching(/^ok Protokoll: Der Pod ist angemeldet als @hub/),
    ]);
    chat.garbage = "<html>";
    chat.say(each.anna, "hilfe");
    await run.until(() => run.log.some(({ msg }) => msg.includes("können nicht empfangen werden")), 40_000);
    chat.garbage = undefined;
    await chat.down();
    await run.until(() => run.log.some(({ msg }) => msg.includes("nimmt kein Dienst")), 40_000);
    await chat.up();
    await expect
      .poll(
        () => {
          if (chat.messages.length === 0) chat.say(each.anna, "wert pumpe");
          return texts(chat).includes("pumpe: 1");
        },
        { timeout: 30_000, interval: 1000 },
      )
      .toBe(true);
  });
});

describe("a burst of commands by matrix", () => {
  it.each([
    ["among many messages of strangers", 120, 0],
    ["whose older part is refused at first", 0, 2],
  ])("%s is obeyed whole and in order", async (_name, strangers, failing) => {
    const chat = await service();
    const run = await pod(chat, MATRIX, commandable);
    chat.say(MATRIX.anna, "setze soll 99");
    await run.until(() => run.iface()?.state === true);
    await listening(chat, MATRIX);
    const before = run.values("soll").length;
    chat.olderFails = failing;
    const many = Array.from({ length: 25 }, (_one, at) => at);
    for (const n of many) {
      chat.say(MATRIX.anna, `setze soll ${n}`);
      if (n % 5 === 0) for (let i = 0; i < strangers / 5; i += 1) chat.say("@eve:lan", "setze soll 1000");
    }
    await run.until(() => run.last("soll")?.value === 24);
    expect(run.values("soll").slice(before)).toEqual(many);
    expect(chat.faults).toEqual([]);
  });
});

it.each([MATRIX, TELEGRAM])(
  "$service: a command is answered although the answer has to wait",
  async (each) => {
    const chat = await service();
    await pod(chat, each, commandable);
    await listening(chat, each);
    const before = chat.messages.length;
    const body = { retry_after_ms: 50, parameters: { retry_after: 0 }, description: "slow down" };
    chat.failures = [{ status: 429, body }];
    chat.say(each.anna, "hilfe");
    await expect.poll(() => chat.messages.length, { timeout: 20_000 }).toBe(before + 1);
  },
);

it("no plain text goes into an encrypted Matrix room, and that is told", async () => {
  const chat = await service();
  chat.encrypted = true;
  const run = await pod(chat, MATRIX, [always]);
  await run.write({ any: 1 });
  await run.until(() => run.refused.length === 1);
  expect(run.refused[0]?.reason).toMatch(/Ende-zu-Ende-verschlüsselt, und der Pod kann nur Klartext senden/);
  expect(texts(chat)).toEqual([]);
});
