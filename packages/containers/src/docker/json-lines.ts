/** A stream of JSON objects, one a line (pull, events). What is no JSON is left out. */
const LONGEST = 1024 * 1024;

export async function* jsonLines(source: AsyncIterable<Buffer | string>): AsyncGenerator {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of source) {
    rest += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > LONGEST) throw new Error("a line of the engine is too long");
    for (const line of lines) yield* parsed(line);
  }
  yield* parsed(rest);
}

function* parsed(line: string): Generator {
  if (line.trim() === "") return;
  try {
    yield JSON.parse(line) as unknown;
  } catch {
    // Half a line, cut off by the end of the engine.
  }
}
