/**
 * Rules by which sites are grouped, as people write them:
 *
 *     version < 0.5 und tag hotel
 *     nicht (verbunden oder gesperrt) und sicherung > 7
 *
 *     const matches = parseRule(text);       // throws RuleError with a German sentence
 *     sites.filter((site) => matches(site, now))
 *
 * What nobody knows of a site (it never reported, or does not share it) makes a condition neither true nor false, its opposite as well:
 * such a site is in no group by it.
 */
import type { SiteShown } from "../central-calls.ts";
import { texts } from "../texts.ts";
import { CONDITIONS, type Condition, type Operator } from "./conditions.ts";
import { RuleError, type Word, wordsOf } from "./words.ts";

/** undefined: unknown. */
type Judge = (site: SiteShown, now: number) => boolean | undefined;

const { and: AND, not: NOT, or: OR } = texts.rule.words;
const OPERATORS: ReadonlySet<string> = new Set<Operator>(["<", "<=", "=", "!=", ">=", ">"]);
/** Of parentheses. */
const DEEPEST = 10;

/** @returns whether a site is in the group; `now` in ms since the epoch. @throws RuleError */
export function parseRule(rule: string): (site: SiteShown, now: number) => boolean {
  const parser = new Parser(wordsOf(rule));
  const judge = parser.whole();
  return (site, now) => judge(site, now) === true;
}

class Parser {
  readonly #words: readonly Word[];
  #at = 0;
  #depth = 0;

  constructor(words: readonly Word[]) {
    this.#words = words;
  }

  whole(): Judge {
    if (this.#look().kind === "end") throw new RuleError(texts.rule.empty);
    const judge = this.#either();
    if (this.#look().kind !== "end")
      throw new RuleError(texts.rule.joinExpected(this.#look().text, this.#look().at));
    return judge;
  }

  #look(): Word {
    return this.#words[this.#at] ?? { text: "", kind: "end", at: 1 };
  }

  #takes(...texts: readonly string[]): boolean {
    const { kind, text } = this.#look();
    if (kind === "quoted" || kind === "end" || !texts.includes(text)) return false;
    this.#at += 1;
    return true;
  }

  #either(): Judge {
    const parts = [this.#both()];
    while (this.#takes(...OR)) parts.push(this.#both());
    return joined(parts, true);
  }

  #both(): Judge {
    const parts = [this.#one()];
    while (this.#takes(...AND)) parts.push(this.#one());
    return joined(parts, false);
  }

  #one(): Judge {
    if (this.#takes(...NOT)) {
      const judge = this.#deeper(() => this.#one());
      return (site, now) => {
        const found = judge(site, now);
        return found === undefined ? undefined : !found;
      };
    }
    if (!this.#takes("(")) return this.#condition();
    const judge = this.#deeper(() => this.#either());
    if (!this.#takes(")")) throw new RuleError(texts.rule.closeExpected(this.#look().at));
    return judge;
  }

  #deeper(read: () => Judge): Judge {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new RuleError(texts.rule.tooDeep(DEEPEST));
    const judge = read();
    this.#depth -= 1;
    return judge;
  }

  #condition(): Judge {
    const { at, kind, text } = this.#look();
    const condition = kind === "word" && Object.hasOwn(CONDITIONS, text) ? CONDITIONS[text] : undefined;
    if (!condition) throw new RuleError(texts.rule.unknown(text, at, Object.keys(CONDITIONS)));
    this.#at += 1;
    return this.#of(text, condition);
  }

  #of(name: string, condition: Condition): Judge {
    if (condition.takes === "nothing") return condition.judge;
    const operator = condition.takes === "text" ? "=" : this.#operator(name);
    const { at, kind, text } = this.#look();
    if (kind === "end" || kind === "sign")
      throw new RuleError(texts.rule.valueExpected(name, at, condition.example));
    const judge = condition.judge(operator, text);
    if (!judge) throw new RuleError(texts.rule.wrongValue(name, text, at, condition.example));
    this.#at += 1;
    return judge;
  }

  #operator(name: string): Operator {
    const { at, kind, text } = this.#look();
    if (kind !== "sign" || !OPERATORS.has(text))
      throw new RuleError(texts.rule.operatorExpected(name, at, [...OPERATORS]));
    this.#at += 1;
    return text as Operator;
  }
}

/** @param decides what makes the others not matter: true of "oder", false of "und" */
function joined(parts: readonly Judge[], decides: boolean): Judge {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  return (site, now) => {
    const found = new Set(parts.map((part) => part(site, now)));
    if (found.has(decides)) return decides;
    return found.has(undefined) ? undefined : !decides;
  };
}
