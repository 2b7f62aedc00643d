/** Whether programs with a language model may ask, and for what. Closed, and for reading only, unless somebody changes it. */
import { mcpConfigSave } from "@hubwart/contract";
import { defineSetting, type Store } from "@hubwart/core/store";
import type * as z from "zod/mini";
import { texts } from "./texts.ts";

export type McpConfig = z.output<typeof mcpConfigSave.body>;

const setting = defineSetting({
  name: "mcp.config",
  schema: mcpConfigSave.body,
  fallback: { active: false, propose: false, write_channels: false },
  tells: ({ active, propose, write_channels }) =>
    active
      ? [
          {
            about: "others",
            name: texts.told,
            shows: texts.shows(propose, write_channels),
            mark: { propose, write_channels },
          },
        ]
      : [],
});

export class McpSettings {
  readonly #store: Pick<Store, "settings">;

  constructor(store: Pick<Store, "settings">) {
    this.#store = store;
  }

  read(): McpConfig {
    return this.#store.settings.read(setting);
  }

  write(config: McpConfig, now: number): void {
    this.#store.settings.write(setting, config, now);
  }
}
