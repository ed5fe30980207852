import { type Option, Select } from '../forms/select.tsx';
import { capitalized } from '../values.ts';

interface FilterSelectProps {
  /** The filter: a parameter of the address. */
  readonly name: string;
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly options: readonly Option[];
  /** Changes parameters of the address. */
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

/** A choice of one value of a filter, or of any. */
export function FilterSelect({ name, parameters, options, onChange }: FilterSelectProps) {
  return (
    <Select
      aria-label={capitalized(name)}
      value={parameters[name] ?? ''}
      onValue={(value) => onChange({ [name]: value })}
      options={[['', `Any ${name}`], ...options]}
    />
  );
}
