/** The proxy: its rules and certificates, and what makes them current when something around them changes. */
import { randomBytes } from "node:crypto";
import path from "node:path";
import type { ProxyRule } from "@hubwart/containers";
import { errorText, type Logger } from "@hubwart/core";
import { defineSetting } from "@hubwart/core/store";
import * as z from "zod/mini";
import { complaining } from "../../../complaining.ts";
import type { AppContext } from "../../../context.ts";
import type { EngineLink } from "../link.ts";
import type { Wanted } from "../wanted.ts";
import { ProxyCertificates } from "./certificates.ts";
import { TargetNames } from "./names.ts";
import { ownerOf } from "./port-owner.ts";
import { Reach } from "./reach.ts";
import { ProxyRules } from "./rules.ts";
import { resolveTarget } from "./targets.ts";
import { texts } from "./texts.ts";

/** How often names in targets are looked up anew. */
const NAMES_MS = 60_000;

/** By what the appliance knows requests that its own proxy passes on. */
const proofSetting = defineSetting({
  name: "proxy.proof",
  schema: z.object({ proof: z.string() }),
  fallback: { proof: "" },
});

export interface ProxyComposeParts {
  app: AppContext;
  link: EngineLink;
  wanted: Wanted;
  /** Hand rules to the proxy that runs, and one to a proxy of its own. */
  apply: (rules: readonly ProxyRule[]) => Promise<void>;
  trial: (rule: ProxyRule) => Promise<string | undefined>;
  log: Logger;
}

export interface Proxy {
  rules: ProxyRules;
  certificates: ProxyCertificates;
  proof: string;
}

export async function composeProxy({
  app,
  link,
  wanted,
  apply,
  trial,
  log,
}: ProxyComposeParts): Promise<Proxy> {
  const { clock, scope, store, hub, config, serverCertificate } = app;
  const podPorts = (id: string) => {
    const pod = hub.pods().find((one) => one.id === id);
    return pod?.ifaces.flatMap(({ port }) => (port === undefined ? [] : [port]));
  };
  const certificates = await ProxyCertificates.open({
    folder: path.join(app.layout.tls, "proxy"),
    authorities: app.authorities,
    clock,
    log,
  });
  const rules = new ProxyRules({
    store,
    clock,
    names: new TargetNames(clock),
    reach: new Reach(clock),
    hasCertificate: (id) => certificates.get(id) !== undefined,
    resolve: (rule) => resolveTarget(rule, { podPorts, ownPort: config.httpPort }),
    owner: (port) => ownerOf(app, port),
    running: async () => link.available && (await link.get().state("caddyproxy")).running,
    apply,
    trial,
  });
  const refresh = () => {
    rules.refresh().catch((error: unknown) => log.warn(texts.failed(errorText(error))));
  };
  scope.add(serverCertificate.onChange(refresh));
  scope.add(
    hub.on("pods", () => {
      if (rules.stale) refresh();
    }),
  );
  const followNames = complaining(log, texts.proxy, () => rules.followNames());
  const follow = () => {
    if (wanted.active("caddyproxy")) void followNames();
  };
  scope.add(clock.every(NAMES_MS, follow));
  // Not before the pods are known: rules that lead to them would go for a moment.
  let podsKnown = false;
  scope.add(
    hub.on("status", () => {
      if (!podsKnown) follow();
      podsKnown = true;
    }),
  );
  scope.add(
    link.onFound(() => {
      rules.doubt();
      if (podsKnown) follow();
    }),
  );
  return { rules, certificates, proof: proofOf(app) };
}

/** Made once. */
function proofOf({ store, clock }: AppContext): string {
  const { proof } = store.settings.read(proofSetting);
  if (proof !== "") return proof;
  const made = randomBytes(32).toString("hex");
  store.settings.write(proofSetting, { proof: made }, clock.now());
  return made;
}
