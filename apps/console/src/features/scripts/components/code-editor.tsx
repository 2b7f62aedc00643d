/**
 * The editor, a chunk of its own: CodeMirror with Lua's highlighting. Its style elements carry the page's nonce, as
 * the content security policy asks.
 */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { Annotation, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";
import classes from "./code-editor.module.css";

export interface CodeEditorProps {
  label: string;
  /** What is in it now: another than what was typed takes its place. */
  source: string;
  problems: readonly { line: number; text: string }[];
  onChange: (source: string) => void;
}

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--hw-accent)", fontWeight: "600" },
  { tag: tags.string, color: "var(--hw-ok)" },
  { tag: [tags.number, tags.atom, tags.bool], color: "var(--hw-warn)" },
  { tag: tags.comment, color: "var(--hw-text-muted)", fontStyle: "italic" },
]);

const LOOK = EditorView.theme({
  "&": { backgroundColor: "var(--hw-sunken)", color: "var(--hw-text)", fontSize: "0.875rem" },
  ".cm-content": { fontFamily: "var(--hw-mono)", caretColor: "var(--hw-text)" },
  ".cm-gutters": {
    backgroundColor: "var(--hw-sunken)",
    color: "var(--hw-text-muted)",
    borderColor: "var(--hw-border)",
  },
  ".cm-activeLine": { backgroundColor: "transparent" },
  ".cm-cursor": { borderLeftColor: "var(--hw-text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": {
    backgroundColor: "var(--hw-accent-soft) !important",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--hw-surface)",
    color: "var(--hw-text)",
    borderColor: "var(--hw-border-strong)",
  },
});

const FROM_OUTSIDE = Annotation.define<boolean>();

/** Changes no more than differs, so that the cursor stays. */
function put(view: EditorView, source: string): void {
  const old = view.state.doc.toString();
  if (old === source) return;
  const most = Math.min(old.length, source.length);
  let start = 0;
  while (start < most && old[start] === source[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === source[source.length - 1 - end]) end += 1;
  view.dispatch({
    changes: { from: start, to: old.length - end, insert: source.slice(start, source.length - end) },
    annotations: FROM_OUTSIDE.of(true),
  });
}

export function CodeEditor({ label, onChange, problems, source }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  /** The editor is made once. */
  const beginning = useRef({ label, source });
  const changed = useRef(onChange);
  /** Told by the editor and not come back as `source` yet: typing is faster than drawing. */
  const told = useRef<string[]>([]);
  useEffect(() => {
    changed.current = onChange;
  });
  useEffect(() => {
    if (!place.current) return undefined;
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: beginning.current.source,
        extensions: [
          EditorView.cspNonce.of(nonce),
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          indentUnit.of("  "),
          bracketMatching(),
          highlightActiveLine(),
          lintGutter(),
          StreamLanguage.define(lua),
          syntaxHighlighting(COLOURS),
          LOOK,
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": beginning.current.label, tabindex: "0" }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || update.transactions.some((one) => one.annotation(FROM_OUTSIDE))) return;
            const text = update.state.doc.toString();
            told.current.push(text);
            changed.current(text);
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => {
    const shown = view.current;
    const own = told.current.indexOf(source);
    told.current.splice(0, own + 1);
    if (shown && own < 0) put(shown, source);
  }, [source]);
  useEffect(() => {
    const shown = view.current;
    if (!shown) return;
    const diagnostics = problems.flatMap(({ line, text }): Diagnostic[] => {
      if (line < 1 || line > shown.state.doc.lines) return [];
      const { from, to } = shown.state.doc.line(line);
      return [{ from, to, severity: "error", message: text }];
    });
    shown.dispatch(setDiagnostics(shown.state, diagnostics));
  }, [problems]);
  return <div ref={place} className={classes["editor"]} />;
}
