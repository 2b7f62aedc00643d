import { describe, expect, it } from "vitest";
import type { Connection, Pod } from "../../../api/pods.ts";
import { inOrder, plantOf, podOfConnection } from "./plant.ts";

const HOUR = 3_600_000;
/** Long after everything was started. */
const LATER = { now: HOUR, hubStarted: 1 };

const pod = (id: string, running = true, started = 1): Pod => ({
  id,
  type: id.split(".")[0] ?? "",
  label: "",
  internal: true,
  running,
  connected: running,
  started: running ? started : 0,
  stat: { memory: 0, cpu: 0 },
  counters: { in: 0, out: 0, coalesced: 0, failed: 0 },
  starts: running ? 1 : 0,
  since: 0,
  last_value: 0,
});
const connection = (chan: string, conn_state: boolean, conn_last = 0, conn_count = 0): Connection => ({
  chan,
  conn_state,
  conn_active: 0,
  conn_count,
  conn_last,
});

describe("the plant in one sentence", () => {
  it("says that all is well", () => {
    const pods = [pod("mqtt.a"), pod("ping.b")];
    const main = connection("mqtt.iface.a.main", true);
    expect(plantOf(pods, [main], LATER)).toMatchObject({
      sentence: "2 Pods laufen, die Verbindung steht",
      trouble: [],
      state: "fine",
    });
    expect(plantOf(pods, [main, connection("ping.iface.b.main", true)], LATER).sentence).toBe(
      "2 Pods laufen, alle 2 Verbindungen stehen",
    );
    expect(plantOf([pod("ping.b")], [], LATER).sentence).toBe("1 Pod läuft");
  });

  it("names each pod in trouble once, with the time of its first lost connection, the longest first", () => {
    const pods = [pod("mqtt.a"), pod("modb_client.b"), pod("ping.c")];
    const plant = plantOf(
      pods,
      [
        connection("mqtt.iface.a.main", false, 300),
        connection("modb_client.iface.b.one", false, 200),
        connection("modb_client.iface.b.two", false, 100),
        connection("ping.iface.c.main", true, 50),
      ],
      LATER,
    );
    expect(plant).toMatchObject({
      sentence: "3 Pods laufen, 3 von 4 Verbindungen gestört",
      trouble: [
        { pod: "modb_client.b", since: 100 },
        { pod: "mqtt.a", since: 300 },
      ],
      state: "trouble",
    });
    expect(inOrder(pods, plant.trouble).map(({ id }) => id)).toEqual(["mqtt.a", "modb_client.b", "ping.c"]);
  });

  it("counts a pod that does not run", () => {
    expect(plantOf([pod("mqtt.a", false), pod("ping.b")], [], LATER)).toMatchObject({
      sentence: "1 von 2 Pods läuft",
      trouble: [{ pod: "mqtt.a", since: 0 }],
    });
    expect(plantOf([pod("mqtt.a", false)], [], LATER).sentence).toBe("Kein Pod läuft");
    expect(plantOf([pod("a.a"), pod("a.b"), pod("a.c", false)], [], LATER).sentence).toBe(
      "2 von 3 Pods laufen",
    );
  });

  it("takes only connections of pods", () => {
    expect(podOfConnection("mqtt.iface.halle.main")).toBe("mqtt.halle");
    expect(podOfConnection("mqtt.pod.halle")).toBeUndefined();
    expect(podOfConnection("")).toBeUndefined();
  });
});

describe("a plant that has just been started", () => {
  const now = HOUR;
  const justNow = now / 1_000 - 10;
  const fresh = { now, hubStarted: justNow };

  it("is starting, and neither fine nor in trouble", () => {
    const pods = [pod("mqtt.a", true, justNow), pod("ping.b", true, justNow), pod("knx.c", false)];
    const connections = [connection("mqtt.iface.a.main", false), connection("ping.iface.b.main", true)];
    expect(plantOf(pods, connections, fresh)).toMatchObject({
      sentence: "2 von 3 Pods laufen, 1 wird gestartet, 1 von 2 Verbindungen wird aufgebaut",
      trouble: [],
      young: new Set(["knx.c", "mqtt.a"]),
      state: "young",
    });
    expect(
      plantOf([pod("mqtt.a", true, justNow)], [connection("mqtt.iface.a.main", false)], fresh).sentence,
    ).toBe("1 Pod läuft, die Verbindung wird aufgebaut");
  });

  it("is in trouble when a minute has passed", () => {
    const old = { now, hubStarted: now / 1_000 - 60 };
    const connections = [connection("mqtt.iface.a.main", false)];
    const plant = plantOf([pod("mqtt.a", true, now / 1_000 - 60), pod("knx.c", false)], connections, old);
    expect(plant).toMatchObject({ state: "trouble", young: new Set() });
    expect(plant.trouble.map((each) => each.pod)).toEqual(["knx.c", "mqtt.a"]);
  });

  it("tells what was lost from what is still being made", () => {
    const pods = [pod("mqtt.a", true, justNow), pod("mqtt.b", true, justNow)];
    const connections = [
      connection("mqtt.iface.a.main", false, now - 5_000, 1),
      connection("mqtt.iface.b.main", false),
    ];
    expect(plantOf(pods, connections, fresh)).toMatchObject({
      sentence: "2 Pods laufen, 1 von 2 Verbindungen gestört, 1 wird aufgebaut",
      trouble: [{ pod: "mqtt.a", since: now - 5_000 }],
      state: "trouble",
    });
  });

  it("waits for no pod that somebody else starts, nor for one that has crashed", () => {
    const outside = { ...pod("mqtt.a", false), internal: false };
    const crashed = { ...pod("mqtt.b", false), starts: 1 };
    expect(plantOf([outside, crashed], [], fresh).trouble.map((each) => each.pod)).toEqual([
      "mqtt.a",
      "mqtt.b",
    ]);
  });
});
