/** What the hub and the appliance know of a pod type, apart from its schema, which takes 2 MB of memory with the others, and its code. */
import type { PodMethods } from "./methods.ts";

/** As the project's cells give it. */
export type Config = Readonly<Record<string, string | number | boolean>>;

/** @typeParam Column the names of the type's columns of channels */
export interface PodAbout<Column extends string = string> {
  /** Columns that tell where a channel lies on the other side; none that is a secret. */
  place: readonly Column[];
  /** What its pods can be asked. */
  methods: PodMethods;
  /** What follows from other cells where an interface gives no `host` or `port`; `name` where it has neither. */
  peer?: (config: Config) => { host?: string; port?: number; name?: string };
  /** How what is in secret columns leaves the device; absent: to the peer, for everybody on the way to read. */
  sends?: (config: Config) => Sending;
}

export interface Sending {
  /** Encrypted by TLS. */
  tls: boolean;
  /** What else decides who gets it, beside the peer, or instead of it. Never shown: it may be a secret itself. */
  to?: readonly unknown[];
  /** Goes to nobody: it is what others are held against. */
  stays?: true;
  /** Secret columns that show nothing to who only listens, without TLS too. */
  proven?: readonly string[];
}
