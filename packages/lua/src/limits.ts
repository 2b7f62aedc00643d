/** What scripts may take. Checked by `packages/scripts/src`; listed for people in `docs/how-to/write-a-script.md`. */
export const SCRIPT_LIMITS = {
  /** Scripts of a project that run. */
  scripts: 16,
  /** One source, bytes. */
  sourceBytes: 512 * 1024,
  /** Memory of a script's Lua state, bytes. */
  memory: 16 * 1024 * 1024,
  /** Longest time of one call into the script, ms. The script is stopped where it is. */
  turnMs: 1_000,
  /** The same where Lua cannot be interrupted (a pattern match, a finalizer), ms. The worker is ended. */
  hardTurnMs: 3_000,
  /** Share of a core in the long run, and what may be used at once before it counts, ms. */
  processorShare: 0.25,
  processorBurstMs: 2_000,
  writesPerSecond: 500,
  writeBurst: 2_000,
  /** A written or kept value, or a text of the log: nodes and characters. */
  valueChars: 64 * 1024,
  /** The same as JSON, the form in which it leaves the worker; and all that leaves it, per second and at once. */
  handedChars: 256 * 1024,
  handedPerSecond: 1024 * 1024,
  handedBurst: 4 * 1024 * 1024,
  logsPerSecond: 10,
  logBurst: 100,
  logChars: 2_000,
  timers: 100,
  /** Shortest interval of a timer, s. */
  timerSeconds: 0.05,
  watches: 1_000,
  /** Names and bytes (JSON) of persistent variables. */
  keptNames: 256,
  keptBytes: 64 * 1024,
  /** Functions of alarms. */
  alarmsPerSecond: 20,
  alarmBurst: 200,
  httpAtOnce: 4,
  httpPerMinute: 60,
  httpRequestBytes: 64 * 1024,
  httpAnswerBytes: 256 * 1024,
  httpMs: 10_000,
} as const;
