/**
 * Prometheus' text format 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats):
 *
 *     const page = new MetricsText();
 *     page.family("hubwart_pod_up", "gauge", "Whether the pod runs.").add(1, { pod: "mqtt.a" });
 *     page.text();
 *
 * Names follow Prometheus' conventions: base units (seconds, bytes, ratios), `_total` on counters only.
 */
export type MetricType = "gauge" | "counter";
export type Labels = Readonly<Record<string, string>>;

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export interface Family {
  /** A value that is not known is left out. */
  add(value: number | undefined, labels?: Labels): Family;
}

export class MetricsText {
  readonly #families = new Map<string, string[]>();

  family(name: string, type: MetricType, help: string): Family {
    const lines = [`# HELP ${name} ${help.replace(/[\\\n]/g, escaped)}`, `# TYPE ${name} ${type}`];
    if (this.#families.has(name)) throw new Error(`${name} is there already`);
    this.#families.set(name, lines);
    const family: Family = {
      add(value, labels = {}) {
        if (value !== undefined) lines.push(`${name}${labelText(labels)} ${numberText(value)}`);
        return family;
      },
    };
    return family;
  }

  /** Families without a value are left out. */
  text(): string {
    const families = [...this.#families.values()].filter((lines) => lines.length > 2);
    return families.map((lines) => `${lines.join("\n")}\n`).join("");
  }
}

function labelText(labels: Labels): string {
  const entries = Object.entries(labels);
  if (entries.length === 0) return "";
  return `{${entries.map(([name, value]) => `${name}="${value.replace(/["\\\n]/g, escaped)}"`).join(",")}}`;
}

function escaped(character: string): string {
  return character === "\n" ? "\\n" : `\\${character}`;
}

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value);
}
