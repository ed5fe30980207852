import { type Endpoint, endpoint, type NativeWait, type ServiceCall, type WrittenRow } from './endpoint.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- The parameters of any method: `unknown[]` would not accept them.
type AnyMethod = (...parameters: any[]) => unknown;

/** The call that the arguments of a method become. */
export interface ControlInput {
  /** The value of the placeholder of the path. */
  readonly id?: string;
  /** Members of the query: texts, numbers and dates. Those that are undefined are left out. */
  readonly query?: object;
  readonly body?: unknown;
  /** What replaces members of the query of a wait in the same process, where no network limits them. */
  readonly native?: NativeWait | undefined;
  /** Ends the call early. */
  readonly signal?: AbortSignal | undefined;
}

/** How the arguments of a method become a call of a row, and its response the result of the method. */
interface Method<Signature extends AnyMethod, Answer> {
  readonly input: (...parameters: Parameters<Signature>) => ControlInput;
  readonly output: (answer: Answer) => Awaited<ReturnType<Signature>>;
  /** The beginning of the error for invalid arguments, such as `The fault is not valid`. */
  readonly invalid: string;
  /** The member of the response that contains a page of the list that the method returns as a whole. */
  readonly pages: string | undefined;
  /** Whether a call can change the keys or the sender IDs that a remote emulator shows. */
  readonly changesCredentials: boolean;
}

/** Only a method that returns a promise must say so. */
type Timing<Signature extends AnyMethod> =
  ReturnType<Signature> extends Promise<unknown> ? { readonly isAsync: true } : { readonly isAsync?: false };

/**
 * A control: one thing that a test or a user can do with a service beyond the public API. It is a row of the control API and a
 * method of an emulator, in the process and remote.
 */
export interface Control<Signature extends AnyMethod = AnyMethod> extends Endpoint, Method<Signature, never> {
  /** Whether the method returns a promise in the process as well: then its errors reject that promise. */
  readonly isAsync: boolean;
  readonly run: (call: ServiceCall<unknown, unknown>) => unknown;
}

/** The controls behind the methods of an interface, which documents them. */
export type ControlsOf<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends AnyMethod ? Control<Methods[Name]> : never;
};

/** A control in its written form. Values that most controls share have defaults. */
type WrittenControl<Signature extends AnyMethod, Query, Body, Answer> = Partial<Method<Signature, Answer>> &
  WrittenRow<Query, Body, Answer, ServiceCall<Query, Body>>;

/**
 * Creates a control. The interface of its methods determines the types of `input` and `output`.
 *
 * @param name - The name of the operation.
 * @param call - Method and path, such as `POST /messages/{id}/deliver`.
 * @param entry - The rest of the row, and how the method calls it. Default: the method has no parameters, and returns the response.
 */
export function control<Signature extends AnyMethod, Query, Body, Answer>(
  name: string,
  call: string,
  entry: WrittenControl<Signature, Query, Body, Answer> & Timing<Signature>,
): Control<Signature> {
  const written: WrittenControl<Signature, Query, Body, Answer> = entry;
  const {
    input = () => ({}),
    output = (answer: Answer) => answer,
    invalid = 'The call is not valid',
    pages,
    changesCredentials = false,
    ...row
  } = written;
  return {
    ...endpoint(name, call, row),
    run: row.run as Control<Signature>['run'],
    input,
    output: output as Control<Signature>['output'],
    invalid,
    pages,
    changesCredentials,
    isAsync: entry.isAsync ?? false,
  };
}
