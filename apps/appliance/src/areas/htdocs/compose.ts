/** Public files: what is served below /opt/. */
import { cp, realpath } from "node:fs/promises";
import { diskRoom } from "@hubwart/core";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { defineHtdocsJobs } from "./jobs.ts";
import { htdocsHandlers } from "./routes.ts";
import { texts } from "./texts.ts";
import { PublicTree } from "./tree.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { layout, clock, scope, jobs } = app;
  const tree = await PublicTree.open(layout, clock);
  scope.add(() => tree.end());
  const room = () => diskRoom(layout.root);
  return {
    handlers: htdocsHandlers(app, room, defineHtdocsJobs({ jobs, tree, room })),
    backup: [
      {
        name: "public-files",
        label: texts.publicFiles,
        paths: [layout.htdocs],
        // The next start takes over a plain folder in the link's place.
        beside: [layout.htdocsTrees],
        // The files, not the link to them.
        copy: async (source, target) => {
          await cp(await realpath(source), target, { recursive: true, preserveTimestamps: true });
          return [];
        },
      },
    ],
  };
}
