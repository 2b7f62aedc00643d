/** Asks servers now, before or after they are saved. */
import { type AnswerOf, dnsTest, ntpTest } from "@hubwart/contract";
import { useMutation } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";

export type NtpResult = AnswerOf<typeof ntpTest>["results"][number];
export type DnsResult = AnswerOf<typeof dnsTest>["results"][number];

export function useNtpTest() {
  return useMutation({ mutationFn: (servers: string[]) => callApi(ntpTest, { body: { servers } }) });
}

export function useDnsTest() {
  return useMutation({ mutationFn: (servers: string[]) => callApi(dnsTest, { body: { servers } }) });
}
