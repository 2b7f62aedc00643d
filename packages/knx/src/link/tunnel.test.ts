import { ManualClock } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { CEMI, cemiFrame, groupTpdu, PRIORITY } from "../wire/cemi.ts";
import { sequenced, statusBody } from "../wire/connection.ts";
import { type Frame, hpai, knxFrame, parseFrame, SERVICE } from "../wire/frame.ts";
import { Tunnel } from "./tunnel.ts";

const CHANNEL = 1;
const telegram = (code: number, value: number) =>
  cemiFrame({
    code,
    source: 0x1105,
    target: 0x0a01,
    priority: PRIORITY.low,
    tpdu: groupTpdu("write", { data: Buffer.from([value]), short: false }),
  });
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function tunnel(tcp = true) {
  const clock = new ManualClock();
  const sent: number[] = [];
  const closed: string[] = [];
  const heard: number[] = [];
  let gone = 0;
  const send = (frame: Buffer) => void sent.push(parseFrame(frame)?.service ?? 0);
  const local = hpaiOf(tcp);
  const made = new Tunnel(
    { tcp, local, send, sendData: send, useDataEndpoint: () => undefined, close: () => void (gone += 1) },
    {
      telegram: ({ tpdu }) => void heard.push(tpdu.at(-1) ?? 0),
      closed: (reason) => closed.push(reason),
      notice: () => undefined,
    },
    { target: "interface", wanted: undefined, clock },
  );
  const says = async (service: number, body: Buffer) => {
    made.frame(parseFrame(knxFrame(service, body)) as Frame);
    await turn();
  };
  const connected = made.connect();
  await says(
    SERVICE.connectResponse,
    Buffer.concat([statusBody(CHANNEL, 0), hpai(local), Buffer.from([4, 4, 0x11, 5])]),
  );
  await connected;
  sent.length = 0;
  let outcome: string | undefined;
  const write = (value: number) => {
    outcome = undefined;
    void made.send(telegram(CEMI.request, value)).then((became) => (outcome = became));
  };
  return {
    clock,
    closed,
    gone: () => gone,
    heard,
    made,
    sent,
    write,
    outcome: () => outcome,
    pass: async (ms: number) => {
      clock.advance(ms);
      await turn();
    },
    confirms: (value: number) =>
      says(SERVICE.tunnellingRequest, sequenced(CHANNEL, 0, 0, telegram(CEMI.confirmation, value))),
    states: (status: number) => says(SERVICE.connectionStateResponse, statusBody(CHANNEL, status)),
    tells: (sequence: number, value: number) =>
      says(SERVICE.tunnellingRequest, sequenced(CHANNEL, sequence, 0, telegram(CEMI.indication, value))),
    letsGo: () => says(SERVICE.disconnectResponse, statusBody(CHANNEL, 0)),
    acknowledges: () => says(SERVICE.tunnellingAck, sequenced(CHANNEL, 0, 0)),
  };
}
const hpaiOf = (tcp: boolean) => ({ tcp, address: "0.0.0.0", port: 0 });

describe("a tunnel over TCP that confirms nothing", () => {
  it("is asked whether it still stands, and ended if it does not say so: the telegram is lost", async () => {
    const { closed, outcome, pass, sent, write } = await tunnel();
    write(1);
    await pass(2_999);
    expect(sent).toEqual([SERVICE.tunnellingRequest]);
    await pass(1);
    expect(sent).toEqual([SERVICE.tunnellingRequest, SERVICE.connectionStateRequest]);
    expect(outcome()).toBeUndefined();
    await pass(9_999);
    expect(closed).toEqual([]);
    await pass(1);
    expect([outcome(), closed]).toEqual(["lost", ["interface antwortet nicht mehr"]]);
  });

  it("has not said what became of the telegram, if it stands", async () => {
    const { closed, outcome, pass, states, write } = await tunnel();
    write(1);
    await pass(3_000);
    await states(0);
    expect(outcome()).toBe("silent");
    await pass(20_000);
    expect(closed).toEqual([]);
  });

  it("is ended where the interface knows it no more", async () => {
    const { closed, outcome, pass, states, write } = await tunnel();
    write(1);
    await pass(3_000);
    await states(0x21);
    expect([outcome(), closed.length]).toEqual(["lost", 1]);
  });

  it("may confirm late, which tells of that telegram alone", async () => {
    const { closed, confirms, outcome, pass, states, write } = await tunnel();
    write(1);
    await pass(3_000);
    await confirms(1);
    expect(outcome()).toBe("sent");
    write(2);
    await states(0);
    expect(outcome()).toBeUndefined();
    await confirms(2);
    expect(outcome()).toBe("sent");
    write(3);
    await pass(3_000);
    await confirms(3);
    await pass(10_000);
    expect([outcome(), closed]).toEqual(["sent", []]);
  });

  it("is believed by any answer, while it is asked for its pulse too", async () => {
    const { closed, outcome, pass, sent, states, write } = await tunnel();
    await pass(58_000);
    write(1);
    await pass(3_000);
    expect(sent.filter((service) => service === SERVICE.connectionStateRequest)).toHaveLength(2);
    await states(0);
    expect(outcome()).toBe("silent");
    await pass(50_000);
    expect(closed).toEqual([]);
  });
});

it("a tunnel over UDP has acknowledged the telegram, and is not asked", async () => {
  const { acknowledges, outcome, pass, sent, write } = await tunnel(false);
  write(1);
  await acknowledges();
  await pass(3_000);
  expect(outcome()).toBe("silent");
  expect(sent).toEqual([SERVICE.tunnellingRequest]);
});

describe("a tunnel over UDP that is given up", () => {
  async function givenUp() {
    const parts = await tunnel(false);
    parts.write(1);
    await parts.pass(1_000);
    await parts.pass(1_000);
    expect([parts.outcome(), parts.closed.length]).toEqual(["lost", 1]);
    parts.sent.length = 0;
    const release = async (answer: () => Promise<void>) => {
      const released = parts.made.release();
      await answer();
      return await released;
    };
    return { ...parts, release };
  }

  it("is let go by the interface, which is told until it answers", async () => {
    const { gone, letsGo, pass, release, sent } = await givenUp();
    expect(await release(() => pass(400))).toBe(false);
    expect(await release(() => pass(400))).toBe(false);
    expect(gone()).toBe(0);
    expect(await release(letsGo)).toBe(true);
    expect(sent).toEqual(Array.from({ length: 3 }, () => SERVICE.disconnectRequest));
    expect(gone()).toBe(1);
    expect(await release(async () => undefined)).toBe(true);
    expect(sent).toHaveLength(3);
  });

  it("is not spoken of once there is another one, which may have its number", async () => {
    const { gone, made, pass, release, sent } = await givenUp();
    expect(await release(() => pass(400))).toBe(false);
    made.forget();
    expect(gone()).toBe(1);
    expect(await release(async () => undefined)).toBe(true);
    expect(sent).toHaveLength(1);
  });

  it("is no more after two minutes, and not where the interface has ended it", async () => {
    const { gone, pass, release, sent } = await givenUp();
    await pass(120_000);
    expect(await release(async () => undefined)).toBe(true);
    expect([sent, gone()]).toEqual([[], 1]);
    const other = await tunnel(false);
    other.made.end("ended");
    expect(await other.made.release()).toBe(true);
    expect(other.sent).toEqual([]);
  });
});

it("a tunnel over UDP is given up where its interface goes on after lost acknowledgements, and not over old telegrams", async () => {
  const { closed, heard, tells } = await tunnel(false);
  await tells(0, 1);
  await tells(2, 2);
  await tells(2, 2);
  await tells(1, 3);
  for (let old = 0; old < 5; old += 1) await tells(0, 1);
  for (const sequence of [3, 3]) await tells(sequence, 4);
  expect([heard, closed]).toEqual([[1, 3], []]);
  await tells(4, 5);
  expect(closed).toEqual(["interface zählt Telegramme anders: Bestätigungen gingen verloren"]);
});
