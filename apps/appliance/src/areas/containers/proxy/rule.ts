/** A rule of the proxy as it is stored, and what is wrong with one by itself. */
import type { ProxyRule } from "@hubwart/containers";
import { InvalidInputError } from "@hubwart/core";
import { defineSetting } from "@hubwart/core/store";
import * as z from "zod/mini";
import { parseHeaders } from "./headers.ts";
import { texts } from "./texts.ts";

const rule = z.object({
  id: z.string(),
  active: z.boolean(),
  name: z.string(),
  port: z.int(),
  protocol: z.enum(["http", "https", "tcp", "tcps"]),
  target: z.string(),
  user_url: z.string(),
  user_header: z.string(),
  /** Id of an uploaded one; absent or empty: the device's. */
  certificate: z.optional(z.string()),
});
export type Rule = z.output<typeof rule>;

export const rulesSetting = defineSetting({
  name: "proxy.rules",
  schema: z.array(rule),
  fallback: [],
  tells: (rules) =>
    rules.map(({ active, name, port, protocol, target, user_url, ...mark }) => ({
      about: "ports",
      name: texts.rule(name),
      shows: texts.ruleWay(port, protocol, target === "user" ? user_url : target, active),
      mark,
    })),
});

export const usesHeaders = ({ protocol }: Pick<Rule, "protocol">): boolean =>
  protocol === "http" || protocol === "https";
export const usesTls = ({ protocol }: Pick<Rule, "protocol">): boolean =>
  protocol === "https" || protocol === "tcps";

/** As the proxy is told of it. */
export function asServed(one: Rule, dial: string): ProxyRule {
  const { certificate, id, port, protocol } = one;
  const headers = usesHeaders(one) ? parseHeaders(one.user_header) : [];
  return {
    id,
    port,
    protocol,
    dial,
    headers: typeof headers === "string" ? [] : headers,
    ...(certificate && usesTls(one) ? { certificate } : {}),
  };
}

/** @throws InvalidInputError */
export function refuse(one: Rule): void {
  const problems: { field: string; message: string }[] = [];
  if (one.target === "user" && !/^\S+:[0-9]{1,5}$/.test(one.user_url.trim())) {
    problems.push({ field: "user_url", message: texts.addressExpected });
  }
  const headers = parseHeaders(one.user_header);
  if (typeof headers === "string") problems.push({ field: "user_header", message: headers });
  else if (headers.length > 0 && !usesHeaders(one)) {
    problems.push({ field: "user_header", message: texts.headersOnlyOfHttp });
  }
  if (problems.length > 0) throw new InvalidInputError(problems);
}
