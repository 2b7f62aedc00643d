import { describe, expect, it } from "vitest";
import type { Connection, Pod } from "../../../api/pods.ts";
import { inOrder, plantOf, podOfConnection } from "./plant.ts";

const pod = (id: string, running = true): Pod => ({
  id,
  type: id.split(".")[0] ?? "",
  label: "",
  internal: true,
  running,
  connected: running,
  started: 0,
  stat: { memory: 0, cpu: 0 },
  counters: { in: 0, out: 0, coalesced: 0, failed: 0 },
  starts: 1,
});
const connection = (chan: string, conn_state: boolean, conn_last = 0): Connection => ({
  chan,
  conn_state,
  conn_active: 0,
  conn_count: 0,
  conn_last,
});

describe("the plant in one sentence", () => {
  it("says that all is well", () => {
    const pods = [pod("mqtt.a"), pod("ping.b")];
    expect(plantOf(pods, [connection("mqtt.iface.a.main", true)])).toEqual({
      sentence: "2 Pods laufen, die Verbindung steht",
      trouble: [],
    });
    expect(
      plantOf(pods, [connection("mqtt.iface.a.main", true), connection("ping.iface.b.main", true)]).sentence,
    ).toBe("2 Pods laufen, alle 2 Verbindungen stehen");
    expect(plantOf([pod("ping.b")], []).sentence).toBe("1 Pod läuft");
  });

  it("names each pod in trouble once, with the time of its first lost connection, the longest first", () => {
    const pods = [pod("mqtt.a"), pod("modb_client.b"), pod("ping.c")];
    const plant = plantOf(pods, [
      connection("mqtt.iface.a.main", false, 300),
      connection("modb_client.iface.b.one", false, 200),
      connection("modb_client.iface.b.two", false, 100),
      connection("ping.iface.c.main", true, 50),
    ]);
    expect(plant).toEqual({
      sentence: "3 Pods laufen, 3 von 4 Verbindungen gestört",
      trouble: [
        { pod: "modb_client.b", since: 100 },
        { pod: "mqtt.a", since: 300 },
      ],
    });
    expect(inOrder(pods, plant.trouble).map(({ id }) => id)).toEqual(["mqtt.a", "modb_client.b", "ping.c"]);
  });

  it("counts a pod that does not run", () => {
    expect(plantOf([pod("mqtt.a", false), pod("ping.b")], [])).toEqual({
      sentence: "1 von 2 Pods läuft",
      trouble: [{ pod: "mqtt.a", since: 0 }],
    });
    expect(plantOf([pod("mqtt.a", false)], []).sentence).toBe("Kein Pod läuft");
    expect(plantOf([pod("a.a"), pod("a.b"), pod("a.c", false)], []).sentence).toBe("2 von 3 Pods laufen");
  });

  it("takes only connections of pods", () => {
    expect(podOfConnection("mqtt.iface.halle.main")).toBe("mqtt.halle");
    expect(podOfConnection("mqtt.pod.halle")).toBeUndefined();
    expect(podOfConnection("")).toBeUndefined();
  });
});
