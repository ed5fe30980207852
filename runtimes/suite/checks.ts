// The few assertions the suite needs: no test framework runs in all of the runtimes.

/** Fails unless the condition holds. */
export function check(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

/** Fails unless the actual value has all that the expected one has; members beyond that do not matter. */
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

/** The error that the work must fail with: of this class, and with these members. */
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

/** An error in words, with the stack where there is one. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = '', message } = error;
  // Not every engine repeats the message in the stack.
  return stack.includes(message) ? stack : `${error.name}: ${message}\n${stack}`;
}

function show(value: unknown): string {
  return value instanceof Error ? describe(value) : String(JSON.stringify(value));
}
