import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { failedLine } from './failed-line.ts';
import { language } from './language.ts';

/** The colors are those of the tokens, so that they follow the theme of the page. */
const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName)],
    color: 'var(--code-function)',
  },
  { tag: [tags.typeName, tags.className], color: 'var(--code-type)' },
  { tag: tags.comment, color: 'var(--ink-dim)', fontStyle: 'italic' },
]);

/** Creates the editor of the playground. */
export function createEditor(
  parent: HTMLElement,
  onChange: (code: string) => void,
  onRun: () => void,
): EditorView {
  const run = () => {
    onRun();
    return true;
  };
  return new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        language(),
        failedLine,
        EditorView.lineWrapping,
        javascript({ typescript: true }),
        syntaxHighlighting(highlight),
        keymap.of([{ key: 'Mod-Enter', run }, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ 'aria-label': 'Program in TypeScript' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
}

/** Replaces the program in the editor. */
export function setCode(editor: EditorView, code: string): void {
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: code } });
}
