/** What is asked of the hub after an upload. */
import { pods, traceGet } from "@hubwart/contract";
import { callApi } from "../../../api/client.ts";
import { fetchInfo, statusOf } from "../../../api/info.ts";
import type { PodTrace, RuntimeMessage } from "../run/watch-runtime.ts";

/** ms; the hub answers at once or is still starting, and the next try comes a second later. */
const TIMEOUT = 5_000;

export async function isLicensed(): Promise<boolean> {
  return statusOf(await fetchInfo())?.system.hub.state !== "no_license";
}

/** Those that the hub starts: an external pod may come at any time, or run already. */
export async function podTraces(): Promise<PodTrace[]> {
  const [{ entries }, list] = await Promise.all([
    callApi(traceGet, { params: { name: "meta" }, query: { filter: "*.pod.*" }, timeout: TIMEOUT }),
    callApi(pods, { query: { force: "1" }, timeout: TIMEOUT }),
  ]);
  const external = new Set(
    list.pods.filter(({ internal }) => !internal).map(({ id }) => id.replace(".", ".pod.")),
  );
  return entries.filter((entry) => "conn_state" in entry).filter(({ chan }) => !external.has(chan));
}

export async function errorTraces(): Promise<RuntimeMessage[]> {
  const { entries } = await callApi(traceGet, {
    params: { name: "meta" },
    query: { filter: "*", level: "err" },
    timeout: TIMEOUT,
  });
  return entries.map((entry) => ({
    chan: entry.chan,
    err_text: "err_text" in entry ? (entry.err_text ?? "") : "",
  }));
}
