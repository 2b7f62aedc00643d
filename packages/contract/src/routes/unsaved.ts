/** What was typed into a form of the console and not saved yet: each person's own, kept for a day. Secrets are no part of it. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { unixMillis } from "../shapes.ts";

const may = { needs: "see", channels: "none" } as const;

const FORM_ALLOWED = "Erlaubt sind 1 bis 250 Zeichen ohne Steuerzeichen.";
const formName = () =>
  describe(z.string().check(z.regex(/^\P{C}{1,250}$/u, FORM_ALLOWED)), "name of the form within the console");
const fields = () => z.record(z.string().check(z.maxLength(200)), z.unknown());
/** By the form's own fields. */
const typed = {
  change: describe(fields(), "what was changed"),
  before: describe(fields(), "what was stored there when the change began"),
  etag: z.optional(describe(z.string().check(z.maxLength(200)), "mark of what was stored then")),
};

export const unsavedList = call({
  ...may,
  method: "GET",
  path: "/unsaved",
  summary: "Forms that the caller left without saving, within the last day.",
  mutates: false,
  watchesOnly: true,
  answer: answer({ forms: z.array(z.object({ form: z.string(), at: unixMillis() })) }),
});

export const unsavedRead = call({
  ...may,
  method: "GET",
  path: "/unsaved/form",
  summary: "What the caller typed into a form and did not save. 404 where there is nothing, or no longer.",
  mutates: false,
  query: z.object({ form: formName() }),
  answer: answer({ at: unixMillis(), ...typed }),
});

export const unsavedKeep = call({
  ...may,
  method: "POST",
  path: "/unsaved/form",
  summary:
    "Keeps what is typed into a form, in place of what was kept of it before. Fields that carry secrets are left out; beyond 20 forms or 512 KiB the oldest go.",
  mutates: false,
  body: z.object({ form: formName(), ...typed }),
  bodyLimit: LIMITS.unsavedFormBytes,
  answer: answer({ at: unixMillis() }),
});

export const unsavedDrop = call({
  ...may,
  method: "POST",
  path: "/unsaved/drop",
  summary: "Forgets what was kept of a form; it was saved or discarded.",
  mutates: false,
  body: z.object({ form: formName() }),
});

export type UnsavedForm = z.output<typeof unsavedList.answer>["forms"][number];
export type Typed = Omit<z.output<typeof unsavedKeep.body>, "form">;
