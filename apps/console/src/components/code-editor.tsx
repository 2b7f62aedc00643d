/**
 * The editor, a chunk of its own: CodeMirror with Lua's highlighting. Its style elements carry the page's nonce, as
 * the content security policy asks. Line ends stay those that the source has.
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
import { Annotation, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";
import { completion, type Names } from "./code-completion.ts";
import classes from "./code-editor.module.css";

export interface CodeEditorProps {
  label: string;
  /** What is in it now: another than what was typed takes its place. */
  source: string;
  problems: readonly Problem[];
  onChange: (source: string) => void;
  onBlur?: () => void;
  /** Names that may be meant where one is typed, always by the same function; without it none are offered. */
  complete?: Names;
  /** Takes the place of the editor's own undo. */
  steps?: { undo: () => void; redo: () => void };
  /** Another object: the cursor goes to its line. */
  goTo?: { line: number } | undefined;
}

interface Problem {
  line: number;
  text: string;
  /** `error` without it. */
  level?: "error" | "warning";
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
  ".cm-tooltip.hw-code-names": {
    margin: "0",
    padding: "0.25rem",
    listStyle: "none",
    maxHeight: "14rem",
    maxWidth: "min(28rem, 90vw)",
    overflowY: "auto",
    fontFamily: "var(--hw-mono)",
  },
  ".hw-code-names li": { padding: "0.125rem 0.5rem", cursor: "pointer", overflowWrap: "anywhere" },
  ".hw-code-names li[aria-selected=true]": {
    backgroundColor: "var(--hw-accent-soft)",
    outline: "1px solid transparent",
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

/** As the editor has them. */
const plainEnds = (source: string): string => source.replaceAll(/\r\n?/g, "\n");
const withEnds = (text: string, like: string): string =>
  like.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;

export function CodeEditor(props: CodeEditorProps) {
  const { goTo, problems, source } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  /** The editor is made once, and calls what was given last. */
  const beginning = useRef(props);
  const now = useRef(props);
  /** Told by the editor and not come back as `source` yet: typing is faster than drawing. */
  const told = useRef<string[]>([]);
  useEffect(() => {
    now.current = props;
  });
  useEffect(() => {
    if (!place.current) return undefined;
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: plainEnds(beginning.current.source),
        extensions: [
          EditorView.cspNonce.of(nonce),
          lineNumbers(),
          beginning.current.steps ? ownSteps(now) : [history(), keymap.of(historyKeymap)],
          beginning.current.complete ? completion(beginning.current.complete) : [],
          drawSelection(),
          indentOnInput(),
          indentUnit.of("  "),
          bracketMatching(),
          highlightActiveLine(),
          lintGutter(),
          StreamLanguage.define(lua),
          syntaxHighlighting(COLOURS),
          LOOK,
          keymap.of([...defaultKeymap, indentWithTab]),
          EditorView.domEventHandlers({ blur: () => now.current.onBlur?.() }),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": beginning.current.label, tabindex: "0" }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || update.transactions.some((one) => one.annotation(FROM_OUTSIDE))) return;
            const text = withEnds(update.state.doc.toString(), now.current.source);
            told.current.push(text);
            now.current.onChange(text);
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
    if (shown && own < 0) put(shown, plainEnds(source));
  }, [source]);
  useEffect(() => {
    const shown = view.current;
    if (!shown) return;
    const diagnostics = problems.flatMap(({ level = "error", line, text }): Diagnostic[] => {
      if (line < 1 || line > shown.state.doc.lines) return [];
      const { from, to } = shown.state.doc.line(line);
      return [{ from, to, severity: level, message: text }];
    });
    shown.dispatch(setDiagnostics(shown.state, diagnostics));
  }, [problems]);
  useEffect(() => {
    const shown = view.current;
    if (!shown || !goTo) return;
    const { from } = shown.state.doc.line(Math.max(1, Math.min(goTo.line, shown.state.doc.lines)));
    shown.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    shown.focus();
  }, [goTo]);
  return <div ref={place} className={classes["editor"]} />;
}

function ownSteps(now: { readonly current: CodeEditorProps }): Extension {
  const run = (which: "undo" | "redo") => (): boolean => {
    now.current.steps?.[which]();
    return true;
  };
  return keymap.of([
    { key: "Mod-z", run: run("undo"), preventDefault: true },
    { key: "Mod-y", mac: "Mod-Shift-z", run: run("redo"), preventDefault: true },
    { linux: "Ctrl-Shift-z", run: run("redo"), preventDefault: true },
  ]);
}
