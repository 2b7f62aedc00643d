/** Bounds of the wire between a hub and its central. */
export const FLEET_LIMITS = {
  /** Bytes of one message, either way. */
  message: 1024 * 1024,
  /** ms for which a code to join is good. */
  joinCode: 15 * 60_000,
  /** Days that the certificate of a hub and its pass are good for. */
  credentialDays: 1_095,
  /** ms between two reports of a hub whose state stays the same. */
  stateEvery: 30_000,
  /** ms after which a hub that says nothing counts as away. */
  silent: 90_000,
  /** ms for the answer of a hub. */
  call: 20_000,
  /** Findings that a hub reports; how many there are is told beside them. */
  findings: 20,
  /** ms within which a hub answers a call; the central waits a little longer. */
  answerWithin: 18_000,
  /** Calls of the central that a hub answers at a time, that wait meanwhile, and a minute. */
  callsAtOnce: 8,
  callsWaiting: 32,
  /** Calls that the central has under way at a hub; a page makes several at a time, and what waits there is not refused. */
  callsAsked: 24,
  callsPerMinute: 1_200,
  /** Calls refused for being too many after which a hub ends the connection, and connects anew after a pause. */
  callsRefused: 500,
  /** ms after which a session of a person at the central ends, whatever it does; one that is not used ends as at a hub. */
  sessionLongest: 12 * 3_600_000,
  /** ms after signing in with a token for which a first password is set without anything else. */
  firstPassword: 600_000,
} as const;

/** The hub begins to ask for new credentials when so much is left, ms: half of what it was given. */
export const RENEW_BEFORE = 547 * 86_400_000;
