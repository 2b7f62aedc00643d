/**
 * Topic filters as a tree of levels; finds all filters that match a topic in one walk (MQTT 5.0 §4.7).
 *
 * Given a filter instead of a topic, `match` finds the filters that cover it, because no literal level
 * equals a wildcard.
 */
interface Node<T> {
  children: Map<string, Node<T>>;
  values: T[];
}

function node<T>(): Node<T> {
  return { children: new Map(), values: [] };
}

export class FilterTree<T> {
  readonly #root = node<T>();

  add(filter: string, value: T): void {
    let at = this.#root;
    for (const level of filter.split("/")) {
      let child = at.children.get(level);
      if (!child) {
        child = node();
        at.children.set(level, child);
      }
      at = child;
    }
    at.values.push(value);
  }

  match(topic: string): T[] {
    const found: T[] = [];
    const levels = topic.split("/");
    // Wildcards at the first level do not reach the broker's own topics (§4.7.2).
    walk(this.#root, levels, 0, !topic.startsWith("$"), found);
    return found;
  }
}

function walk<T>(at: Node<T>, levels: string[], depth: number, wild: boolean, found: T[]): void {
  const rest = wild ? at.children.get("#") : undefined;
  if (rest) found.push(...rest.values);
  const level = levels[depth];
  if (level === undefined) {
    found.push(...at.values);
    return;
  }
  const exact = level === "+" || level === "#" ? undefined : at.children.get(level);
  if (exact) walk(exact, levels, depth + 1, true, found);
  // A level „#“ of a covered filter stands for any number of levels, which „+“ does not cover.
  const any = wild && level !== "#" ? at.children.get("+") : undefined;
  if (any) walk(any, levels, depth + 1, true, found);
}
