/** Asks a service of the manufacturer whether it accepts the stored licence. */
import { type DataLayout, readFileIfThere } from "@hubwart/core";
import { smallRequest, withoutSlash } from "./small-request.ts";

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
    const { status } = await smallRequest({
      url: `${withoutSlash(base)}/v1/${service}/status`,
      method: "GET",
      timeout: TIMEOUT,
      ...(bearer === undefined || bearer === "" ? {} : { bearer }),
    });
    return status;
  };
}
