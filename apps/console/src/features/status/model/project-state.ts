/** State of the project in words. */
import type { Status } from "../../../api/info.ts";
import { projectRuns } from "../../../api/project-running.ts";
import type { Tone } from "../../../components/status-badge.tsx";
import { statusTexts } from "../../../texts/index.ts";

const texts = statusTexts.project.states;

export interface StateText {
  tone: Tone;
  text: string;
}

export function projectState(
  project: Pick<Status["project"], "id">,
  hub: Pick<Status["system"]["hub"], "state" | "pid">,
): StateText {
  switch (hub.state) {
    case "running":
      return projectRuns(project, hub)
        ? { tone: "ok", text: texts.running }
        : { tone: "error", text: texts.notRunning };
    case "no_license":
      return { tone: "error", text: texts.noLicense };
    case "no_project":
      return { tone: "off", text: texts.noProject };
    case "stopped":
      return { tone: "error", text: texts.stopped };
    case "init":
      return { tone: "warn", text: texts.notRunning };
    default:
      return hub.state satisfies never;
  }
}
