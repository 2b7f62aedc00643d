import { ManualClock } from "@hubwart/core";
import type { IfaceState, UncertainChannels } from "@hubwart/ipc";
import { beforeEach, describe, expect, it } from "vitest";
import { PlantWatch, type WatchedPod } from "./plant-watch.ts";

let clock: ManualClock;
let watch: PlantWatch;
beforeEach(() => {
  clock = new ManualClock();
  watch = new PlantWatch(clock);
});

const iface = (name: string, state: boolean, error?: string): IfaceState => ({
  iface: name,
  state,
  active: 0,
  count: 0,
  last: 0,
  ...(error === undefined ? {} : { error }),
});
const pod = (id: string, ifaces: IfaceState[], change: Partial<WatchedPod> = {}): WatchedPod => ({
  id,
  type: id.split(".")[0] ?? "",
  running: true,
  ifaces,
  ...change,
});
/** Sees the same for so many seconds, every five. */
function lasts(seconds: number, pods: WatchedPod[], uncertain?: Record<string, UncertainChannels>): void {
  for (let at = 0; at <= seconds; at += 5) {
    watch.observe(pods, uncertain);
    if (at < seconds) clock.advance(5_000);
  }
}
const stale = (count: number, ...first: string[]): UncertainChannels => ({ count, first });
const texts = () => watch.findings().map(({ text }) => text);

describe("a plant that does not work", () => {
  it("is told after a minute without a connection, with the reason and the way there", () => {
    const away = [
      pod("mqtt.a", [iface("mqtt.a", false, "Verbindung abgelehnt")]),
      pod("ping.b", [iface("ping.b", true)]),
    ];
    lasts(55, away);
    expect(watch.findings()).toEqual([]);
    lasts(5, away);
    expect(watch.findings()).toEqual([
      {
        code: "iface-mqtt.a",
        level: 2,
        text: "Der Pod mqtt.a hat seit über einer Minute keine Verbindung: Verbindung abgelehnt.",
        route: "/pods/mqtt/mqtt.a",
      },
    ]);
  });

  it("is told after a minute of connections over which nothing works, before values that no longer hold", () => {
    const error = "Kein Channel funktioniert: 550 5.7.1 Relay denied";
    const mail = pod("email.a", [iface("email.a", true, error)]);
    lasts(55, [mail], { "email.a": stale(1, "email.a.x") });
    expect(texts()).toEqual([]);
    lasts(10, [mail], { "email.a": stale(1, "email.a.x") });
    expect(texts()).toEqual([`Beim Pod email.a seit über einer Minute: ${error}.`]);
    lasts(5, [pod("email.a", [iface("email.a", true)])]);
    expect(texts()).toEqual([]);
    lasts(60, [pod("chat.b", [iface("one", true, "403 Forbidden"), iface("two", true)])]);
    expect(texts()).toEqual([
      "Beim Pod chat.b an 1 von 2 Schnittstellen seit über einer Minute: 403 Forbidden.",
    ]);
  });

  it("is not told of what came back in between, nor when only the clock was set", () => {
    const away = [pod("mqtt.a", [iface("mqtt.a", false)])];
    lasts(40, away);
    watch.observe([pod("mqtt.a", [iface("mqtt.a", true)])]);
    clock.jump(86_400_000);
    lasts(55, away);
    expect(watch.findings()).toEqual([]);
    clock.jump(-86_400_000);
    lasts(10, away);
    expect(texts()).toHaveLength(1);
  });

  it("is told of a connection that comes and goes, though it is never away for a minute", () => {
    const mqtt = (state: boolean, count: number) => [pod("mqtt.a", [{ ...iface("mqtt.a", state), count }])];
    // What was counted before anybody looked, and a pod that was started anew, are no losses.
    for (const count of [9, 0, 1, 2, 3, 4, 5]) {
      lasts(20, mqtt(true, count));
      lasts(20, mqtt(false, count));
    }
    expect(texts()).toEqual([]);
    lasts(5, mqtt(true, 6));
    expect(watch.findings()).toEqual([
      {
        code: "iface-flaps-mqtt.a",
        level: 2,
        text: "Der Pod mqtt.a verliert immer wieder die Verbindung, in den letzten zehn Minuten 5-mal.",
        route: "/pods/mqtt/mqtt.a",
      },
    ]);
    const two = [pod("mqtt.a", [{ ...iface("mqtt.a", true), count: 7 }, iface("b", true)])];
    lasts(5, two);
    expect(texts()).toEqual([
      "Der Pod mqtt.a verliert an mqtt.a immer wieder die Verbindung, in den letzten zehn Minuten 6-mal.",
    ]);
    lasts(600, two);
    expect(texts()).toEqual([]);
  });

  it("names and counts the interfaces of a pod with several", () => {
    const units = Array.from({ length: 6 }, (_, i) => iface(`unit${i}`, i === 0));
    lasts(60, [pod("modb_client.m", units)]);
    expect(texts()).toEqual([
      "Der Pod modb_client.m hat an 5 von 6 Schnittstellen seit über einer Minute keine Verbindung: unit1, unit2, unit3 und 2 weitere.",
    ]);
  });

  it.each(["http_in", "modb_server", "asset"])("is told at once of a port that %s cannot open", (type) => {
    watch.observe([pod(`${type}.a`, [iface(`${type}.a`, false, "0.0.0.0:80 ist schon belegt.")])]);
    expect(texts()).toEqual([
      `Der Pod ${type}.a kann seinen Port nicht öffnen: 0.0.0.0:80 ist schon belegt.`,
    ]);
  });

  it("is told of a pod that does not run, and of values that no longer hold", () => {
    const pods = [
      pod("mqtt.a", [], { running: false, error: "Falsche Angabe" }),
      pod("http_out.b", [iface("http_out.b", true)]),
    ];
    lasts(60, pods, { "http_out.b": stale(5, "http_out.b.temp", "http_out.b.druck"), "mqtt.a": stale(7) });
    expect(texts()).toEqual([
      "Der Pod mqtt.a läuft nicht: Falsche Angabe.",
      "Beim Pod http_out.b: 5 Werte gelten seit über einer Minute nicht mehr als aktuell: temp, druck und 3 weitere.",
    ]);
  });

  it("is told who asks a pod for more than he reads, for ten minutes", () => {
    const overload = { address: "10.0.0.66", ended: 31, last: clock.now() };
    watch.observe([pod("http_in.a", [{ ...iface("http_in.a", true), overload }])]);
    expect(watch.findings()).toEqual([
      {
        code: "load-http_in.a",
        level: 2,
        text: "Last beim Pod http_in.a: Die Adresse 10.0.0.66 fragt mehr, als sie liest; 31 Verbindungen wurden beendet. Bitte prüfen Sie, was dort läuft.",
        route: "/pods/http_in/http_in.a",
      },
    ]);
    clock.advance(600_000);
    expect(watch.findings()).toEqual([]);
  });

  it("is summed up where much of it does not work", () => {
    lasts(
      60,
      Array.from({ length: 100 }, (_, i) => pod(`mqtt.${i}`, [iface("x", false)])),
    );
    expect(watch.findings()).toHaveLength(6);
    expect(texts().at(-1)).toBe("95 weitere Pods arbeiten nicht wie vorgesehen.");
  });

  it("is told no longer from the moment the hub says that it is back, one interface of several too", () => {
    const units = (...states: boolean[]) => [
      pod(
        "modb_client.m",
        states.map((state, i) => iface(`unit${i}`, state)),
      ),
    ];
    lasts(60, units(false, false));
    expect(texts()).toHaveLength(1);
    watch.recovered(units(true, false));
    expect(texts()).toEqual([
      "Der Pod modb_client.m hat an 1 von 2 Schnittstellen seit über einer Minute keine Verbindung: unit1.",
    ]);
    watch.recovered(units(true, true));
    expect(texts()).toEqual([]);
  });

  it("is not told while the hub is away", () => {
    lasts(60, [pod("mqtt.a", [iface("x", false)])], { "mqtt.a": stale(1) });
    watch.observe(undefined, { "mqtt.a": stale(1) });
    expect(watch.findings()).toEqual([]);
  });
});
