/**
 * Names of channels offered while one is typed: by itself in the first text of `read`, `write` and `on_change`, with Ctrl+Space in
 * every text. Arrows choose, Enter or Tab takes, Escape closes (WAI-ARIA APG, "listbox" beside a text field).
 */
import { type EditorState, type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { EditorView, keymap, showTooltip, type Tooltip, ViewPlugin, type ViewUpdate } from "@codemirror/view";

export interface Names {
  /** Of the list, for those who hear it. */
  label: string;
  find: (text: string) => Promise<readonly string[]>;
}

interface Offer {
  /** What is replaced. */
  from: number;
  to: number;
  names: readonly string[];
  chosen: number;
  label: string;
}

/** A text that is open at the end, and what stands before it. */
const OPEN_TEXT = /^((?:[^"'\\-]|\\.|-(?!-)|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*)(["'])((?:(?!\2)[^\\])*)$/;
const NAMING = /\b(?:read|write|on_change)\s*\(?\s*$/;
const LIST = "hw-code-names";

/** The text in which the cursor stands, from its first letter; `naming`: it surely names a channel. */
export function textAt(line: string): { text: string; naming: boolean } | undefined {
  const [, before = "", , text] = OPEN_TEXT.exec(line) ?? [];
  return text === undefined ? undefined : { text, naming: NAMING.test(before) };
}

const offer = StateEffect.define<Offer | undefined>();
const offered = StateField.define<Offer | undefined>({
  create: () => undefined,
  update(before, { docChanged, effects, selection, state }) {
    for (const effect of effects) if (effect.is(offer)) return effect.value;
    if (!before || !(docChanged || selection)) return before;
    // Until the names for what stands there now are known.
    const at = placeIn(state);
    return at && at.from === before.from ? { ...before, to: at.to } : undefined;
  },
  provide: (field) => [
    showTooltip.compute([field], (state) => tooltipOf(state.field(field))),
    EditorView.contentAttributes.compute([field], (state): Record<string, string> => {
      const shown = state.field(field);
      if (!shown) return { "aria-autocomplete": "list" };
      const active = `${LIST}-${shown.chosen}`;
      return { "aria-autocomplete": "list", "aria-controls": LIST, "aria-activedescendant": active };
    }),
  ],
});

function placeIn(
  state: EditorState,
): { from: number; to: number; text: string; naming: boolean } | undefined {
  const { empty, head } = state.selection.main;
  const found = empty ? textAt(state.sliceDoc(state.doc.lineAt(head).from, head)) : undefined;
  return found && { ...found, from: head - found.text.length, to: head };
}

function tooltipOf(shown: Offer | undefined): Tooltip | null {
  if (!shown) return null;
  return {
    pos: shown.from,
    create: (view) => {
      const dom = document.createElement("ul");
      dom.id = LIST;
      dom.role = "listbox";
      dom.ariaLabel = shown.label;
      dom.className = "hw-code-names";
      for (const [index, name] of shown.names.entries()) {
        const option = document.createElement("li");
        option.id = `${LIST}-${index}`;
        option.role = "option";
        option.ariaSelected = String(index === shown.chosen);
        option.textContent = name;
        option.addEventListener("mousedown", (event) => {
          // The editor keeps the focus.
          event.preventDefault();
          take(view, index);
        });
        dom.append(option);
      }
      return { dom, mount: () => dom.children[shown.chosen]?.scrollIntoView({ block: "nearest" }) };
    },
  };
}

function take(view: EditorView, index: number): boolean {
  const shown = view.state.field(offered);
  const name = shown?.names[index];
  if (!shown || name === undefined) return false;
  view.dispatch({
    changes: { from: shown.from, to: shown.to, insert: name },
    selection: { anchor: shown.from + name.length },
    effects: offer.of(undefined),
    userEvent: "input.complete",
  });
  return true;
}

function choose(view: EditorView, by: number): boolean {
  const shown = view.state.field(offered);
  if (!shown) return false;
  const chosen = (shown.chosen + by + shown.names.length) % shown.names.length;
  view.dispatch({ effects: offer.of({ ...shown, chosen }) });
  return true;
}

function close(view: EditorView): boolean {
  if (!view.state.field(offered)) return false;
  view.dispatch({ effects: offer.of(undefined) });
  return true;
}

export function completion({ find, label }: Names): Extension {
  let asked = 0;
  async function ask(view: EditorView, always: boolean): Promise<void> {
    asked += 1;
    const own = asked;
    const at = placeIn(view.state);
    if (!at || !(at.naming || always)) return;
    const names = await find(at.text);
    // What was typed meanwhile asks for itself.
    if (own !== asked || placeIn(view.state)?.to !== at.to) return;
    const whole = names.length === 0 || (names.length === 1 && names[0] === at.text);
    if (whole) close(view);
    else view.dispatch({ effects: offer.of({ from: at.from, to: at.to, names, chosen: 0, label }) });
  }
  return [
    offered,
    ViewPlugin.define(() => ({
      update({ docChanged, transactions, view }: ViewUpdate) {
        const typed = transactions.some((one) => one.isUserEvent("input.type") || one.isUserEvent("delete"));
        if (docChanged && typed) void ask(view, false);
      },
      destroy() {
        asked += 1;
      },
    })),
    EditorView.domEventHandlers({
      blur: (_event, view) => {
        close(view);
      },
    }),
    Prec.highest(
      keymap.of([
        {
          key: "Ctrl-Space",
          run: (view) => {
            void ask(view, true);
            return true;
          },
        },
        { key: "ArrowDown", run: (view) => choose(view, 1) },
        { key: "ArrowUp", run: (view) => choose(view, -1) },
        { key: "Enter", run: (view) => take(view, view.state.field(offered)?.chosen ?? -1) },
        { key: "Tab", run: (view) => take(view, view.state.field(offered)?.chosen ?? -1) },
        { key: "Escape", run: close },
      ]),
    ),
  ];
}
