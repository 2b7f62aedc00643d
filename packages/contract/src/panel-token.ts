/** What the console knows of wall panels before it shows one; the calls that they reach are the appliance's matter (`panel-reach.ts`). */
import type { StreamTopic } from "./stream-events.ts";

/** What a panel may listen to. */
export const PANEL_TOPICS: readonly StreamTopic[] = ["alarms", "project", "trace"];

/** How the tokens of links to panels begin. */
export const PANEL_TOKEN_PREFIX = "hwp_";
