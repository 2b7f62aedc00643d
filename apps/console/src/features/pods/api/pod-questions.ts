/** What a pod is asked on its page: to read a channel now, and to check a connection. */
import { type AnswerOf, podCheck, podRead } from "@hubwart/contract";
import { useMutation } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";

export type CheckStep = AnswerOf<typeof podCheck>["steps"][number];

/** Both wait for a device: as long as the pod may take, and a moment more. */
const CHECK_MS = 35_000;
const READ_MS = 20_000;

export function usePodCheck(pod: string) {
  return useMutation({
    mutationFn: (iface: string) => callApi(podCheck, { query: { pod }, body: { iface }, timeout: CHECK_MS }),
  });
}

export function usePodRead(pod: string) {
  return useMutation({
    mutationFn: (chan: string) => callApi(podRead, { query: { pod }, body: { chan }, timeout: READ_MS }),
  });
}
