/** Whether the report of each month is sent by e-mail, and what has become of that. */
import { energyMailSave } from "@hubwart/contract";
import { defineSetting, type Store } from "@hubwart/core/store";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

export type MailConfig = z.output<typeof energyMailSave.body>;

const setting = defineSetting({
  name: "energy.mail",
  schema: energyMailSave.body,
  fallback: { active: false, pod: "", recipients: [], day: 1 },
  tells: ({ active, recipients, ...how }) =>
    recipients.length === 0
      ? []
      : [
          {
            about: "targets",
            name: texts.mail.name,
            shows: `${recipients.join(", ")}${active ? "" : texts.mail.switchedOff}`,
            mark: { active, recipients, ...how },
          },
        ],
});

const month = z.string().check(z.regex(/^\d{4}-\d{2}$/));
const time = z.number();
const stateSchema = z.object({
  /** Months from this one on; it was running when sending was switched on. */
  since: z.string(),
  /** Sent, and when by the wall clock. */
  done: z.array(z.object({ period: month, at: time })),
  /** Due, oldest first; `failed`: so long it has been tried in vain, ms. */
  open: z.array(z.object({ period: month, sent: z.array(z.string()), failed: time })),
  success: z.nullable(z.object({ ts: time, period: month })),
  error: z.nullable(z.object({ ts: time, period: month, text: z.string() })),
});
export type MailState = z.output<typeof stateSchema>;

const stateSetting = defineSetting({
  name: "energy.mail-state",
  schema: stateSchema,
  fallback: { since: "", done: [], open: [], success: null, error: null },
  memory: true,
});

export class MailSettings {
  readonly #store: Pick<Store, "settings">;

  constructor(store: Pick<Store, "settings">) {
    this.#store = store;
  }

  read(): MailConfig {
    return this.#store.settings.read(setting);
  }

  write(config: MailConfig, now: number): void {
    this.#store.settings.write(setting, config, now);
  }

  state(): MailState {
    return this.#store.settings.read(stateSetting);
  }

  keep(state: MailState, now: number): void {
    this.#store.settings.write(stateSetting, state, now);
  }
}
