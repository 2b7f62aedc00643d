import { describe, expect, it } from "vitest";
import { runInMemory, writeMessage } from "./testing/hub.ts";

describe("the log of a pod", () => {
  it("says a failure of a channel once a minute, with the number left out", async () => {
    const run = runInMemory({
      start: async (pod) => {
        for (let i = 0; i < 5; i += 1) pod.failed(0, "keine Antwort");
        pod.failed(1, "keine Antwort");
        pod.clock.after(61_000, () => pod.failed(0, "keine Antwort"));
      },
    });
    await run.begin();
    run.clock.advance(62_000);
    await run.settle();
    const entries = run.of("log").flatMap((message) => message.entries);
    expect(entries.map(({ msg, chan }) => [chan, msg])).toEqual([
      ["t.p.a", "keine Antwort"],
      ["t.p.b", "keine Antwort"],
      ["t.p.a", "keine Antwort (4 weitere seit der letzten Meldung)"],
    ]);
    expect((await run.counters())?.failed).toBe(7);
    run.abort.abort();
    await run.end;
  });

  it("bounds a flood of log lines and says how many it left out", async () => {
    const run = runInMemory({
      start: async ({ log, clock }) => {
        for (let i = 0; i < 3_000; i += 1) log.info(`line ${i}`);
        clock.after(500, () => log.info("later"));
      },
    });
    await run.begin();
    run.clock.advance(100);
    await run.settle();
    const entries = () => run.of("log").flatMap((message) => message.entries);
    expect(entries().length).toBe(2_001);
    expect(entries().at(-1)?.msg).toBe("1000 weitere Meldungen wurden ausgelassen.");
    expect(entries().at(-2)?.msg).toBe("line 1999");
    run.clock.advance(1_000);
    await run.settle();
    expect(entries().at(-1)?.msg).toBe("later");
    run.abort.abort();
    await run.end;
  });

  it("logs every value that passes at level debug, and none otherwise", async () => {
    const run = runInMemory({
      start: async (pod) => {
        pod.emit(0, 1);
        pod.clock.after(50, () => pod.emit(0, 2));
        pod.clock.after(60, () => pod.emit(0, "x".repeat(5_000)));
      },
    });
    await run.begin();
    run.hub.send({ t: "logLevel", level: "debug" });
    await run.settle();
    run.clock.advance(60);
    run.hub.send(writeMessage(1, [7]));
    await run.settle();
    run.clock.advance(100);
    await run.settle();
    const entries = run.of("log").flatMap((message) => message.entries);
    expect(entries.map(({ level, module, chan, msg }) => [level, module, chan, msg])).toEqual([
      ["debug", "t", "t.p.a", "Empfangen: 2"],
      ["debug", "t", "t.p.a", `Empfangen: "${"x".repeat(199)}…`],
      ["debug", "t", "t.p.b", "Geschrieben: 7"],
    ]);
    run.abort.abort();
    await run.end;
  });
});
