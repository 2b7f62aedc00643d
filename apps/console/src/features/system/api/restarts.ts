import { hubRestart } from "@hubwart/contract";
import { callApi } from "../../../api/client.ts";

/** The hub and its pods. */
export const restartHub = () => callApi(hubRestart);
