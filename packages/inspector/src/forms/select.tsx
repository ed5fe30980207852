import type { JSX } from 'preact';

/** An option: its value with its name, or one text that is both. */
export type Option = string | readonly [value: string, name: string];

type SelectProps = {
  readonly options: readonly Option[];
  /** Called with the value that the user chooses. */
  readonly onValue?: (value: string) => void;
} & Omit<JSX.IntrinsicElements['select'], 'children' | 'onChange' | 'role'>;

/** A choice of one of several values. */
export function Select({ options, onValue, ...select }: SelectProps) {
  return (
    <select {...select} onChange={({ currentTarget }) => onValue?.(currentTarget.value)}>
      {options.map((option) => {
        const [value, name] = typeof option === 'string' ? [option, option] : option;
        return (
          <option value={value} key={value}>
            {name}
          </option>
        );
      })}
    </select>
  );
}
