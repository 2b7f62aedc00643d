/** Where the sign of life goes, and how often. */
import { alarmHeartbeatSave } from "@hubwart/contract";
import { defineSetting, type Store } from "@hubwart/core/store";
import type * as z from "zod/mini";
import { texts } from "./texts.ts";

export type HeartbeatConfig = z.output<typeof alarmHeartbeatSave.body>;

const setting = defineSetting({
  name: "alarms.heartbeat",
  schema: alarmHeartbeatSave.body,
  fallback: { active: false, url: "", interval: 5 },
  tells: ({ url, ...way }) =>
    url === ""
      ? []
      : [
          {
            about: "targets",
            name: texts.heartbeat.name,
            shows: `${new URL(url).host}${way.active ? "" : texts.heartbeat.switchedOff}`,
            mark: { url, ...way },
          },
        ],
});

export class HeartbeatSettings {
  readonly #store: Pick<Store, "settings">;

  constructor(store: Pick<Store, "settings">) {
    this.#store = store;
  }

  read(): HeartbeatConfig {
    return this.#store.settings.read(setting);
  }

  write(config: HeartbeatConfig, now: number): void {
    this.#store.settings.write(setting, config, now);
  }
}
