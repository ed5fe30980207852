import { type ComponentChildren, cloneElement, createContext, type JSX, type VNode } from 'preact';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import { type Issue, issuesOf } from '../api/control-api.ts';
import { forControls } from './form-issues.ts';

interface FormState {
  /** Error messages by the name of the control. */
  readonly issues: Readonly<Record<string, string>>;
  /** Passes the values of the form to a function. */
  readonly submitTo: (onValues: OnValues) => void;
}

const CurrentForm = createContext<FormState>({ issues: {}, submitTo: () => undefined });

type Control = VNode<{ readonly name?: string }>;

interface FieldProps {
  readonly label: string;
  /** The format of the value, below the control. */
  readonly hint?: string | undefined;
  /** The path of the value in the request, or its end, so that errors appear beside the control; default: its name. */
  readonly path?: string;
  readonly children: Control;
}

/** A control with its name above it, and a hint or an error message below it. */
export function Field({ label, hint, path, children }: FieldProps) {
  const id = useId();
  const { issues } = useContext(CurrentForm);
  const issue = issues[path ?? children.props.name ?? ''];
  const isDescribed = issue !== undefined || hint !== undefined;
  const control = cloneElement(children, {
    id,
    ...(path === undefined ? {} : { 'data-path': path }),
    ...(isDescribed ? { 'aria-describedby': `${id}-note` } : {}),
    ...(issue === undefined ? {} : { 'aria-invalid': 'true' }),
  });
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {control}
      {isDescribed && (
        <span class={issue === undefined ? 'hint' : 'field-error'} id={`${id}-note`}>
          {issue ?? hint}
        </span>
      )}
    </div>
  );
}

interface TickProps {
  readonly label: string;
  readonly name: string;
  readonly defaultChecked: boolean;
}

/** A check box with its name beside it. */
export function Tick({ label, name, defaultChecked }: TickProps) {
  return (
    <label class="tick">
      <input type="checkbox" name={name} defaultChecked={defaultChecked} />
      <span>{label}</span>
    </label>
  );
}

/** The values of a form by the names of its controls. */
export type FormValues = Readonly<Record<string, string>>;

type OnValues = (values: FormValues, form: HTMLFormElement) => unknown;

/** Reads the values of a form. A check box that is not ticked has no value. */
function valuesOf(form: HTMLFormElement): FormValues {
  const entries = [...new FormData(form)].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : '',
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/**
 * A form that stays on the page and passes its values to a function. While the function runs, the form is not submitted
 * again. An error of the function is shown in the form: beside the controls that it names, or above the buttons. With
 * another name it is another form.
 */
export function Form({
  onValues,
  children,
  ...form
}: {
  readonly onValues: OnValues;
  readonly children: ComponentChildren;
} & Omit<JSX.IntrinsicElements['form'], 'children' | 'onSubmit'>) {
  const [failure, setFailure] = useState<{ readonly message: string; readonly issues: readonly Issue[] }>();
  const [isBusy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const submitTo = async (work: OnValues) => {
    const target = element.current;
    if (isBusy || target === null) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await work(valuesOf(target), target);
    } catch (error) {
      setFailure({ message: (error as Error).message, issues: issuesOf(error) });
    }
    setBusy(false);
  };
  // Another form in the same place has no errors yet.
  useEffect(() => setFailure(undefined), [form.name]);
  const paths = failure === undefined ? [] : pathsOf(element.current);
  const issues = forControls(failure?.issues ?? [], paths);
  useEffect(() => {
    if (failure !== undefined) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [failure]);
  return (
    <form
      {...form}
      ref={element}
      aria-busy={isBusy}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void submitTo(onValues);
      }}
    >
      <CurrentForm.Provider value={{ issues, submitTo: (work) => void submitTo(work) }}>
        {children}
        {failure !== undefined && (
          <p class="form-error" role="alert">
            {failure.message}
          </p>
        )}
      </CurrentForm.Provider>
    </form>
  );
}

function pathsOf(form: HTMLFormElement | null): string[] {
  const controls = form === null ? [] : [...form.elements];
  return controls
    .map((control) => control.getAttribute('data-path') ?? control.getAttribute('name') ?? '')
    .filter((path) => path !== '');
}

/** A button that passes the values of a form to another function. Enter in a field does not press it. */
export function FormButton({
  onValues,
  children,
  ...button
}: { readonly onValues: OnValues; readonly children: ComponentChildren } & Omit<
  JSX.IntrinsicElements['button'],
  'children' | 'onClick' | 'type'
>) {
  const { submitTo } = useContext(CurrentForm);
  return (
    <button
      {...button}
      type="button"
      onClick={({ currentTarget: { form } }) => form?.reportValidity() === true && submitTo(onValues)}
    >
      {children}
    </button>
  );
}
