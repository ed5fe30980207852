import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

const mark = StateEffect.define<number | undefined>();
const line = Decoration.line({ class: 'playground-failed-line' });

/** Shows the line at which the latest run failed, until the program changes. */
export const failedLine: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, { docChanged, effects, newDoc }) => {
    const effect = effects.find((one) => one.is(mark));
    if (effect === undefined) return docChanged ? Decoration.none : shown;
    const at = effect.value;
    if (at === undefined || at > newDoc.lines) return Decoration.none;
    return Decoration.set([line.range(newDoc.line(at).from)]);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks a line, counted from 1, and shows it; undefined marks none. */
export function markFailedLine(editor: EditorView, at: number | undefined): void {
  const { doc } = editor.state;
  const effects: StateEffect<unknown>[] = [mark.of(at)];
  if (at !== undefined && at <= doc.lines) effects.push(EditorView.scrollIntoView(doc.line(at).from));
  editor.dispatch({ effects });
}
