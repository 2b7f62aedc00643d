import { hubRestart, systemRestart } from "@hubwart/contract";
import { callApi } from "../../../api/client.ts";

/** The hub and its pods. */
export const restartHub = () => callApi(hubRestart);
/** `restart`: appliance and hub. `reboot`: the whole device. */
export const restartSystem = (action: "restart" | "reboot") => callApi(systemRestart, { query: { action } });
