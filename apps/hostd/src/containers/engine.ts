/** The engine of this device, looked for anew as long as there is none. */
import { type AddOns, chooseSocket, LocalAddOns } from "@hubwart/containers";
import { dockerEngine } from "@hubwart/containers/docker";
import { systemClock, UnavailableError } from "@hubwart/core";

/** @param env settings of the service, root's alone to change */
export function onlyAddOns(env: Record<string, string | undefined>): () => Promise<AddOns> {
  const setting = env["HUBWART_CONTAINER_ENGINE"] || "auto";
  const registry = env["HUBWART_IMAGE_REGISTRY"] || undefined;
  let found: { socketPath: string; addOns: AddOns } | undefined;
  return async () => {
    const choice = await chooseSocket(setting);
    if ("reason" in choice) throw new UnavailableError(choice.reason);
    if (found?.socketPath !== choice.socketPath) {
      const engine = dockerEngine({ socketPath: choice.socketPath, clock: systemClock });
      found = {
        socketPath: choice.socketPath,
        addOns: new LocalAddOns({ engine, registry, clock: systemClock }),
      };
    }
    return found.addOns;
  };
}
