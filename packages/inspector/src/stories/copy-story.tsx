import { useState } from 'preact/hooks';
import { store, stored } from '../api/stored.ts';
import type { StoryText } from '../api/types.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Loaded } from '../components/loading.tsx';
import { Dialog, DialogButton } from '../forms/dialogs.tsx';
import { useResource } from '../live/use-resource.ts';
import { query } from '../values.ts';

/** The part of the history that is told: a message, a phone, a request, or a period with its end. Instants are ISO 8601. */
type Part =
  | { readonly message: string }
  | { readonly phone: string }
  | { readonly request: string }
  | { readonly since: string; readonly until: string };

const FORMS = [
  ['vitest', 'Vitest'],
  ['node-test', 'node:test'],
  ['playwright', 'Playwright'],
  ['curl', 'curl'],
] as const;

/** The form that was chosen last. */
const CHOSEN = 'story form';

/** A button that shows what happened as a program, to copy it. */
export function CopyStory({ of }: { readonly of: Part }) {
  return (
    <DialogButton dialog={<StoryDialog of={of} />} aria-keyshortcuts="c">
      Copy as test…
    </DialogButton>
  );
}

function StoryDialog({ of }: { readonly of: Part }) {
  const [form, setForm] = useState(stored(CHOSEN) ?? FORMS[0][0]);
  const path = `/story${query({ ...of, form })}`;
  // The text does not change while the user reads it.
  const resource = useResource<StoryText>(path, { changesWith: () => path });
  const choose = (chosen: string) => {
    store(CHOSEN, chosen);
    setForm(chosen);
  };
  return (
    <Dialog title="Copy as test">
      <div class="story">
        <div class="switch" role="group" aria-label="Form of the program">
          {FORMS.map(([value, name]) => (
            <button type="button" aria-pressed={form === value} onClick={() => choose(value)} key={value}>
              {name}
            </button>
          ))}
        </div>
        <Loaded resource={resource} what="program">
          {(story) => <Program of={story} />}
        </Loaded>
      </div>
    </Dialog>
  );
}

function Program({ of: { name, text, file, run, gaps } }: { readonly of: StoryText }) {
  return (
    <>
      <p>
        It plays this again in a service of its own, and checks every outcome: <b>{name}</b>.
      </p>
      {gaps.length > 0 && (
        <ul>
          {gaps.map((gap) => (
            <li key={gap}>{gap}</li>
          ))}
        </ul>
      )}
      <div class="code">
        <pre tabIndex={0} role="group" aria-label={file}>
          {text}
        </pre>
      </div>
      <footer>
        <span>
          Save it as <code>{file}</code>, then run <code>{run}</code>
        </span>
        <CopyButton text={run} label="The command" class="quiet">
          Copy command
        </CopyButton>
        <CopyButton text={text} label="The program" class="primary" aria-keyshortcuts="c">
          Copy
        </CopyButton>
      </footer>
    </>
  );
}
