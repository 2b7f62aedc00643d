import { ManualClock, Pulse, Scope } from "@hubwart/core";
import type { Carrier, HubToPod, PodToHub } from "@hubwart/ipc";
import { describe, expect, it } from "vitest";
import { type PodOrder, PodSession, type PodSessionEvents } from "./pod-session.ts";

/** A session, the carrier's other end, and what the session says of its pod. */
function setup(events: Partial<PodSessionEvents> = {}, order: Pick<PodOrder, "own"> = {}) {
  const clock = new ManualClock();
  const sent: HubToPod[] = [];
  const said: string[] = [];
  let receive: (raw: unknown) => void = () => {};
  let close: (offence?: string) => void = () => {};
  let drain = () => {};
  const state = { busy: false };
  const carrier: Carrier<HubToPod, PodToHub> = {
    send: (message) => sent.push(message),
    onMessage: (handler) => {
      receive = handler as (raw: unknown) => void;
    },
    onClose: (handler) => {
      close = handler;
    },
    onDrain: (handler) => {
      drain = handler;
    },
    get busy() {
      return state.busy;
    },
    close: () => undefined,
  };
  const note = (what: string) => (text: unknown) =>
    said.push(`${what} ${typeof text === "string" ? text : ""}`.trim());
  const session: PodSession = new PodSession(
    carrier,
    1,
    {
      load: {
        id: "t.p",
        type: "t",
        ifaces: [{ id: "main", config: {} }],
        channels: [{ chan: "t.p.a", iface: "main", type: "json", dir: "inout", config: {} }],
        params: {},
        files: {},
        secrets: {},
      },
      logLevel: "info",
      authorities: [],
      ...order,
    },
    clock,
    new Pulse({ clock, scope: new Scope(), used: () => 0 }),
    {
      online: () => undefined,
      values: () => undefined,
      iface: () => undefined,
      stats: () => undefined,
      refusals: (reports) => said.push(`refusals ${JSON.stringify(reports)}`),
      log: () => undefined,
      answer: () => null,
      refused: note("refused"),
      offended: note("offended"),
      defect: note("defect"),
      closed: () => said.push("closed"),
      broken: (reason) => {
        said.push(`broken ${reason}`);
        session.close();
      },
      ...events,
    },
  );
  const values = (seq: number, v: unknown = 1) =>
    receive({ t: "values", seq, values: { n: [0], v: [v], t: [1] } });
  const acks = () => sent.flatMap((message) => (message.t === "ack" ? [message.seq] : []));
  return {
    clock,
    session,
    sent,
    said,
    state,
    values,
    acks,
    receive: (raw: unknown) => receive(raw),
    close: (o?: string) => close(o),
    drain: () => drain(),
  };
}

const STATS = { memory: 1, cpu: 1, counters: { in: 1, out: 1, coalesced: 1, failed: 1 } };

describe("PodSession", () => {
  it("ends itself alone when a message makes its handler fail", () => {
    const run = setup({
      values: () => {
        throw new RangeError("Maximum call stack size exceeded");
      },
    });
    run.values(1);
    expect(run.said).toEqual([
      "defect Nachricht des Pods: Maximum call stack size exceeded",
      "broken Eine Nachricht des Pods ließ sich nicht verarbeiten.",
      "closed",
    ]);
    run.values(2);
    expect(run.said).toHaveLength(3);
  });

  it("takes batches in order only", () => {
    for (const seq of [0, 2, 3]) {
      const run = setup();
      run.values(seq);
      expect(run.said[0]).toBe("broken Der Pod zählt seine Nachrichten falsch.");
    }
    const run = setup();
    run.values(1);
    run.values(1);
    expect(run.said[0]).toBe("broken Der Pod zählt seine Nachrichten falsch.");
  });

  it("keeps acknowledgements back while the pod does not read, and lets it run ahead no further", () => {
    const run = setup();
    run.values(1);
    run.state.busy = true;
    for (let seq = 2; seq <= 65; seq += 1) run.values(seq);
    expect(run.acks()).toEqual([1]);
    run.state.busy = false;
    run.drain();
    expect(run.acks()).toEqual([1, 65]);
    run.state.busy = true;
    for (let seq = 66; seq <= 129; seq += 1) run.values(seq);
    expect(run.said).toEqual([]);
    run.values(130);
    expect(run.said[0]).toBe("broken Der Pod sendet Werte, ohne die Bestätigungen zu lesen.");
    run.drain();
    expect(run.acks()).toEqual([1, 65]);
  });

  it("bounds what refusals weigh, beside the values", () => {
    const run = setup();
    const refusal = { text: "x".repeat(400), since: 1, last: 1, count: 1 };
    run.receive({ t: "stats", stats: STATS, refusals: [{ n: 0, refusal }] });
    expect(run.said).toEqual([`refusals ${JSON.stringify([{ n: 0, refusal }])}`]);
    run.values(1, "x".repeat(67_108_500));
    expect(run.said[1]).toContain("zusammen zu groß");
  });

  it("bounds what the newest values weigh together", () => {
    const run = setup();
    run.values(1, "x".repeat(60_000_000));
    run.values(2, "x".repeat(60_000_000));
    expect(run.said).toEqual([]);
    run.values(3, "x".repeat(68_000_000));
    expect(run.said[0]).toContain("zusammen zu groß");
  });

  it("bounds how often interfaces change", () => {
    const run = setup();
    const report = () =>
      run.receive({ t: "conn", iface: { iface: "main", state: true, active: 1, count: 1, last: 1 } });
    for (let i = 0; i < 2_010; i += 1) report();
    expect(run.said).toEqual([]);
    run.clock.advance(1_000);
    for (let i = 0; i < 101; i += 1) report();
    expect(run.said).toEqual([]);
    report();
    expect(run.said[0]).toBe("broken Der Pod meldet zu oft neue Zustände seiner Verbindungen.");
  });

  it("hands on why the carrier closed, before it is closed", () => {
    const run = setup();
    run.close("Er liest nicht, was ihm gesendet wird.");
    expect(run.said).toEqual(["offended Er liest nicht, was ihm gesendet wird.", "closed"]);
  });

  it("asks only a pod that is online, and fails what is under way with the connection", async () => {
    const run = setup();
    await expect(run.session.ask("read", {}, 1_000)).rejects.toThrow("läuft zurzeit nicht");
    run.receive({ t: "loaded", problems: [] });
    const question = run.session.ask("read", {}, 1_000);
    expect(run.sent.at(-1)).toMatchObject({ t: "ask", method: "read" });
    run.close();
    await expect(question).rejects.toThrow("nicht mehr verbunden");
  });

  it("takes an answer of megabytes from a process of the hub's own alone", async () => {
    const asked = [setup(), setup({}, { own: { pace: 0 } })].map((run) => {
      run.receive({ t: "loaded", problems: [] });
      const question = run.session.ask("read", {}, 1_000);
      run.receive({ t: "answer", id: 1, result: "x".repeat(2_000_000) });
      return question;
    });
    await expect(asked[0]).rejects.toThrow("unverständlich");
    expect(await asked[1]).toHaveLength(2_000_000);
  });

  it("tells what became of a write, and that it waits when nobody says", async () => {
    const run = setup();
    run.receive({ t: "loaded", problems: [] });
    run.session.sender.push(0, 5, 0, 1);
    const written = run.session.outcome(0, 5, 2_000);
    run.session.sender.flush();
    run.receive({ t: "written", results: { n: [0], seq: [1] } });
    expect(await written).toEqual({ state: "written" });
    run.session.sender.push(0, 6, 0, 1);
    const waiting = run.session.outcome(0, 6, 2_000);
    run.session.sender.flush();
    run.clock.advance(2_000);
    expect(await waiting).toEqual({ state: "waiting" });
  });

  it("does not wait for what becomes of values where nobody asks", () => {
    const settling = [setup(), setup({}, { own: { pace: 0 } })].map(({ receive, session }) => {
      receive({ t: "loaded", problems: [] });
      session.sender.push(0, 5, 0, 1);
      session.sender.flush();
      return session.unsettled(0) !== undefined;
    });
    expect(settling).toEqual([true, false]);
  });

  it("gives values to a process of the hub's own at the pace that was asked for", async () => {
    const { receive, sent, session } = setup({}, { own: { pace: 60_000 } });
    receive({ t: "loaded", problems: [] });
    const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
    for (const value of [1, 2, 3]) {
      session.sender.push(0, value, 0, 1);
      await turn();
    }
    const batches = () => sent.flatMap((message) => (message.t === "write" ? [message.values.v] : []));
    expect(batches()).toEqual([[1]]);
    session.sender.flush();
    expect(batches()).toEqual([[1], [2, 3]]);
  });
});
