/** The engine of this device, looked for anew as long as there is none. */
import { type AddOns, chooseSocket, LocalAddOns } from "@hubwart/containers";
import { dockerEngine } from "@hubwart/containers/docker";
import { systemClock, UnavailableError } from "@hubwart/core";
import { RegistryTrust } from "./registry-trust.ts";

/**
 * @param env settings of the service, root's alone to change
 * @param root folder that holds /etc
 */
export function onlyAddOns(env: Record<string, string | undefined>, root: string): () => Promise<AddOns> {
  const setting = env["HUBWART_CONTAINER_ENGINE"] || "auto";
  const registry = env["HUBWART_IMAGE_REGISTRY"] || undefined;
  const pulls = new RegistryTrust(root, registry);
  let found: { socketPath: string; addOns: AddOns } | undefined;
  return async () => {
    const choice = await chooseSocket(setting);
    if ("reason" in choice) throw new UnavailableError(choice.reason);
    if (found?.socketPath !== choice.socketPath) {
      const engine = dockerEngine({ socketPath: choice.socketPath, clock: systemClock });
      found = {
        socketPath: choice.socketPath,
        addOns: new LocalAddOns({
          engine,
          registry,
          clock: systemClock,
          trust: (authorities) => pulls.put(authorities),
        }),
      };
    }
    return found.addOns;
  };
}
