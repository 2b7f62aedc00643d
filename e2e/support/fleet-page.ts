/** The built pages of a central, for all files of tests that show one. */
import path from "node:path";
import { repoRoot } from "@hubwart/testing";

let built: Promise<void> | undefined;

/** Once for each process of tests. */
export const fleetPage = (): Promise<void> => (built ??= build());

async function build(): Promise<void> {
  const { buildFleetPage } = (await import(path.join(repoRoot(), "scripts/build.mjs"))) as {
    buildFleetPage: () => Promise<void>;
  };
  await buildFleetPage();
}
