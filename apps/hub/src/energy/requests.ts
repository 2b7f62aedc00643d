/** What the appliance may ask about meters: parameters checked, then handed to their process. */
import { ENERGY_STEPS, type EnergyRequests, type HubHandlers } from "@hubwart/ipc";
import * as z from "zod/mini";
import { parsed } from "../parsed.ts";
import type { Energy } from "./energy.ts";

const id = z.string().check(z.minLength(1), z.maxLength(64));
const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const reading = z.number().check(z.minimum(0), z.maximum(1e12));

const shapes = {
  energy: z.object({}),
  energySums: z.object({
    from: date,
    to: date,
    step: z.enum(ENERGY_STEPS),
    meters: z.optional(z.array(id).check(z.maxLength(2_000))),
  }),
  energyEvents: z.object({ meter: id, limit: z.int().check(z.minimum(1), z.maximum(1_000)) }),
  energyExchange: z.object({
    meter: id,
    at: z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
    end_reading: reading,
    start_reading: reading,
    by: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
};

export function energyHandlers(energy: Pick<Energy, "ask">): Pick<HubHandlers, keyof EnergyRequests> {
  return {
    energy: (raw) => energy.ask("energy", parsed(shapes.energy, raw)),
    energySums: (raw) => energy.ask("energySums", parsed(shapes.energySums, raw)),
    energyEvents: (raw) => energy.ask("energyEvents", parsed(shapes.energyEvents, raw)),
    energyExchange: (raw) => energy.ask("energyExchange", parsed(shapes.energyExchange, raw)),
  };
}
