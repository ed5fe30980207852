import type { ComponentChildren, JSX } from 'preact';

interface FieldProps {
  readonly label: string;
  /** What may be written here, below the field. */
  readonly hint?: string;
  readonly children: ComponentChildren;
}

/** A control with its name above it. */
export function Field({ label, hint, children }: FieldProps) {
  return (
    // The control is among the children.
    <label class="field">
      <span class="field-label">{label}</span>
      {children}
      {hint !== undefined && <span class="hint">{hint}</span>}
    </label>
  );
}

interface TickProps {
  readonly label: string;
  readonly name: string;
  readonly defaultChecked: boolean;
}

/** A box to tick with its name beside it. */
export function Tick({ label, name, defaultChecked }: TickProps) {
  return (
    <label class="tick">
      <input type="checkbox" name={name} defaultChecked={defaultChecked} />
      <span>{label}</span>
    </label>
  );
}

/** The values of a form by the names of its controls. */
function valuesOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  const entries = [...new FormData(form)].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : '',
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** A form that stays on the page: what it holds goes to a function. */
export function Form({
  onValues,
  children,
  ...form
}: {
  readonly onValues: (values: Readonly<Record<string, string>>, form: HTMLFormElement) => unknown;
  readonly children: ComponentChildren;
} & Omit<JSX.IntrinsicElements['form'], 'children' | 'onSubmit'>) {
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        onValues(valuesOf(event.currentTarget), event.currentTarget);
      }}
    >
      {children}
    </form>
  );
}

interface FormFooterProps {
  /** What handing the form in is called. */
  readonly submit: string;
  readonly onCancel: () => void;
}

/** The end of a form in a dialog: leave it, or hand it in. */
export function FormFooter({ submit, onCancel }: FormFooterProps) {
  return (
    <footer>
      <button type="button" class="quiet" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" class="primary">
        {submit}
      </button>
    </footer>
  );
}
