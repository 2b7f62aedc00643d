/** The appliance with the real compilers in their processes, for one file of tests; only the hub is scripted. */
import { afterAll, beforeAll } from "vitest";
import { type BuiltChildren, buildChildren, PROJECT_CHILDREN } from "./children.ts";
import { ObedientHub } from "./obedient-hub.ts";
import { startTestApp, type TestApp } from "./test-app.ts";

export interface ProjectApp {
  readonly app: TestApp;
  readonly hub: ObedientHub;
  /** Of the administrator. */
  readonly token: string;
  readonly children: BuiltChildren;
}

/** @param ready gets it once it runs; everything ends with the file */
export function useProjectApp(ready: (parts: ProjectApp) => void): void {
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const hub = new ObedientHub();
    const children = await buildChildren(PROJECT_CHILDREN);
    ends.unshift(() => children.remove());
    const app = await startTestApp({
      childrenDir: children.folder,
      hubConnection: hub,
      launcher: hub.launcher,
    });
    ends.unshift(() => app.end());
    hub.file = app.context.layout.currentProject;
    ready({ app, hub, token: await app.setUp(), children });
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
}
