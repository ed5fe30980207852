import { RECEIPT_CAUSES } from '@messaging-service/contract';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AccountsResponse } from '../api/types.ts';
import { useResource } from '../live/use-resource.ts';
import { type Completion, completed, completionsOf, lastTerm, withoutUnfinished } from './completions.ts';
import type { Operator, Value } from './operators.ts';

interface FindFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly operators: readonly Operator[];
  /** The search in the address; default: none. */
  readonly q?: string;
  /** Why the emulator refuses it; undefined when it does not. */
  readonly problem?: string | undefined;
  /** Puts a search into the address while the user types. */
  readonly onSearch?: (q: string) => void;
  /** Called with the whole text when the user presses Enter. */
  readonly onEnter?: ((typed: string) => void) | undefined;
}

/**
 * The search field of a list. It offers operators and their values: arrow keys choose, Enter takes one. The page moves the
 * focus to it with the key `/`, and Escape clears it. A filter applies when it is complete.
 */
export function FindField(props: FindFieldProps) {
  const { label, placeholder, operators, q = '', problem, onSearch, onEnter } = props;
  const [typed, setTyped] = useState(q);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const ids = useId();
  const values = useValues(typed, isOpen ? operators : []);
  const options = isOpen ? completionsOf(typed, operators, values) : [];
  // The address can change without the field, as by Back. An effect after the paint could run when the user has typed more,
  // and would take an address of the field's own for such a change.
  const sent = useRef(q);
  useLayoutEffect(() => {
    if (q !== sent.current) setTyped(q);
    sent.current = q;
  }, [q]);
  const apply = (text: string, isComplete: boolean) => {
    setTyped(text);
    setAt(-1);
    const readable = isComplete ? text : withoutUnfinished(text, completionsOf(text, operators, values));
    sent.current = readable.trim() === '' ? '' : readable;
    if (sent.current !== q) onSearch?.(sent.current);
  };
  const take = (option: Completion) => apply(completed(typed, option), false);
  const close = () => {
    setOpen(false);
    setAt(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[at];
    if (step !== undefined && options.length > 0) {
      setAt(at === -1 && step === -1 ? options.length - 1 : (at + step + options.length) % options.length);
    } else if (event.key === 'ArrowDown') setOpen(true);
    else if (event.key === 'Enter' && option !== undefined) take(option);
    else if (event.key === 'Enter') {
      apply(typed, true);
      close();
      onEnter?.(typed);
    } else if (event.key === 'Escape' && options.length > 0) close();
    else if (event.key === 'Escape' && typed !== '') apply('', true);
    else return;
    event.preventDefault();
    // Escape would also close the open object.
    event.stopPropagation();
  };
  return (
    <div class="find">
      <input
        type="search"
        list={undefined}
        class="search"
        role="combobox"
        aria-label={label}
        aria-keyshortcuts="/"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={`${ids}-options`}
        aria-activedescendant={options[at] === undefined ? undefined : `${ids}-${at}`}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${ids}-problem`}
        placeholder={placeholder}
        value={typed}
        autocomplete="off"
        spellcheck={false}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => {
          apply(typed, true);
          close();
        }}
        onInput={({ currentTarget }) => {
          setOpen(true);
          apply(currentTarget.value, false);
        }}
        onKeyDown={onKeyDown}
      />
      {options.length > 0 && (
        <div class="find-options" role="listbox" id={`${ids}-options`} aria-label="Filters">
          {options.map((option, index) => (
            // The field has the focus and the keys.
            <div
              role="option"
              class="palette-option"
              id={`${ids}-${index}`}
              key={option.term}
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
            >
              <code>{option.term}</code>
              <span class="dim ellipsis">{option.note}</span>
            </div>
          ))}
        </div>
      )}
      {problem !== undefined && (
        <p class="find-problem" id={`${ids}-problem`} role="status">
          The search {problem}
        </p>
      )}
    </div>
  );
}

/** Values that the emulator has, read while the user types a filter that takes them. */
function useValues(typed: string, operators: readonly Operator[]): (operator: Operator) => readonly Value[] {
  const { name } = lastTerm(typed);
  const wanted = operators.find((operator) => operator.name === name)?.values;
  const isOfAccounts = wanted === 'accounts' || wanted === 'senders';
  const accounts = useResource<AccountsResponse>(isOfAccounts ? '/accounts' : undefined).data;
  return ({ values = [] }) => {
    switch (values) {
      case 'accounts':
        return accounts?.accounts.map((account) => account.name) ?? [];
      case 'senders':
        return [
          ...new Set(accounts?.accounts.flatMap(({ senders }) => senders)),
          ...(accounts?.sharedSenders ?? []),
        ];
      case 'codes':
        return Object.entries(RECEIPT_CAUSES).map(([code, { cause }]) => [code, cause] as const);
      default:
        return values;
    }
  };
}
