import { autocompletion } from '@codemirror/autocomplete';
import { Compartment, type Extension } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import {
  tsAutocompleteWorker,
  tsFacetWorker,
  tsHoverWorker,
  tsLinterWorker,
  tsSyncWorker,
} from '@valtown/codemirror-ts';
import { wrap } from 'comlink';
import type { LanguageWorker } from './language-worker.ts';
import StartedWorker from './language-worker.ts?worker';

const path = '/program.ts';

/**
 * Completes names, explains them under the pointer and underlines errors, with the types of the packages. The compiler is
 * large, so it is loaded when the editor gets the focus for the first time.
 */
export function language(): Extension {
  const place = new Compartment();
  const threads = new WeakMap<EditorView, Worker>();

  async function start(view: EditorView): Promise<void> {
    const thread = new StartedWorker();
    threads.set(view, thread);
    const worker = wrap<LanguageWorker>(thread);
    await worker.initialize();
    await worker.updateFile({ path, code: view.state.doc.toString() });
    view.dispatch({
      effects: place.reconfigure([
        tsFacetWorker.of({ worker, path }),
        tsSyncWorker(),
        tsLinterWorker(),
        tsHoverWorker(),
        autocompletion({ override: [tsAutocompleteWorker()], icons: false }),
      ]),
    });
    // For readers of the page that wait for it: tests, and styles.
    view.dom.dataset.language = 'ready';
  }

  return [
    place.of([]),
    EditorView.domEventHandlers({
      focus: (_, view) => {
        if (!threads.has(view)) void start(view);
      },
    }),
    ViewPlugin.define((view) => ({ destroy: () => threads.get(view)?.terminate() })),
  ];
}
