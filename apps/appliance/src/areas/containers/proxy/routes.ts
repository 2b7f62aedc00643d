/** Calls of the proxy: its rules, and the certificates uploaded for them. */
import { X509Certificate } from "node:crypto";
import { InvalidInputError } from "@hubwart/core";
import type { ServerCertificate } from "../../../context.ts";
import type { Handlers } from "../../../http/handlers.ts";
import { readSmall } from "../../../platform/tls/certificate-file.ts";
import { described } from "../../../platform/tls/routes.ts";
import { common } from "../../../texts.ts";
import type { ProxyCertificate, ProxyCertificates } from "./certificates.ts";
import type { ProxyRules } from "./rules.ts";

export interface ProxyRouteParts {
  rules: ProxyRules;
  certificates: ProxyCertificates;
  serverCertificate: Pick<ServerCertificate, "server">;
  /** Whether the proxy is to run. */
  running: () => boolean;
}

export function proxyHandlers({
  certificates,
  rules,
  running,
  serverCertificate,
}: ProxyRouteParts): Handlers {
  return {
    proxyRules: async () => {
      const pair = serverCertificate.server;
      return {
        active: running(),
        rules: rules.shown().map((rule) => ({ ...rule, target: rule.target as "user" })),
        ...(pair
          ? { certificate_end: new Date(new X509Certificate(pair.certificate).validTo).toISOString() }
          : {}),
        certificates: certificates.list().map(told),
      };
    },
    proxyRuleSet: async (request) => {
      const { body } = request;
      request.audit({
        before: body.id === undefined ? undefined : rules.all().find(({ id }) => id === body.id),
        after: body,
      });
      return { id: await rules.set(body) };
    },
    proxyRuleCheck: ({ body }) => rules.check(body),
    proxyRuleDelete: async (request) => {
      const { id } = request.query;
      request.audit({ before: rules.find(id) });
      await rules.delete(id);
      return {};
    },
    proxyCertificateUpload: async (request) => {
      const { file } = request;
      if (!file) {
        throw new InvalidInputError([{ field: "newfile", message: common.noFile }]);
      }
      const bytes = await readSmall(file.stream);
      const { id, key = "", pwd = "" } = request.fields();
      const before = id === undefined ? undefined : certificates.get(id);
      const stored = await certificates.put(id, { bytes, key, password: pwd });
      request.audit({ before: noted(before), after: noted(stored) });
      if (before) await rules.refresh();
      return { id: stored.id };
    },
    proxyCertificateDelete: async (request) => {
      const { id } = request.body;
      request.audit({ before: noted(await certificates.remove(id, rules.usersOf(id))) });
      return {};
    },
  };
}

function told({ chain, id, names, x509 }: ProxyCertificate) {
  const { fingerprint, issuer, subject } = described(x509);
  const ends = chain.map(({ validTo }) => Date.parse(validTo));
  return {
    id,
    subject,
    issuer,
    names: [...names],
    valid_end: new Date(Math.min(...ends)).toISOString(),
    fingerprint,
  };
}

const noted = (stored: ProxyCertificate | undefined) =>
  stored ? { names: stored.names.join(", "), fingerprint: stored.x509.fingerprint256 } : {};
