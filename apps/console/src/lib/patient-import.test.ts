import { expect, it } from "vitest";
import { patientImport } from "./patient-import.ts";

it("keeps a failure from those that would load the page anew, as long as it waits and no longer", async () => {
  let anew = 0;
  addEventListener("vite:preloadError", () => {
    anew += 1;
  });
  const fails = async (): Promise<never> => {
    await Promise.resolve();
    dispatchEvent(new Event("vite:preloadError", { cancelable: true }));
    throw new Error("gone");
  };
  await expect(patientImport(fails)).rejects.toThrow("gone");
  expect(anew).toBe(0);
  await expect(fails()).rejects.toThrow("gone");
  expect(anew).toBe(1);
});
