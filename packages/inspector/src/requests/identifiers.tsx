import { Select } from '../forms/select.tsx';

/** Whether a repeated request has new identifiers of messages, or those of the original one. */
export type Identifiers = 'new' | 'same';

interface IdentifiersChoiceProps {
  readonly value: Identifiers;
  readonly onChange: (value: Identifiers) => void;
}

/** The choice for replay and for copied code. The service accepts each identifier only once, so the same ones are refused. */
export function IdentifiersChoice({ value, onChange }: IdentifiersChoiceProps) {
  return (
    <Select
      aria-label="Identifiers of messages"
      value={value}
      onValue={(chosen) => onChange(chosen as Identifiers)}
      options={[
        ['new', 'with new identifiers'],
        ['same', 'with the same identifiers'],
      ]}
    />
  );
}
