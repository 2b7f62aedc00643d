/** A person takes the device's root into the browser; nothing else makes its pages open without a warning. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { must } from "./run.ts";

/** @param home of the browser (`launchBrowser`) */
export async function trustAuthority(device: { authority(): Promise<string> }, home: string): Promise<void> {
  const folder = path.join(home, ".pki/nssdb");
  const file = path.join(home, "root.pem");
  await mkdir(folder, { recursive: true });
  await writeFile(file, await device.authority());
  await must("certutil", ["-d", `sql:${folder}`, "-N", "--empty-password"]);
  await must("certutil", ["-d", `sql:${folder}`, "-A", "-t", "C,,", "-n", "device", "-i", file]);
}
