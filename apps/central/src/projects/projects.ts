/**
 * Projects for many sites: kept as they were uploaded, and held against what runs at each. Sites are asked only when a person wants it, in
 * that person's name; what they said is remembered until the central ends, or the project is put in place of.
 *
 *     const id = await projects.save({ name, filename, file }, person);
 *     projects.look(id, person);                     // answers come one by one
 *     projects.sites(id);                            // who differs
 */
import { randomBytes } from "node:crypto";
import {
  type Clock,
  ConflictError,
  errorText,
  InvalidInputError,
  NotFoundError,
  SerialQueue,
} from "@hubwart/core";
import {
  type BaseProjectRow,
  baseProjectRow,
  LONGEST_BASE_PROJECT,
  type ProjectSite,
  type SiteShown,
} from "@hubwart/fleet";
import * as z from "zod/mini";
import { type Routed, SiteCalls } from "../bus/site-calls.ts";
import { fewAtATime } from "../few-at-a-time.ts";
import type { Database } from "../register/database.ts";
import type { Person } from "../register/people.ts";
import type { Sites } from "../register/sites.ts";
import { type BaseSheet, baseContent, baseOf, projectFor } from "./base.ts";
import { type Checked, SiteProject } from "./site-project.ts";
import { texts } from "./texts.ts";

export interface ReadWorkbook {
  sheets: BaseSheet[];
  scripts: Record<string, string>;
  /** What kept it from being read. */
  errors: readonly { ErrText: string; Ref: string }[];
}

export interface ProjectParts {
  database: Pick<Database, "query">;
  sites: Pick<Sites, "shown">;
  routed: Routed;
  clock: Clock;
  /** In a process of its own. @throws UnavailableError */
  read: (file: Buffer, filename: string) => Promise<ReadWorkbook>;
}

interface Upload {
  id?: string | undefined;
  name: string;
  filename: string;
  file: string;
}

const stored = z.object({ ...baseProjectRow.def.shape, content: baseContent });
type Stored = z.output<typeof stored>;

type Told = Pick<Checked, "changes" | "errors" | "links">;

interface Found extends Pick<ProjectSite, "at" | "changes" | "reason" | "state"> {
  told?: Told;
}

const MOST = 20;
/** Kept of one site, so that a thousand of them take no gigabytes; the rest is counted. */
const LISTED = 500;

export class Projects {
  readonly #parts: ProjectParts;
  readonly #projects: Map<string, Stored>;
  /** By project and hub. */
  readonly #found = new Map<string, Map<string, Found>>();
  readonly #asking = new Set<Stored>();
  /** One change after the other. */
  readonly #changes = new SerialQueue();

  private constructor(parts: ProjectParts, projects: Map<string, Stored>) {
    this.#parts = parts;
    this.#projects = projects;
  }

  static async open(parts: ProjectParts): Promise<Projects> {
    const rows = await parts.database.query("SELECT data FROM projects");
    const read = rows.flatMap((row) => {
      const { data } = z.safeParse(stored, JSON.parse(String(row["data"])));
      return data ? [[data.id, data] as const] : [];
    });
    return new Projects(parts, new Map(read));
  }

  /** By name. */
  list(): BaseProjectRow[] {
    return [...this.#projects.values()].map(rowOf).sort((a, b) => a.name.localeCompare(b.name, "de"));
  }

  /** @throws NotFoundError */
  get(id: string): { project: BaseProjectRow; parameters: string[] } {
    const project = this.#project(id);
    return { project: rowOf(project), parameters: project.content.parameters };
  }

  asking(id: string): boolean {
    return this.#asking.has(this.#project(id));
  }

  /** @returns its id. @throws InvalidInputError for a file that is none; ConflictError, NotFoundError, UnavailableError */
  async save({ file, filename, id, name }: Upload, by: Person): Promise<string> {
    this.#admit(id, name);
    const bytes = Buffer.from(file, "base64");
    if (bytes.length > LONGEST_BASE_PROJECT)
      throw new InvalidInputError([{ field: "file", message: texts.tooLarge }]);
    const { errors, scripts, sheets } = await this.#parts.read(bytes, filename);
    const [first] = errors;
    if (first)
      throw new InvalidInputError([
        { field: "file", message: texts.unreadable(first.ErrText, placeOf(first.Ref)) },
      ]);
    const content = baseOf(sheets, scripts);
    return await this.#changes.run(() => this.#save({ id, name, filename }, content, by));
  }

  async #save(
    { filename, id, name }: Omit<Upload, "file">,
    content: Stored["content"],
    by: Person,
  ): Promise<string> {
    // Somebody else may have been as quick.
    this.#admit(id, name);
    const saved: Stored = {
      id: id ?? randomBytes(9).toString("base64url"),
      name,
      filename,
      changed: this.#parts.clock.now(),
      by: by.name,
      sites: content.sites.length,
      content,
    };
    await this.#parts.database.query(
      "INSERT INTO projects (id, name, data) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET name = excluded.name, data = excluded.data",
      [saved.id, name, JSON.stringify(saved)],
    );
    this.#projects.set(saved.id, saved);
    // What was found was held against another one.
    this.#found.delete(saved.id);
    return saved.id;
  }

  /** @throws NotFoundError */
  async remove(id: string): Promise<BaseProjectRow> {
    return await this.#changes.run(async () => {
      const project = this.#project(id);
      await this.#parts.database.query("DELETE FROM projects WHERE id = $1", [id]);
      this.#projects.delete(id);
      this.#found.delete(id);
      return rowOf(project);
    });
  }

  /** As its table names them. @throws NotFoundError */
  sites(id: string): ProjectSite[] {
    const { content } = this.#project(id);
    const found = this.#found.get(id);
    const named = this.#named();
    return content.sites.map(({ site }) => {
      const hubs = named.get(site) ?? [];
      const [first] = hubs;
      if (!first || hubs.length > 1)
        return { site, ...nothing(hubs.length > 1 ? texts.twoSites : texts.noSite) };
      const { told: _told, ...known } = found?.get(first.hub) ?? nothing(texts.notAsked);
      return { site, hub: first.hub, ...known };
    });
  }

  /** @throws NotFoundError where nothing is known of it */
  difference(id: string, hub: string): Told {
    this.#project(id);
    const told = this.#found.get(id)?.get(hub)?.told;
    if (!told) throw new NotFoundError(texts.notLooked);
    return told;
  }

  /** Asks all of its sites; at once only one person does. @throws NotFoundError */
  look(id: string, by: Person): void {
    const project = this.#project(id);
    if (this.#asking.has(project)) return;
    this.#asking.add(project);
    const named = this.#named();
    const one = project.content.sites.flatMap(({ site }) => {
      const hubs = named.get(site) ?? [];
      return hubs.length === 1 ? hubs.map((shown) => ({ site, shown })) : [];
    });
    void fewAtATime(one, ({ shown, site }) => this.#ask(project, site, shown, by)).finally(() =>
      this.#asking.delete(project),
    );
  }

  async #ask(project: Stored, site: string, { hub, online, revoked }: SiteShown, by: Person): Promise<void> {
    let found: Found;
    try {
      if (revoked > 0 || !online) found = nothing(revoked > 0 ? texts.revoked : texts.away);
      else {
        const calls = new SiteCalls(this.#parts.routed, hub, by);
        const told = await new SiteProject(calls, project.name).check(projectFor(project.content, site));
        found = { ...judged(told), at: this.#parts.clock.now(), told: listed(told) };
      }
    } catch (error) {
      found = nothing(errorText(error));
    }
    // Another one was uploaded meanwhile, or it is gone.
    if (this.#projects.get(project.id) !== project) return;
    const all = this.#found.get(project.id) ?? new Map<string, Found>();
    this.#found.set(project.id, all.set(hub, found));
  }

  /** As it is now; undefined: there is none. */
  current(id: string): Pick<Stored, "changed" | "content" | "name"> | undefined {
    return this.#projects.get(id);
  }

  #project(id: string): Stored {
    const project = this.#projects.get(id);
    if (!project) throw new NotFoundError(texts.noSuch);
    return project;
  }

  #admit(id: string | undefined, name: string): void {
    if (id !== undefined) this.#project(id);
    else if (this.#projects.size >= MOST) throw new ConflictError(texts.many(MOST));
    if ([...this.#projects.values()].some((other) => other.name === name && other.id !== id))
      throw new ConflictError(texts.taken(name));
  }

  #named(): Map<string, SiteShown[]> {
    const named = new Map<string, SiteShown[]>();
    for (const site of this.#parts.sites.shown())
      named.set(site.name, [...(named.get(site.name) ?? []), site]);
    return named;
  }
}

const nothing = (reason: string): Found => ({ state: "unknown", reason, changes: 0, at: 0 });

const listed = ({ changes, errors, links }: Checked): Told => ({
  errors: errors.slice(0, LISTED),
  changes: changes?.slice(0, LISTED),
  links: links?.slice(0, LISTED),
});

function judged(told: Checked): Found {
  const { changes, links_changed, new_hash, old_hash } = told;
  const found = { changes: (changes?.length ?? 0) + (links_changed ?? 0), at: 0 };
  const wrong = wrongIn(told);
  if (wrong !== undefined) return { ...found, state: "errors", reason: wrong };
  const reason = old_hash === "" ? texts.nothingRuns : "";
  return { ...found, state: new_hash === old_hash ? "same" : "differs", reason };
}

/** The first error; undefined: there is none. */
export function wrongIn({ errors, new_hash }: Checked): string | undefined {
  const wrong = errors.find(({ Level }) => Level === "error");
  if (wrong) return texts.wrongAt(placeOf(wrong.Ref), wrong.ErrText);
  return new_hash === "" ? texts.invalid : undefined;
}

/** @param ref file, sheet and line, with `|` between them */
function placeOf(ref: string): string {
  const [file = "", sheet = "", line = ""] = ref.split("|");
  return line === "" ? sheet || file : texts.line(sheet, line);
}

function rowOf({ content: _content, ...row }: Stored): BaseProjectRow {
  return row;
}
