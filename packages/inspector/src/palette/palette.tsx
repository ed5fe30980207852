import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import type { AccountsResponse } from '../api/types.ts';
import { CloseDialog, Dialog } from '../forms/dialogs.tsx';
import { useResource } from '../live/use-resource.ts';
import { type Command, matching } from './commands.ts';
import { findAccounts, findObjects, LEAST_CHARACTERS } from './objects.ts';

interface PaletteProps {
  /** Views and actions. */
  readonly commands: readonly Command[];
  /** The commands that a text itself describes. */
  readonly described: (typed: string) => readonly Command[];
  /** What the user typed already. */
  readonly begun?: string;
}

/** Finds views, actions and objects by their names. Arrow keys choose, Enter runs, and Tab completes a sentence. */
export function Palette({ commands, described, begun = '' }: PaletteProps) {
  const [typed, setTyped] = useState(begun);
  const { found: objects, isSearching } = useObjects(typed);
  const accounts = useResource<AccountsResponse>('/accounts').data?.accounts ?? [];
  const found = [
    ...described(typed),
    ...matching(commands, typed),
    ...findAccounts(accounts, typed),
    ...objects,
  ];
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, found.length - 1);
  const list = useId();
  const close = useContext(CloseDialog);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    close();
    command.run();
  };
  const completion = found[at]?.completion;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((at + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') run(found[at]);
    else if (event.key === 'Tab' && completion !== undefined && completion !== typed) {
      setTyped(completion);
      setChosen(0);
    } else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Find anything">
      <input
        type="text"
        class="palette-input"
        role="combobox"
        aria-label="Command, number, text or UUID"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={found[at] === undefined ? undefined : `${list}-${at}`}
        placeholder="View, action, number, text or UUID"
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Options id={list} commands={found} at={at} onRun={run} />
      <p class="dim" role="status">
        {isSearching ? 'Searching …' : found.length === 0 ? 'Nothing found.' : ''}
      </p>
    </Dialog>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly commands: readonly Command[];
  readonly at: number;
  readonly onRun: (command: Command) => void;
}

function Options({ id, commands, at, onRun }: OptionsProps) {
  const chosen = useRef<HTMLDivElement>(null);
  useEffect(() => chosen.current?.scrollIntoView({ block: 'nearest' }), [at]);
  return (
    <div class="palette-list" role="listbox" id={id} aria-label="Found" tabIndex={-1}>
      {commands.map((command, index) => (
        // The field has the focus and the keys.
        <div
          role="option"
          class="palette-option"
          id={`${id}-${index}`}
          key={`${command.kind} ${command.name} ${index}`}
          aria-selected={index === at}
          ref={index === at ? chosen : null}
          onClick={() => onRun(command)}
        >
          <span class="palette-name ellipsis">{command.name}</span>
          <span class="dim">{command.kind}</span>
        </div>
      ))}
    </div>
  );
}

/** Calls are made after a pause in typing. */
const PAUSE_MS = 150;

interface Objects {
  readonly found: readonly Command[];
  readonly isSearching: boolean;
}

/** The objects that a text finds, and whether they are still being read. */
function useObjects(typed: string): Objects {
  const [objects, setObjects] = useState<Objects>({ found: [], isSearching: false });
  useEffect(() => {
    const isSearching = typed.trim().length >= LEAST_CHARACTERS;
    setObjects({ found: [], isSearching });
    if (!isSearching) return undefined;
    const show = (found: readonly Command[]) => setObjects({ found, isSearching: false });
    const abort = new AbortController();
    const timer = setTimeout(() => {
      // Without the emulator there are no objects, and the page shows that already.
      findObjects(typed, abort.signal).then(show, () => {
        if (!abort.signal.aborted) show([]);
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed]);
  return objects;
}
