/**
 * Questions that pods answer: what is asked and answered, as data. The hub checks both by these schemas; a pod's
 * process never loads them.
 *
 *     export const knxMethods = { ...CHECK, groupScan: podMethod({ params: …, result: … }) };
 */
import * as z from "zod/mini";

export interface PodMethod {
  params: z.ZodMiniType<Record<string, unknown>>;
  result: z.ZodMiniType;
  /** ms until the question fails. */
  ms: number;
}
export type PodMethods = Readonly<Record<string, PodMethod>>;

const readResult = z.object({
  value: z.unknown(),
  quality: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** ms since the epoch. */
  ts: z.number(),
  /** As it came over the wire, for people. */
  raw: z.optional(z.string().check(z.maxLength(1_000))),
});
export type ReadResult = z.output<typeof readResult>;

/** Reads a channel from outside, now; `emit` brings the value to the hub as well. */
export const READ = {
  read: {
    params: z.object({ index: z.int().check(z.minimum(0)) }),
    result: readResult,
    ms: 15_000,
  },
} as const satisfies PodMethods;

export const CHECK_STATES = ["ok", "failed", "skipped"] as const;
export const checkResult = z.object({
  steps: z
    .array(
      z.object({
        /** What was tried, e.g. `Name auflösen`. */
        name: z.string().check(z.maxLength(100)),
        state: z.enum(CHECK_STATES),
        text: z.string().check(z.maxLength(1_000)),
        ms: z.number(),
      }),
    )
    .check(z.maxLength(50)),
});
export type CheckResult = z.output<typeof checkResult>;

/** Tries an interface's connection step by step, beside the one that stands. */
export const CHECK = {
  check: {
    params: z.object({ iface: z.string().check(z.maxLength(200)) }),
    result: checkResult,
    ms: 30_000,
  },
} as const satisfies PodMethods;

const testResult = z.object({
  sent: z.boolean(),
  /** The service's own answer, or the German reason why it was not sent. */
  text: z.string().check(z.maxLength(1_000)),
});
export type TestResult = z.output<typeof testResult>;

/** Sends a test message, past queue and limits; to the first recipient of the interface unless `to` says another. */
export const TEST = {
  test: {
    params: z.object({
      iface: z.string().check(z.maxLength(200)),
      to: z.optional(z.string().check(z.maxLength(400))),
    }),
    result: testResult,
    ms: 60_000,
  },
} as const satisfies PodMethods;

/**
 * Takes a message for people and keeps it until it has gone out; answered once it is kept. One whose `key` it has kept before is not
 * kept again. To the recipients of the channel, or of the first interface that has some.
 */
export const NOTIFY = {
  notify: {
    params: z.object({
      key: z.string().check(z.minLength(1), z.maxLength(100)),
      subject: z.string().check(z.maxLength(1_000)),
      text: z.string().check(z.minLength(1), z.maxLength(100_000)),
      index: z.optional(z.int().check(z.minimum(0))),
      /** Instead of those recipients. */
      to: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
    }),
    result: z.object({}),
    ms: 15_000,
  },
} as const satisfies PodMethods;
export type NotifyOrder = z.output<typeof NOTIFY.notify.params>;

/** Bytes of an attachment: a question is at most 1 MB, and this is in base64 there. */
export const ATTACHMENT_BYTES_MAX = 700_000;

/**
 * Sends one message to one address now, past queue and limits; answered with what the mail server said. Who asks keeps it until then, and
 * repeats it with the same `key`.
 */
export const MAIL = {
  mail: {
    params: z.object({
      key: z.string().check(z.regex(/^[A-Za-z0-9.-]{1,100}$/)),
      to: z.string().check(z.minLength(1), z.maxLength(254)),
      subject: z.string().check(z.maxLength(200)),
      text: z.string().check(z.minLength(1), z.maxLength(16_000)),
      attachment: z.optional(
        z.object({
          name: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)),
          type: z.string().check(z.regex(/^[a-z0-9.+-]+\/[a-z0-9.+-]+$/), z.maxLength(100)),
          content: z
            .string()
            .check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/), z.maxLength(Math.ceil(ATTACHMENT_BYTES_MAX / 3) * 4)),
        }),
      ),
    }),
    result: testResult,
    ms: 120_000,
  },
} as const satisfies PodMethods;
export type MailOrder = z.output<typeof MAIL.mail.params>;

/** Takes the device's certificate, PEM, for the next connection. */
export const TLS = {
  tls: {
    params: z.object({
      key: z.string().check(z.maxLength(20_000)),
      certificate: z.string().check(z.maxLength(100_000)),
    }),
    result: z.object({}),
    ms: 10_000,
  },
} as const satisfies PodMethods;

/** Whether the pod wants it: nobody else gets the private key. */
export const WANTS_TLS = {
  wantsTls: { params: z.object({}), result: z.object({ wanted: z.boolean() }), ms: 5_000 },
} as const satisfies PodMethods;
