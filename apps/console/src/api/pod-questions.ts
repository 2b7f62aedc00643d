/** What a pod is asked: to read a channel now, to check a connection, to send a test message. */
import { podCheck, podRead, podTest } from "@hubwart/contract";
import { useMutation } from "@tanstack/react-query";
import { callApi } from "./client.ts";

/** All wait for a device or a service: as long as the pod may take, and a moment more. */
const CHECK_MS = 35_000;
const TEST_MS = 65_000;
const READ_MS = 20_000;

export function usePodCheck(pod: string) {
  return useMutation({
    mutationFn: (iface: string) => callApi(podCheck, { query: { pod }, body: { iface }, timeout: CHECK_MS }),
  });
}

/** An empty `to` is the recipient that the project names. */
export function usePodTest(pod: string) {
  return useMutation({
    mutationFn: ({ iface, to }: { iface: string; to: string }) =>
      callApi(podTest, { query: { pod }, body: to === "" ? { iface } : { iface, to }, timeout: TEST_MS }),
  });
}

export function usePodRead() {
  return useMutation({
    mutationFn: ({ chan, pod }: { chan: string; pod: string }) =>
      callApi(podRead, { query: { pod }, body: { chan }, timeout: READ_MS }),
  });
}
