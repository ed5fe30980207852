// The assertions of the suite, because no test framework runs in all of the runtimes.

/** Fails unless the condition holds. */
export function check(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

/** Fails unless the actual value has all members of the expected one. Additional members are allowed. */
export function matches(actual: unknown, expected: unknown, path = 'value'): void {
  if (typeof expected !== 'object' || expected === null) {
    check(Object.is(actual, expected), `${path} is ${show(actual)}, not ${show(expected)}`);
    return;
  }
  check(typeof actual === 'object' && actual !== null, `${path} is ${show(actual)}, not ${show(expected)}`);
  if (Array.isArray(expected)) matches((actual as unknown[]).length, expected.length, `${path}.length`);
  for (const [name, value] of Object.entries(expected))
    matches((actual as Record<string, unknown>)[name], value, `${path}.${name}`);
}

/** Returns the error of the work, which must fail with this class and these members. */
export async function failure<Failure extends Error>(
  work: () => unknown,
  kind: abstract new (...args: never[]) => Failure,
  members: Readonly<Record<string, unknown>> = {},
): Promise<Failure> {
  let result: unknown;
  try {
    result = await work();
  } catch (error) {
    check(error instanceof kind, `not ${kind.name} but ${describe(error)}`);
    matches(error, members, kind.name);
    return error;
  }
  throw new Error(`not ${kind.name} but success: ${show(result)}`);
}

/** Describes an error, with its stack if it has one. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = '', message } = error;
  // Not every engine repeats the message in the stack.
  return stack.includes(message) ? stack : `${error.name}: ${message}\n${stack}`;
}

function show(value: unknown): string {
  return value instanceof Error ? describe(value) : String(JSON.stringify(value));
}
