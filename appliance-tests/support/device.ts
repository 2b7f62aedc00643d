/** One device for all tests of a file, signed in, and the figures that they take. */
import { afterAll, beforeAll } from "vitest";
import { type Appliance, bootAppliance } from "./appliance.ts";
import { keepFigures } from "./figures.ts";

export const PASSWORD = "ein gutes Passwort";

/** @param name of the figures @param booted gets the device */
export function useDevice(
  name: string,
  booted: (device: Appliance) => void,
): Record<string, number | string> {
  const figures: Record<string, number | string> = {};
  let device: Appliance | undefined;
  beforeAll(async () => {
    device = await bootAppliance();
    booted(device);
    await device.api.signIn(PASSWORD);
  });
  afterAll(async () => {
    await device?.stop();
    await keepFigures(name, figures);
  });
  return figures;
}
