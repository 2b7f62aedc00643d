/** A KNX IP device that was found, as the console shows it. */
import { type FoundDevice, individualText } from "@hubwart/knx/appliance";

export function shownDevice({ address, secured, tunnels, ...device }: FoundDevice) {
  return {
    ...device,
    address: individualText(address),
    secure: secureOf(device.services, secured),
    ...(tunnels ? { tunnels } : {}),
  };
}

/** `required` as soon as a way that the device offers to the bus is open to KNX Secure only. */
function secureOf(
  services: FoundDevice["services"],
  secured: FoundDevice["secured"],
): "required" | "possible" | "none" {
  if (secured.some((family) => family === "tunnelling" || family === "routing")) return "required";
  return services.some(({ family }) => family === "security") ? "possible" : "none";
}
