/** What an administrator chose: how often, and where to. Stored one setting a target. */
import { LIMITS, stateHttp, stateInfluxdb, stateMqtt, stateSettings } from "@hubwart/contract";
import { defineSetting, type Store, type Told } from "@hubwart/core/store";
import * as z from "zod/mini";

const interval = z.object(stateSettings);
const http = z.object(stateHttp);
const mqtt = z.object(stateMqtt);
/** The token is stored and never told. */
const influxdb = z.object({ ...stateInfluxdb, token: z.string() });

const told = (kind: string, to: string, way: { active: boolean }): Told => ({
  about: "targets",
  name: `Statusweiterleitung, ${kind}`,
  shows: `${to}${way.active ? "" : ", ausgeschaltet"}`,
  mark: way,
});

export interface ForwardingConfig {
  settings: z.output<typeof interval>;
  http: z.output<typeof http>;
  mqtt: z.output<typeof mqtt>;
  influxdb: z.output<typeof influxdb>;
}

export class ForwardingSettings {
  readonly #store: Store;
  readonly #settings;

  /** `slug`: the product's name in topics and paths. */
  constructor(store: Store, slug: string) {
    this.#store = store;
    this.#settings = {
      settings: defineSetting({
        name: "state.settings",
        schema: interval,
        fallback: { interval: 0 },
      }),
      http: defineSetting({
        name: "state.http",
        schema: http,
        fallback: { active: false, pod: "", path: `/${slug}/state` },
        tells: ({ pod, ...way }) => (pod === "" ? [] : [told("HTTP", `${pod}${way.path}`, way)]),
      }),
      mqtt: defineSetting({
        name: "state.mqtt",
        schema: mqtt,
        fallback: { active: false, server: LIMITS.forwardingMqttServer, topic: `/${slug}/state/` },
        tells: ({ server, ...way }) => [told("MQTT", server, way)],
      }),
      influxdb: defineSetting({
        name: "state.influxdb",
        schema: influxdb,
        fallback: {
          active: false,
          server: LIMITS.forwardingInfluxServer,
          token: "",
          org: "",
          bucket: `${slug}_state`,
        },
        tells: ({ server, ...way }) => [told("InfluxDB", server, way)],
      }),
    } as const;
  }

  read(): ForwardingConfig {
    const { settings } = this.#store;
    return {
      settings: settings.read(this.#settings.settings),
      http: settings.read(this.#settings.http),
      mqtt: settings.read(this.#settings.mqtt),
      influxdb: settings.read(this.#settings.influxdb),
    };
  }

  write(change: Partial<ForwardingConfig>, now: number): void {
    const { settings } = this.#store;
    if (change.settings) settings.write(this.#settings.settings, change.settings, now);
    if (change.http) settings.write(this.#settings.http, change.http, now);
    if (change.mqtt) settings.write(this.#settings.mqtt, change.mqtt, now);
    if (change.influxdb) settings.write(this.#settings.influxdb, change.influxdb, now);
  }
}
