/** The telegrams of an interface, as they come. Bounded; while paused nothing is fetched and nothing is lost below the pod's own bound. */
import { LIMITS } from "@hubwart/contract";
import { useEffect, useRef, useState } from "react";
import { readTelegrams, type Telegram } from "../api/knx.ts";

export const MOST_SHOWN = 2_000;

export interface Telegrams {
  /** Newest first. */
  rows: readonly Telegram[];
  missed: number;
  failed: boolean;
  paused: boolean;
  setPaused: (paused: boolean) => void;
  clear: () => void;
}

export function useTelegrams(id: string): Telegrams {
  const [rows, setRows] = useState<readonly Telegram[]>([]);
  const [missed, setMissed] = useState(0);
  const [failed, setFailed] = useState(false);
  const [paused, setPaused] = useState(false);
  const after = useRef(0);

  useEffect(() => {
    if (paused) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function read(): Promise<void> {
      try {
        const answer = await readTelegrams(id, after.current, abort.signal);
        after.current = answer.next;
        setFailed(false);
        if (answer.missed > 0) setMissed((before) => before + answer.missed);
        if (answer.telegrams.length > 0) {
          setRows((before) => [...answer.telegrams.toReversed(), ...before].slice(0, MOST_SHOWN));
        }
      } catch {
        if (!abort.signal.aborted) setFailed(true);
      }
      if (!abort.signal.aborted) timer = setTimeout(() => void read(), LIMITS.knxMonitorPoll);
    }
    void read();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [id, paused]);

  return { rows, missed, failed, paused, setPaused, clear: () => setRows([]) };
}
