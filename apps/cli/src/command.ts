/** What a command of the command line is. Add one by a file under `commands/` and a line in `main.ts`. */
export interface Output {
  /** Results; complete lines. */
  out: (line: string) => void;
  /** Complaints about the call and failures. */
  err: (line: string) => void;
}

export interface Command {
  /** What follows the command's words, e.g. `FILE [--json]`. */
  usage: string;
  /** German, one line. */
  summary: string;
  /** Resolves to the exit status. Throws UsageError for a call that makes no sense. */
  run(args: string[], output: Output): Promise<number>;
}

/** Exit statuses that every command keeps to. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

export class UsageError extends Error {}
