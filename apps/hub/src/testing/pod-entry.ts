/** A pod's process with the pod types of the tests beside the real ones. */
import { loadPodKind } from "@hubwart/pods/registry";
import { runPodProcess } from "@hubwart/runtime/pod-process";
import { loadFakeKind } from "./fake-kinds.ts";

await runPodProcess(async (type) => (await loadFakeKind(type)) ?? (await loadPodKind(type)));
