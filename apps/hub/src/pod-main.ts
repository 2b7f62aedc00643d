/** Entry of an internal pod's process; the hub starts one for each. */
import { loadPodKind, runPodProcess } from "@hubwart/pods/run";

await runPodProcess(loadPodKind);
