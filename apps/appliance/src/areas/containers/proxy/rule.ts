/** A rule of the proxy as it is stored, and what is wrong with one by itself. */
import { InvalidInputError } from "@hubwart/core";
import { defineSetting } from "@hubwart/core/store";
import * as z from "zod/mini";
import { parseHeaders } from "./headers.ts";

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
  needs: "nothing",
});

export const usesHeaders = ({ protocol }: Pick<Rule, "protocol">): boolean =>
  protocol === "http" || protocol === "https";
export const usesTls = ({ protocol }: Pick<Rule, "protocol">): boolean =>
  protocol === "https" || protocol === "tcps";

/** @throws InvalidInputError */
export function refuse(one: Rule): void {
  const problems: { field: string; message: string }[] = [];
  if (one.target === "user" && !/^\S+:[0-9]{1,5}$/.test(one.user_url.trim())) {
    problems.push({ field: "user_url", message: "Erwartet wird Adresse:Port." });
  }
  const headers = parseHeaders(one.user_header);
  if (typeof headers === "string") problems.push({ field: "user_header", message: headers });
  else if (headers.length > 0 && !usesHeaders(one)) {
    problems.push({ field: "user_header", message: "Header gibt es nur bei http und https." });
  }
  if (problems.length > 0) throw new InvalidInputError(problems);
}
