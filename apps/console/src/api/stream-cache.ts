/** Where the events of each topic go in the cache of server data. */
import { CODES, type StreamEvents, type StreamTopic } from "@hubwart/contract";
import type { QueryClient } from "@tanstack/react-query";
import { keysOfPlace } from "./changed-places.ts";
import type { Info } from "./info.ts";
import { projectKeys, queryKeys } from "./query-keys.ts";
import type { StreamHandler } from "./stream.ts";

/** The answer of `/info` with newer state. Whether there is a session is not the stream's to say. */
function withStatus(info: Info, status: StreamEvents["status"]): Info {
  if (!info.session) return info;
  return { ...info, ...status, system: { ...status.system, setup: info.system.setup } };
}

type Places = StreamEvents["changed"]["places"];

const different = (before: Places, now: Places): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((place) => before[place] !== now[place]);

export function cacheFeeder(client: QueryClient): StreamHandler {
  let project: string | undefined;
  let alarmChanges: number | undefined;
  let changed: StreamEvents["changed"]["places"] | undefined;

  /** Topics without a place in the cache are for `useStreamEvents`. */
  return <T extends StreamTopic>(topic: T, event: StreamEvents[T]): void => {
    switch (topic) {
      case "status":
        client.setQueryData<Info>(
          queryKeys.info,
          (info) => info && withStatus(info, event as StreamEvents["status"]),
        );
        return;
      case "containers":
        client.setQueryData(queryKeys.containers, { code: CODES.ok, ...event });
        return;
      case "pods":
        client.setQueryData(queryKeys.pods, { code: CODES.ok, ...event });
        return;
      case "alarms": {
        const { changes } = event as StreamEvents["alarms"];
        client.setQueryData(queryKeys.alarmHead, event);
        if (alarmChanges !== undefined && alarmChanges !== changes)
          void client.invalidateQueries({ queryKey: queryKeys.alarms });
        alarmChanges = changes;
        return;
      }
      case "jobs":
        client.setQueryData(queryKeys.jobs, { code: CODES.ok, ...event });
        return;
      case "changed": {
        const { places } = event as StreamEvents["changed"];
        // The first event carries the present state only; later the device may have begun to count anew.
        for (const place of changed ? different(changed, places) : []) {
          for (const queryKey of keysOfPlace(place)) void client.invalidateQueries({ queryKey });
        }
        changed = places;
        return;
      }
      case "project": {
        const before = project;
        project = JSON.stringify(event);
        // The first event after the page was opened carries the current state only.
        if (before === undefined || before === project) return;
        for (const queryKey of projectKeys) {
          void client.invalidateQueries({ queryKey });
        }
        return;
      }
      case "trace":
      case "log":
        return;
      default:
        topic satisfies never;
    }
  };
}
