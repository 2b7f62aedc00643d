/** Entry of the process that watches for the project's alarms; started by the hub when there are some. */
import { alarmsKind } from "@hubwart/alarms";
import { runPodProcess } from "@hubwart/runtime/pod-process";

await runPodProcess(() => Promise.resolve(alarmsKind));
