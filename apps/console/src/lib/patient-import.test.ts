import { expect, it } from "vitest";
import { isPatient, patientImport } from "./patient-import.ts";

it("is patient as long as it loads, also where that fails", async () => {
  const seen: boolean[] = [];
  const load = async (): Promise<string> => {
    await Promise.resolve();
    seen.push(isPatient());
    return "part";
  };
  await expect(patientImport(load)).resolves.toBe("part");
  const fails = patientImport(async () => {
    seen.push(isPatient());
    return await Promise.reject(new Error("gone"));
  });
  await expect(fails).rejects.toThrow("gone");
  expect(seen).toEqual([true, true]);
  expect(isPatient()).toBe(false);
});
