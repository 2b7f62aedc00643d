/** Asks a service of the manufacturer whether it accepts the stored licence. */
import { type DataLayout, readFileIfThere } from "@hubwart/core";
import * as z from "zod/mini";
import { type SmallAnswer, smallRequest, withoutSlash } from "./small-request.ts";

const TIMEOUT = 5_000;

/** `service` is the part of the path that names it. Undefined without a configured address. */
export function serviceProbe(
  base: string | undefined,
  service: "licenses" | "updates",
  layout: DataLayout,
): (() => Promise<number>) | undefined {
  if (base === undefined) return undefined;
  return async () => {
    const bearer = (await readFileIfThere(layout.licenseFile))?.trim();
    const answer = await smallRequest({
      url: `${withoutSlash(base)}/v1/${service}/status`,
      method: "GET",
      timeout: TIMEOUT,
      ...(bearer === undefined || bearer === "" ? {} : { bearer }),
    });
    if (!isOurs(answer)) throw new Error("not an answer of the service");
    return answer.status;
  };
}

const accepted = z.object({ ok: z.literal(true) });
const refused = z.object({ error: z.literal("unauthorized") });

/** Anything on the way may answer 200 or 401 too: a router's sign-in page, a proxy, another server under that name. */
function isOurs({ status, json }: SmallAnswer): boolean {
  if (status === 200) return accepted.safeParse(json).success;
  if (status === 401) return refused.safeParse(json).success;
  return false;
}
