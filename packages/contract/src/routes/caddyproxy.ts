import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { isoTime, keyOfCertificate } from "../shapes.ts";

const may = { needs: "admin", channels: "none" } as const;

export const PROXY_TARGETS = ["grafana", "influxdb", "mosquitto", "questdb", "user"] as const;

const ID_ALLOWED = "Erlaubt sind bis zu 40 Zeichen: Buchstaben ohne Umlaute, Ziffern, „_“ und „-“.";
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
        z
          .string()
          .check(
            z.maxLength(200),
            z.regex(
              /^[a-z0-9_]+\.pod\.[A-Za-z0-9_.-]+$/,
              "Erlaubt ist ein Channel eines Pods, zum Beispiel mqtt.pod.anlage.",
            ),
          ),
      ],
      { error: `Erlaubt ist: ${PROXY_TARGETS.join(", ")} oder ein Channel eines Pods.` },
    ),
    "an add-on, a pod's channel `{type}.pod.{pod}`, or `user`",
  ),
  user_url: describe(z.string().check(z.maxLength(300)), "`address:port` when the target is `user`"),
  user_header: describe(z.string().check(z.maxLength(4000)), "additional HTTP headers, one a line"),
  certificate: z.optional(
    describe(
      z.string().check(z.regex(/^[A-Za-z0-9_-]{0,40}$/, ID_ALLOWED)),
      "id of an uploaded certificate; https and tcps have the device's without it",
    ),
  ),
};
const ruleId = () => z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, ID_ALLOWED));
const ruleBody = z.object({ id: z.optional(ruleId()), ...rule });

export const proxyRules = call({
  ...may,
  method: "GET",
  path: "/caddyproxy/config",
  summary: "Rules of the reverse proxy.",
  origin: "spec",
  mutates: false,
  etag: ["rules"],
  etagWithout: ["problem", "unreachable"],
  answer: answer({
    active: z.boolean(),
    rules: z.array(
      z.object({
        id: z.string(),
        ...rule,
        problem: z.optional(
          describe(z.string(), "German; why the rule is not in force although it is active"),
        ),
        unreachable: z.optional(
          describe(z.string(), "German; what kept its target from answering when it was last looked at"),
        ),
      }),
    ),
    certificate_end: z.optional(describe(isoTime(), "end of the device's certificate")),
    certificates: z.array(
      z.object({
        id: z.string(),
        subject: z.string(),
        issuer: z.string(),
        names: describe(z.array(z.string()), "DNS names and addresses it holds for"),
        valid_end: describe(isoTime(), "of the first in its chain that ends"),
        fingerprint: describe(z.string(), "SHA-256, hexadecimal with colons"),
      }),
    ),
  }),
});

export const proxyRuleSet = call({
  ...may,
  method: "POST",
  path: "/caddyproxy/rules/set",
  summary:
    "Adds a rule (without `id`) or changes one. The old rules keep serving when the new ones are refused.",
  origin: "spec",
  mutates: true,
  guard: "proxyRules",
  body: ruleBody,
  answer: answer({ id: z.string() }),
});

export const proxyRuleCheck = call({
  ...may,
  method: "POST",
  path: "/caddyproxy/rules/check",
  summary:
    "What would keep a rule from working, before it is stored: its target gets a real request through a proxy of its own (http, https), or a connection that is closed at once.",
  mutates: false,
  body: ruleBody,
  answer: answer({
    problem: z.optional(describe(z.string(), "German")),
    about: z.optional(
      describe(
        z.enum(["rule", "target"]),
        "whether the rule itself cannot be in force, or its target is away",
      ),
    ),
    hops: describe(
      z.array(z.object({ hop: z.enum(["name", "tcp", "tls", "http"]), ok: z.boolean(), text: z.string() })),
      "how far it came, one after the other; German texts",
    ),
  }),
});

export const proxyCertificateUpload = call({
  ...may,
  method: "POST",
  path: "/caddyproxy/certificates/upload",
  summary:
    "Keeps a certificate with key and chain (PEM or PKCS#12) for rules with https or tcps; it has served a connection before.",
  mutates: true,
  upload: {
    file: "newfile",
    fields: z.object({
      id: z.optional(describe(ruleId(), "of the one it takes the place of, in all its rules")),
      ...keyOfCertificate(),
    }),
  },
  answer: answer({ id: z.string() }),
});

export const proxyCertificateDelete = call({
  ...may,
  method: "POST",
  path: "/caddyproxy/certificates/delete",
  summary: "Removes a certificate that no rule uses, with its key.",
  mutates: true,
  body: z.object({ id: ruleId() }),
});

export const proxyRuleDelete = call({
  ...may,
  method: "GET",
  path: "/caddyproxy/rules/delete",
  summary: "Removes a rule.",
  origin: "spec",
  mutates: true,
  guard: "proxyRules",
  query: z.object({ id: ruleId() }),
});
