/**
 * The network test as this page sees it: also one that another page started, and one whose start was never answered
 * because the address it was started at is gone.
 */
import type { NetworkAdapter } from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ConnectionError } from "../../../lib/errors.ts";
import { notice } from "../../../lib/notice.tsx";
import { networkTexts } from "../../../texts/index.ts";
import {
  cancelTest,
  confirmTest,
  startTest,
  type TestOutcome,
  type TestRun,
  type TestState,
  testQuery,
} from "../api/network-test.ts";
import { isStatic } from "./adapters.ts";

const texts = networkTexts.test;
/** ms; one should have the time to read it. */
const LONG = 10_000;

export interface NetworkTest {
  run: TestRun | undefined;
  last: TestState["last"];
  /** The device does not answer at the address of this page. */
  away: boolean;
  /** Unix ms at which the previous settings come back. */
  endsAt: number;
  /** This page started it. */
  own: boolean;
  start: (interfaces: NetworkAdapter[], seconds: number) => Promise<void>;
  confirm: () => Promise<void>;
  cancel: () => Promise<void>;
}

/** `onConfirmed`: what was tested is configured now. */
export function useNetworkTest(onConfirmed: () => void): NetworkTest {
  const client = useQueryClient();
  const { data, isError, dataUpdatedAt } = useQuery(testQuery);
  const [own, setOwn] = useState(false);
  const before = useRef<TestState>(undefined);
  const confirmed = useRef(onConfirmed);
  useEffect(() => {
    confirmed.current = onConfirmed;
  });

  useEffect(() => {
    const ended = data && !data.test && before.current?.test ? endOf(before.current, data) : undefined;
    before.current = data;
    if (ended === undefined) return;
    setOwn(false);
    tell(ended);
    void client.invalidateQueries({ queryKey: ["network", "interfaces"] });
    if (ended === "confirmed") confirmed.current();
  }, [data, client]);

  const renew = () => client.invalidateQueries({ queryKey: testQuery.queryKey });
  const put = (test: TestRun): void => {
    client.setQueryData(testQuery.queryKey, { test, last: data?.last ?? null });
  };
  return {
    run: data?.test ?? undefined,
    last: data?.last ?? null,
    away: isError,
    endsAt: dataUpdatedAt + (data?.test?.remaining ?? 0) * 1_000,
    own,
    start: async (interfaces, seconds) => {
      await client.cancelQueries({ queryKey: testQuery.queryKey });
      const asked = Date.now();
      try {
        put((await startTest(interfaces, seconds)).test);
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        put(unanswered(interfaces, seconds, (Date.now() - asked) / 1_000));
      }
      setOwn(true);
    },
    confirm: async () => {
      await confirmTest(data?.test?.id ?? "");
      await renew();
    },
    cancel: async () => {
      await cancelTest(data?.test?.id ?? "");
      await renew();
    },
  };
}

/**
 * A test that probably runs: nothing but the lost address explains the missing answer. It has no id. `waited`: seconds
 * since it was asked for.
 */
export function unanswered(interfaces: NetworkAdapter[], seconds: number, waited: number): TestRun {
  return {
    id: "",
    interfaces,
    seconds,
    remaining: Math.max(0, Math.round(seconds - waited)),
    addresses: interfaces.filter(isStatic).map(({ ip }) => `https://${ip}`),
    sign_in: true,
  };
}

/** How the test ended that ran `before`; "none" if it never began. */
export function endOf(before: TestState, now: TestState): TestOutcome | "none" {
  const known = before.test?.id === "" ? now.last?.id !== before.last?.id : now.last?.id === before.test?.id;
  return known && now.last ? now.last.outcome : "none";
}

function tell(outcome: TestOutcome | "none"): void {
  const text = texts.outcome[outcome];
  if (outcome === "confirmed") notice.success(text, { duration: LONG });
  else if (outcome === "cancelled") notice.info(text, { duration: LONG });
  else notice.warning(text, { duration: LONG });
}
