/** The hub of `hub-process.ts` for the tests of one file. */
import { afterAll, beforeAll } from "vitest";
import { buildHub, type HubBuild } from "./hub-process.ts";

/** Built before the first test of the file, removed after the last. */
export function useHubBuild(): Pick<HubBuild, "folder" | "start"> {
  let build: HubBuild;
  beforeAll(async () => {
    build = await buildHub({ together: true });
  });
  afterAll(() => build.remove());
  return {
    get folder() {
      return build.folder;
    },
    start: (options) => build.start(options),
  };
}
