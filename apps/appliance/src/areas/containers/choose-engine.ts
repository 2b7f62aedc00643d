/** Which engine: on the device that behind the device service, elsewhere one whose socket this process may open. */
import path from "node:path";
import { chooseSocket, LocalAddOns } from "@hubwart/containers";
import type { AppContext } from "../../context.ts";
import { DeviceAddOns } from "./device-add-ons.ts";
import type { EngineChoice } from "./link.ts";

/** Beside the socket of the device service. */
const CONTAINERS_SOCKET = "containers.sock";

export async function chooseEngine({ config, clock, host }: AppContext): Promise<EngineChoice> {
  const choice = await chooseSocket(config.containerEngine);
  if (host.name === "systemd" && !("missing" in choice)) {
    return { addOns: new DeviceAddOns(path.join(path.dirname(config.hostdSocket), CONTAINERS_SOCKET)) };
  }
  if ("reason" in choice) return { ...choice, final: config.containerEngine === "none" };
  // Loaded only where there is an engine: it costs memory.
  const { dockerEngine } = await import("@hubwart/containers/docker");
  const engine = dockerEngine({ socketPath: choice.socketPath, clock });
  return { addOns: new LocalAddOns({ engine, registry: config.imageRegistry, clock }) };
}
