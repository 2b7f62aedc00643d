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
  const send = (frame: Buffer) => void sent.push(parseFrame(frame)?.service ?? 0);
  const local = hpaiOf(tcp);
  const made = new Tunnel(
    { tcp, local, send, sendData: send, useDataEndpoint: () => undefined, close: () => undefined },
    { telegram: () => undefined, closed: (reason) => closed.push(reason), notice: () => undefined },
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
