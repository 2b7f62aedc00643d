import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { isoTime } from "../shapes.ts";

export const PROXY_TARGETS = ["grafana", "influxdb", "mosquitto", "questdb", "user"] as const;

const rule = {
  active: z.boolean(),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  port: describe(
    z.int().check(
      z.minimum(1),
      z.maximum(65_535),
      z.refine((port) => port !== 80 && port !== 443, { error: "Die Ports 80 und 443 sind belegt." }),
    ),
    "1 to 65535, except 80 and 443",
  ),
  protocol: z.enum(["http", "https", "tcp", "tcps"]),
  target: describe(
    z.union(
      [
        z.enum(PROXY_TARGETS),
        z.string().check(z.maxLength(200), z.regex(/^[a-z0-9_]+\.pod\.[A-Za-z0-9_.-]+$/)),
      ],
      { error: `Erlaubt ist: ${PROXY_TARGETS.join(", ")} oder ein Channel eines Pods.` },
    ),
    "an add-on, a pod's channel `{type}.pod.{pod}`, or `user`",
  ),
  user_url: describe(z.string().check(z.maxLength(300)), "`address:port` when the target is `user`"),
  user_header: describe(z.string().check(z.maxLength(4000)), "additional HTTP headers, one a line"),
};
const ruleId = () => z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/));

export const proxyRules = call({
  method: "GET",
  path: "/caddyproxy/config",
  summary: "Rules of the reverse proxy.",
  access: "session",
  origin: "spec",
  mutates: false,
  etag: ["rules"],
  etagWithout: ["problem"],
  answer: answer({
    active: z.boolean(),
    rules: z.array(
      z.object({
        id: z.string(),
        ...rule,
        problem: z.optional(
          describe(z.string(), "German; why the rule is not in force although it is active"),
        ),
      }),
    ),
    certificate_end: z.optional(describe(isoTime(), "end of the certificate that https and tcps use")),
  }),
});

export const proxyRuleSet = call({
  method: "POST",
  path: "/caddyproxy/rules/set",
  summary:
    "Adds a rule (without `id`) or changes one. The old rules keep serving when the new ones are refused.",
  access: "session",
  origin: "spec",
  mutates: true,
  guard: "proxyRules",
  body: z.object({ id: z.optional(ruleId()), ...rule }),
  answer: answer({ id: z.string() }),
});

export const proxyRuleDelete = call({
  method: "GET",
  path: "/caddyproxy/rules/delete",
  summary: "Removes a rule.",
  access: "session",
  origin: "spec",
  mutates: true,
  query: z.object({ id: ruleId() }),
  answer: answer({}),
});
