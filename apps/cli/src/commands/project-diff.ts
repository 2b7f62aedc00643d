import { podSchemas } from "@hubwart/pods/schemas";
import { type Change, type ChangedKind, type CompiledProject, diffProjects } from "@hubwart/project";
import { parseArguments } from "../arguments.ts";
import { type Command, EXIT, type Output, UsageError } from "../command.ts";
import { errorLines } from "../project-report.ts";
import { loadProject } from "../project-source.ts";
import { texts } from "../texts.ts";

const MARKS: Readonly<Record<Change, string>> = { added: "+", changed: "~", removed: "-" };

/** By what they mean: the order of rows and columns, and how a number is written, make no difference. */
export const command: Command = {
  usage: "A B",
  summary: texts.projectDiff,
  async run(args, output) {
    const { positionals } = parseArguments(args, {});
    const [a, b, ...more] = positionals;
    if (a === undefined || b === undefined || more.length > 0) throw new UsageError(texts.twoProjects);
    const [before, after] = [await compiledFrom(a, output), await compiledFrom(b, output)];
    if (!before || !after) return EXIT.usage;
    const lines = [...differences(before, after)];
    if (lines.length === 0) return EXIT.ok;
    output.out(`--- ${a}`);
    output.out(`+++ ${b}`);
    for (const line of lines) output.out(line);
    return EXIT.failed;
  },
};

async function compiledFrom(place: string, output: Output): Promise<CompiledProject | undefined> {
  const { result } = await loadProject(place);
  if (!result.compiled) {
    const failed = result.errors.filter(({ Level }) => Level === "error");
    output.err(texts.notValid(place, texts.errors(failed.length)));
    for (const line of errorLines(failed)) output.err(line);
  }
  return result.compiled;
}

/** One line for what comes, goes or changes, and one below it for each column. */
function* differences(before: CompiledProject, after: CompiledProject): Generator<string> {
  const { changes, links } = diffProjects(before, after, podSchemas);
  const all = [
    ...changes.map(({ change, chan, fields, kind }) => ({
      change,
      fields,
      what: texts.changedKinds[kind],
      name: nameOf(kind, chan),
    })),
    ...links.map(({ change, fields, source, target }) => ({
      change,
      fields,
      what: texts.link,
      name: `${source} → ${target}`,
    })),
  ];
  for (const { change, fields = [], name, what } of all) {
    yield `${MARKS[change]} ${what} ${name}`.trimEnd();
    for (const { after: now, before: was, field, secret } of fields) {
      yield `    ${field}: ${secret ? texts.changedSecret : `${valueText(was)} → ${valueText(now)}`}`;
    }
  }
}

/** As the tables name it: `mqtt.pod.haus` is `mqtt.haus`, `mqtt.iface.haus.main` is `mqtt.haus, main`. */
function nameOf(kind: ChangedKind, chan: string): string {
  const [type = "", , pod = "", iface = ""] = chan.split(".");
  if (kind === "project") return "";
  if (kind === "pod") return `${type}.${pod}`;
  return kind === "iface" ? `${type}.${pod}, ${iface}` : chan;
}

/** On one line. */
function valueText(value: string | undefined): string {
  return value === undefined ? "leer" : value.replaceAll("\n", "⏎");
}
