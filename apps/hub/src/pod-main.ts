/** Entry of an internal pod's process; the hub starts one for each. */
import { loadPodKind } from "@hubwart/pods/registry";
import { runPodProcess } from "@hubwart/runtime/pod-process";

await runPodProcess(loadPodKind);
