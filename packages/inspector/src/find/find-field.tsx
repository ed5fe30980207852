import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useId } from '../forms/use-id.ts';
import { Search } from '../lists/search.tsx';
import { filtersIn } from './filters.ts';
import { hintOf, type Operator, parseTyped } from './operators.ts';

type Changes = Readonly<Record<string, string | undefined>>;

interface FindFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly operators: readonly Operator[];
  /** Parameters of the address: the filters by name, and the text as `search`. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  /** Changes parameters of the address; undefined removes one. */
  readonly onChange: (changes: Changes) => void;
}

/**
 * A search field with operators. A complete operator becomes a chip that is kept in the address; the rest is searched as
 * text.
 */
export function FindField({ label, placeholder, operators, parameters, onChange }: FindFieldProps) {
  const { search = '' } = parameters;
  const [typed, setTyped] = useState(search);
  // The text of the address can change without the field, as by Back. An effect after the paint could run when the user
  // has typed more, and would take an address of the field's own for such a change.
  const sent = useRef(search);
  useLayoutEffect(() => {
    if (search !== sent.current) setTyped(search);
    sent.current = search;
  }, [search]);
  const hint = useId();
  const apply = (text: string, isComplete: boolean) => {
    const found = parseTyped(text, operators, isComplete);
    setTyped(found.text);
    sent.current = unfinished(found.text, operators) ? search : found.text;
    onChange({ ...found.filters, search: sent.current });
  };
  const filters = Object.entries(filtersIn(parameters, operators));
  return (
    <div class="find">
      <Search
        label={label}
        placeholder={placeholder}
        value={typed}
        describedBy={hint}
        onSearch={(text) => apply(text, false)}
        onEnter={(text) => apply(text, true)}
      />
      {filters.length > 0 && (
        <ul class="chips" aria-label="Filters">
          {filters.map(([name, value]) => (
            <li key={name}>
              <button type="button" class="chip-filter" onClick={() => onChange({ [name]: undefined })}>
                {name}: <b>{value}</b> <span aria-hidden="true">×</span>
                <span class="visually-hidden"> (remove this filter)</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <span id={hint} class="find-hint">
        {hintOf(operators)}
      </span>
    </div>
  );
}

/** Whether the text ends with an operator whose value is still being typed, which is not a text to search for. */
function unfinished(text: string, operators: readonly Operator[]): boolean {
  const [, name = ''] = /(?:^|\s)([a-z]+):(?:"[^"]*|\S*|\+[\d\s().-]*)$/i.exec(text) ?? [];
  return operators.some((operator) => operator.name === name.toLowerCase());
}
