/** What an answer of type error means for the message: given up, or tried again. */
import type { Sent } from "../service.ts";
import { child, type Element, NS } from "./element.ts";
import { conditionOf, whyOf } from "./fault.ts";
import { texts } from "./texts.ts";

/** Nothing is wrong with the message; its recipient may be there again, or the pod back in the room. */
const PASSING = new Set([
  "service-unavailable",
  "recipient-unavailable",
  "remote-server-not-found",
  "remote-server-timeout",
  "resource-constraint",
  "internal-server-error",
  "not-acceptable",
]);

export function refusalOf(address: string, stanza: Element): Sent {
  const error = child(stanza, "error", NS.client);
  const why = whyOf(error, NS.stanzaErrors);
  const passing =
    error?.attributes.get("type") === "wait" || PASSING.has(conditionOf(error, NS.stanzaErrors) ?? "");
  return passing
    ? { t: "later", reason: texts.notNow(address, why), answer: why }
    : {
        t: "refused",
        reason: texts.messageRefused(address, why),
        answer: why,
      };
}
