/** What the project says of a channel, and the last lines of the log that name it. */
import { systemLog, traceDefinition } from "@hubwart/contract";
import { queryOptions } from "@tanstack/react-query";
import { callApi, callText } from "../../../api/client.ts";
import { parseLines } from "../../../lib/log-lines.ts";
import { traceKey } from "./channels.ts";

const LINES = 10;
const AGAIN = 10_000;

export const definitionQuery = (chan: string) =>
  queryOptions({
    queryKey: [...traceKey, "definition", chan],
    queryFn: ({ signal }) => callApi(traceDefinition, { query: { chan }, signal }),
  });

export const channelLogQuery = (chan: string) =>
  queryOptions({
    queryKey: [...traceKey, "log", chan],
    queryFn: async ({ signal }) =>
      parseLines(await callText(systemLog, { query: { filter: chan, tail: LINES }, signal })).map(
        (line, n) => ({ ...line, n }),
      ),
    refetchInterval: AGAIN,
  });
