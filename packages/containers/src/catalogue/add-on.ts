/**
 * What an add-on is: one file of this folder, and everything the engine is ever told about it. Parameters come from outside
 * and are parsed by the entry's own schema; image, mounts, ports, capabilities and commands never do.
 */
import { InvalidInputError } from "@hubwart/core";
import * as z from "zod/mini";
import type { EngineFile, PublishedPort } from "../engine.ts";

/** Proves that the add-on does its work, from outside where it can be, so that it holds on every engine. */
export type HealthCheck =
  | { kind: "http"; port: number; path: string; timeoutMs: number }
  | { kind: "tcp"; port: number; timeoutMs: number }
  | { kind: "command"; argv: readonly string[]; timeoutMs: number };

/** Runs inside the container; what varies travels in files, never in arguments. */
export interface AddOnCommand {
  argv: readonly string[];
  timeoutMs: number;
  /** `run` is given to it as its last argument: a word of its own for each run, by which it finds its files. */
  ownRun?: true;
  files(args: unknown, run: string): EngineFile[];
}

export interface Rendered {
  env: Readonly<Record<string, string>>;
  files: readonly EngineFile[];
}

/** How an add-on's data goes into a backup and comes back. */
export interface AddOnBackup {
  /** Folder inside. */
  folder: string;
  /** Whoever reads it learns passwords or tokens: it goes into encrypted backups only. */
  secret: boolean;
  /** Command that makes the folder whole while the add-on runs; without it the add-on is stopped for a moment. */
  save?: string;
  /** Command that takes the unpacked folder over while the add-on runs; without it the add-on is stopped meanwhile. */
  load?: string;
  /** Command that removes what `save` and `load` left. */
  clear?: string;
}

export interface AddOn {
  /** Name people know. */
  title: string;
  group: "system" | "third-party";
  image: { repository: string; tag: string };
  /** Of the engine's own network `s4q`, or of the host. */
  network: "own" | "host";
  /** Published on loopback only. Host ports lie apart from those a proxy rule would like to have. */
  ports: readonly PublishedPort[];
  /** Part of the volume's name → folder inside. */
  volumes: Readonly<Record<string, string>>;
  capabilities: readonly string[];
  limits: { memoryMiB: number; cpus: number; processes: number };
  health: HealthCheck;
  /** Volumes whose data `reset` deletes. */
  reset: readonly string[];
  /** Without it a backup has none of its data. */
  backup?: AddOnBackup;
  controls: { control: boolean; reset: boolean };
  /** From SIGTERM to SIGKILL, s. */
  stopSeconds: number;
  /** @throws InvalidInputError naming the fields */
  render(parameters: unknown): Rendered;
  commands: Readonly<Record<string, AddOnCommand>>;
  /** Which command makes changed files current without a restart; without it they count from the next start on. */
  apply?: string;
}

interface AddOnSource<P extends z.ZodMiniType> extends Omit<AddOn, "render"> {
  parameters: P;
  render(parameters: z.output<P>): Rendered;
}

export function addOn<P extends z.ZodMiniType>(source: AddOnSource<P>): AddOn {
  const { parameters, ...rest } = source;
  return { ...rest, render: (raw) => source.render(parse(parameters, raw)) };
}

export function command<A extends z.ZodMiniType>(
  source: Omit<AddOnCommand, "files"> & { args: A; files(args: z.output<A>, run: string): EngineFile[] },
): AddOnCommand {
  const { args, ...rest } = source;
  return { ...rest, files: (raw, run) => source.files(parse(args, raw), run) };
}

function parse<S extends z.ZodMiniType>(schema: S, raw: unknown): z.output<S> {
  const parsed = z.safeParse(schema, raw);
  if (parsed.success) return parsed.data;
  throw new InvalidInputError(
    parsed.error.issues
      .slice(0, 20)
      .map((issue) => ({ field: issue.path.join(".").slice(0, 200), message: issue.message })),
  );
}

/** For add-ons without parameters: nothing but an empty object. */
export const nothing = z.strictObject({});
/** A token as its maker hands it out; nothing that could end a line of a file or an argument. */
export const token = () => z.string().check(z.regex(/^[\x21-\x7e]{1,500}$/));
