/** Entry of the process that keeps what the project's meters consumed; started by the hub when there are some. */
import { dataLayout, parseConfig } from "@hubwart/core";
import { energyKind } from "@hubwart/energy";
import { deviceZone } from "@hubwart/host/device-zone";
import { runPodProcess } from "@hubwart/runtime/pod-process";

const config = parseConfig(process.env);
const settings = dataLayout(config.dataDir).hostSettings;
const zone = () => deviceZone({ setting: config.host, settings });
await runPodProcess(() => Promise.resolve(energyKind({ zone })));
