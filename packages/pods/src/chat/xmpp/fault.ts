import { plain } from "../service.ts";
import { child, type Element } from "./element.ts";
import { texts } from "./texts.ts";

/** Why there is no stream, in German. */
export class XmppFault extends Error {}

/** The condition of a stream, sign-in or stanza error. */
export function conditionOf(error: Element | undefined, namespace: string): string | undefined {
  return error?.children.find((one) => one.namespace === namespace && one.name !== "text")?.name;
}

/** In German, with the server's own words where it gives some. */
export function whyOf(error: Element | undefined, namespace: string): string {
  const condition = conditionOf(error, namespace);
  const said = child(error, "text", namespace)?.text ?? "";
  const known =
    condition === undefined
      ? texts.noReason
      : (Object.hasOwn(texts.conditions, condition) && texts.conditions[condition]) || plain(condition);
  return said === "" ? known : `${known} (${plain(said)})`;
}
