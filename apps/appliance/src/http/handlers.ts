/**
 * What a module gives the server: for each call it answers, one function from the parsed request to the
 * answer's fields. A call without a handler answers 501; `npm run calls:missing` lists those.
 */

import type { Readable } from "node:stream";
import type {
  AnswerOf,
  BodyOf,
  CallName,
  CallSpec,
  calls,
  FieldsOf,
  ParamsOf,
  QueryOf,
} from "@hubwart/contract";
import type { Doer, JobOrigin, Session } from "./ports.ts";

/** A file or a stream as answer. */
export interface FileAnswer {
  file: Readable;
  /** Offered to the browser as attachment; absent for inline text and event streams. */
  filename?: string;
  /** Defaults to the call's `content`. */
  contentType?: string;
  /** Bytes, where known. */
  size?: number;
}

export interface UploadedFile {
  /** As the browser sent it; for display only, never part of a path. */
  filename: string;
  stream: Readable;
}

export interface HandlerRequest<C extends CallSpec> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** Other fields of a multipart upload; complete once the file stream has ended. */
  fields: () => FieldsOf<C>;
  /** The uploaded file; the handler must consume it. */
  file: UploadedFile | undefined;
  /** Absent on public calls without a session. */
  session: Session | undefined;
  /** The token the session was shown with; absent without a session and for tickets. */
  token: string | undefined;
  /** Address of the caller. */
  address: string;
  /** Its `User-Agent`. */
  agent: string | undefined;
  /** `https://name` of this device, as the caller's browser calls it; undefined by an address, or not by https. */
  site: string | undefined;
  /** Address of this device that the caller reached. */
  localAddress: string;
  /** Password handed over with a ticket, outside every URL. */
  ticketPassword: string | undefined;
  /** Aborts when the caller is gone. */
  signal: AbortSignal;
  /** For a job that this call begins: the job then writes the audit entry. */
  origin: JobOrigin;
  /** Adds to the audit entry of a mutating call; secrets are masked by name. */
  audit(detail: AuditNote): void;
}

/** `who`: where the call itself finds out who asks. */
export interface AuditNote {
  before?: unknown;
  after?: unknown;
  who?: Doer | undefined;
}

/** The answer's fields; `code` is added (0) unless the handler gives one. */
export type HandlerAnswer<C extends CallSpec> = C extends { content: string }
  ? FileAnswer
  : Omit<AnswerOf<C>, "code"> & { code?: number };

export type Handler<C extends CallSpec> = (request: HandlerRequest<C>) => Promise<HandlerAnswer<C>>;

export type Handlers = { [K in CallName]?: Handler<(typeof calls)[K]> };
