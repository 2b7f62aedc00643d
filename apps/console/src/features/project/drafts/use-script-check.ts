/**
 * Whether the scripts of the draft compile: Lua is not in the page, so the device is asked, for each script that changed, a moment
 * after it did.
 */
import { CODES, type DraftDocument } from "@hubwart/contract";
import { useEffect, useMemo, useState } from "react";
import type { Mark } from "../../../compiler/protocol.ts";
import { errorText } from "../../../lib/error-text.ts";
import { ApiError } from "../../../lib/errors.ts";
import { checkScript } from "../api/drafts.ts";
import { SCRIPT_NAME } from "./model/scripts.ts";

interface Judged {
  source: string;
  marks: readonly Mark[];
}
type Scripts = DraftDocument["scripts"];

/** ms */
const SETTLE = 600;
const AGAIN = 10_000;
/** The compiler's number for a script that cannot be translated. */
const BAD_SCRIPT = 1651;
const NOTHING: ReadonlyMap<string, Judged> = new Map();

export function useScriptCheck(scripts: Scripts): { marks: readonly Mark[]; failed: boolean } {
  const [judged, setJudged] = useState(NOTHING);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    let timer = setTimeout(() => void judge(), judged === NOTHING ? 0 : SETTLE);
    async function judge(): Promise<void> {
      try {
        const next = await judgeAll(scripts, judged, ended.signal);
        if (ended.signal.aborted) return;
        setFailed(false);
        if (next !== judged) setJudged(next);
      } catch {
        if (ended.signal.aborted) return;
        setFailed(true);
        timer = setTimeout(() => void judge(), AGAIN);
      }
    }
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [scripts, judged]);
  const marks = useMemo(
    () =>
      Object.entries(scripts).flatMap(([name, source]) => {
        const known = judged.get(name);
        return known?.source === source ? known.marks : [];
      }),
    [scripts, judged],
  );
  return { marks, failed };
}

/** The same map where nothing changed. Rejects without a connection. */
async function judgeAll(
  scripts: Scripts,
  before: ReadonlyMap<string, Judged>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Judged>> {
  const next = new Map<string, Judged>();
  let same = Object.keys(scripts).length === before.size;
  for (const [name, source] of Object.entries(scripts)) {
    const known = before.get(name);
    if (known?.source === source) next.set(name, known);
    else {
      same = false;
      next.set(name, { source, marks: await marksOfScript(name, source, signal) });
    }
  }
  return same ? before : next;
}

async function marksOfScript(name: string, source: string, signal: AbortSignal): Promise<Mark[]> {
  // Of a name that is not allowed the compiler tells.
  if (source === "" || !SCRIPT_NAME.test(name)) return [];
  const mark = (level: Mark["level"], text: string, line: number): Mark => {
    const place = line > 0 ? { line } : {};
    return { level, code: BAD_SCRIPT, text, hint: "", about: name, script: name, ...place };
  };
  try {
    const { problems, warnings } = await checkScript(name, source, signal);
    return [
      ...problems.map(({ line, text }) => mark("error", text, line)),
      ...warnings.map(({ line, text }) => mark("warning", text, line)),
    ];
  } catch (error) {
    // One that is too large, say; what passes is tried again.
    if (!(error instanceof ApiError) || error.code !== CODES.badRequest) throw error;
    const { detail, text } = errorText(error);
    return [mark("error", detail ?? text, 0)];
  }
}
