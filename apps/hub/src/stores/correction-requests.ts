/** What the appliance may ask of corrections: parameters checked, then handed to the recorder, which knows the rules. */
import type { CorrectionRequests, HubHandlers } from "@hubwart/ipc";
import * as z from "zod/mini";
import { parsed } from "../parsed.ts";
import type { Stores } from "./stores.ts";

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const time = () => z.int().check(z.minimum(0));
const shapes = {
  correct: z.object({
    chan: text(500),
    from: time(),
    to: time(),
    rows: z.array(z.tuple([time(), z.union([z.number(), z.boolean()])])).check(z.maxLength(50_000)),
    by: text(200),
    why: text(300),
  }),
  undo: z.object({ number: z.int().check(z.minimum(1)) }),
};

export function correctionHandlers(stores: Pick<Stores, "ask">): Pick<HubHandlers, keyof CorrectionRequests> {
  return {
    correct: (raw) => stores.ask("correct", parsed(shapes.correct, raw)),
    corrections: () => stores.ask("corrections", {}),
    correctionUndo: (raw) => stores.ask("correctionUndo", parsed(shapes.undo, raw)),
  };
}
