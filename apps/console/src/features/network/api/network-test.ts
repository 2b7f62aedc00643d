/** The test of network settings: they hold for a while, and go unless somebody confirms them. */
import {
  type AnswerOf,
  LIMITS,
  type NetworkAdapter,
  type NetworkTestRun,
  networkTest,
  networkTestCancel,
  networkTestConfirm,
  networkTestState,
} from "@hubwart/contract";
import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";

export type TestRun = NetworkTestRun;
export type TestState = Pick<AnswerOf<typeof networkTestState>, "test" | "last">;
export type TestOutcome = NonNullable<TestState["last"]>["outcome"];

/** ms; shorter than usual, because the device's address may be gone and the next look is due. */
const PATIENCE = 3_000;
/** ms; where the address goes at once, the answer to the start never comes, and the time of the test runs. */
const START_PATIENCE = 8_000;

export const testQuery = queryOptions({
  queryKey: ["network", "test"],
  queryFn: async ({ signal }): Promise<TestState> => {
    const { test, last } = await callApi(networkTestState, { signal, timeout: PATIENCE });
    return { test, last };
  },
  retry: false,
  refetchInterval: ({ state }) => (state.data?.test ? LIMITS.networkTestPoll : false),
  refetchIntervalInBackground: true,
});

export const startTest = (interfaces: NetworkAdapter[], seconds: number) =>
  callApi(networkTest, { body: { interfaces, seconds }, timeout: START_PATIENCE });
export const confirmTest = (id: string) => callApi(networkTestConfirm, { body: { id } });
export const cancelTest = (id: string) => callApi(networkTestCancel, { body: { id } });
