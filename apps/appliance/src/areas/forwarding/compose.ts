/** The forwarding with its real targets. */

import { resolveAddOn } from "@hubwart/containers";
import { LIMITS } from "@hubwart/contract";
import { readFileIfThere } from "@hubwart/core";
import type { HubPod } from "@hubwart/ipc";
import type { CompiledPod, CompiledProject } from "@hubwart/project";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import type { HubLink } from "../../hub-link.ts";
import { alarmsFor } from "./alarms.ts";
import { DocumentBuffer } from "./buffer.ts";
import { statusDocument } from "./document.ts";
import { forwardingHandlers } from "./routes.ts";
import { ForwardingService } from "./service.ts";
import { ForwardingSettings } from "./settings.ts";
import { httpTarget } from "./targets/http.ts";
import { influxAccess, influxTarget } from "./targets/influxdb.ts";
import { mqttTarget } from "./targets/mqtt.ts";

export async function compose(app: AppContext): Promise<Area> {
  const service = await startForwarding(app);
  return {
    handlers: forwardingHandlers(service),
    findings: () => service.findings(),
    offers: { forwarding: service },
  };
}

async function startForwarding(app: AppContext): Promise<ForwardingService> {
  const { clock, config, hub, layout, scope } = app;
  const log = app.log.module("forwarding");
  const settings = new ForwardingSettings(app.store, config.productSlug);
  const limits = { documents: LIMITS.forwardingDocuments, bytes: LIMITS.forwardingBytes };
  const ownAddOn = config.forwardInfluxAddr === LIMITS.forwardingInfluxServer;
  const hostname = await app.host.facts.hostname().catch(() => "hub");
  return await ForwardingService.start({
    settings,
    buffer: await DocumentBuffer.open(layout.forwarding, limits, log),
    targets: {
      http: () =>
        httpTarget({
          settings: () => settings.read().http,
          compiled: (pod) => compiledPod(app.use("project").compiledFile(), pod),
          running: (pod) => runningPod(hub, pod),
        }),
      mqtt: (test) =>
        mqttTarget({
          topic: () => settings.read().mqtt.topic,
          ...splitAddress(config.forwardMqttAddr),
          shown: LIMITS.forwardingMqttServer,
          // Two connections under one name would end each other.
          clientId: `${config.productSlug}-${test ? "test" : "state"}-${hostname}`.slice(0, 120),
          clock,
        }),
      influxdb: () =>
        influxTarget({
          settings: () =>
            influxAccess(settings.read().influxdb, ownAddOn ? app.use("containers").influx() : undefined),
          ...splitAddress(config.forwardInfluxAddr),
          shown: LIMITS.forwardingInfluxServer,
        }),
    },
    document: async (after) => {
      const running = hub.connected && hub.status()?.state === "running";
      const known = running ? await alarmsFor(hub, after).catch(() => undefined) : undefined;
      const status = await app.use("status").status();
      const now = clock.now();
      const parts = {
        product: config.productSlug,
        now,
        status,
        cpu: app.use("history").cpu,
        pods: hub.pods(),
        alarms: known?.alarms,
      };
      return {
        as: (seq, test) => statusDocument({ ...parts, hubConnected: hub.connected, seq, test }),
        told: known?.told,
      };
    },
    clock,
    log,
    scope,
  });
}

async function compiledPod(file: string | undefined, pod: string): Promise<CompiledPod | undefined> {
  const text = file === undefined ? undefined : await readFileIfThere(file);
  if (text === undefined) return undefined;
  return (JSON.parse(text) as CompiledProject).pods.find(({ id }) => id === pod);
}

/** The hub reports now and then; a pod that just came up is asked for. */
async function runningPod(hub: HubLink, id: string): Promise<HubPod | undefined> {
  if (!hub.connected) return undefined;
  const find = (pods: readonly HubPod[]) => pods.find((pod) => pod.id === id);
  const known = find(hub.pods());
  if (known?.running && known.ifaces.every((iface) => iface.state)) return known;
  return find((await hub.request("pods", {})).pods);
}

/** @param address `host:port`, checked by the configuration; the name of an add-on leads to where it is reached on this device */
function splitAddress(address: string): { host: string; port: number } {
  const colon = address.lastIndexOf(":");
  const host = address.slice(0, colon).replace(/^\[|\]$/g, "");
  const port = Number(address.slice(colon + 1));
  return resolveAddOn(host, port) ?? { host, port };
}
