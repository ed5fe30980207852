/**
 * The part of `zod/mini` that the schemas of the contract use, with the same names and the same results. The build of
 * the client replaces zod with it, because zod would be a quarter of a program that sends messages. It also never
 * compiles code at run time, which pages with a strict content security policy report. A test compares it with zod for
 * every schema.
 */

/** A difference between a value and its schema. */
interface RawIssue {
  readonly code: string;
  readonly input: unknown;
  path?: PropertyKey[];
  /** Whether later checks of the same value still run. */
  readonly continue?: boolean;
  readonly message?: string | undefined;
}

/** A value that schemas process, and its issues. */
interface Payload {
  value: unknown;
  issues: RawIssue[];
  aborted?: boolean;
}

interface Context {
  readonly error?: (issue: RawIssue) => string;
}

type Parse = (payload: Payload, context: Context) => Payload;
type Check = (payload: Payload) => void;

interface Definition {
  readonly type: string;
  readonly checks?: readonly Check[];
  readonly [member: string]: unknown;
}

interface Internals {
  readonly def: Definition;
  /** Whether a member may be absent before and after parsing. */
  readonly optin?: string | undefined;
  readonly optout?: string | undefined;
  /** The only values that the schema accepts. */
  readonly values?: readonly unknown[] | undefined;
  parse: Parse;
  run: Parse;
}

/** A schema. The contract replaces `parse` and `run` of some schemas. */
interface Schema {
  readonly _zod: Internals;
  check(...checks: Check[]): Schema;
}

type Traits = Pick<Internals, 'optin' | 'optout' | 'values'>;

function create(def: Definition, parse: Parse, traits: () => Traits = () => ({})): Schema {
  const { checks = [] } = def;
  const internals: Internals = {
    def,
    get optin() {
      return traits().optin;
    },
    get optout() {
      return traits().optout;
    },
    get values() {
      return traits().values;
    },
    parse,
    run:
      checks.length === 0
        ? parse
        : (payload, context) => runChecks(internals.parse(payload, context), checks),
  };
  return {
    _zod: internals,
    check: (...added) => create({ ...def, checks: [...checks, ...added] }, parse, traits),
  };
}

function runChecks(payload: Payload, checks: readonly Check[]): Payload {
  for (const check of checks) {
    if (isAborted(payload)) break;
    check(payload);
  }
  return payload;
}

function isAborted({ aborted, issues }: Payload): boolean {
  if (aborted === true) return true;
  for (const issue of issues) if (issue.continue !== true) return true;
  return false;
}

function createPayload(value: unknown): Payload {
  return { value, issues: [], aborted: false };
}

function report(payload: Payload, code: string, details: object): Payload {
  payload.issues.push({ code, input: payload.value, ...details });
  return payload;
}

/** Creates the schema of a type that a function recognizes. */
function ofType(
  type: string,
  accepts: (value: unknown) => boolean,
  message?: string,
  checks: readonly Check[] = [],
): Schema {
  return create({ type, checks }, (payload) =>
    accepts(payload.value) ? payload : report(payload, 'invalid_type', { expected: type, message }),
  );
}

export const string = () => ofType('string', (value) => typeof value === 'string');
export const boolean = () => ofType('boolean', (value) => typeof value === 'boolean');
const undefinedSchema = (message?: string) => ofType('undefined', (value) => value === undefined, message);

export { undefinedSchema as undefined };
export const number = () => ofType('number', Number.isFinite);
export const int = () => ofType('number', Number.isFinite, undefined, [checkInteger]);

function checkInteger(payload: Payload): void {
  const value = payload.value as number;
  if (!Number.isInteger(value)) report(payload, 'invalid_type', { expected: 'int' });
  else if (!Number.isSafeInteger(value))
    report(payload, value > 0 ? 'too_big' : 'too_small', { continue: true });
}

function oneOf(type: string, values: readonly unknown[]): Schema {
  return create(
    { type, values },
    (payload) => (values.includes(payload.value) ? payload : report(payload, 'invalid_value', { values })),
    () => ({ values }),
  );
}

const enumSchema = (values: readonly string[]) => oneOf('enum', values);

export { enumSchema as enum };
export const literal = (value: unknown) => oneOf('literal', [value]);

export const refine =
  (accepts: (value: never) => boolean, message: string): Check =>
  (payload) => {
    if (!accepts(payload.value as never)) report(payload, 'custom', { path: [], continue: true, message });
  };

export const regex =
  (pattern: RegExp, words?: string | { readonly error: (issue: RawIssue) => string }): Check =>
  (payload) => {
    const { value } = payload;
    if (pattern.test(value as string)) return;
    const message = typeof words === 'object' ? words.error({ code: 'invalid_format', input: value }) : words;
    report(payload, 'invalid_format', { continue: true, message });
  };

export const optional = (innerType: Schema) =>
  create(
    { type: 'optional', innerType },
    (payload, context) => (payload.value === undefined ? payload : innerType._zod.run(payload, context)),
    () => ({ optin: 'optional', optout: 'optional' }),
  );

export const nullable = (innerType: Schema) =>
  create(
    { type: 'nullable', innerType },
    (payload, context) => (payload.value === null ? payload : innerType._zod.run(payload, context)),
    () => innerType._zod,
  );

export const transform = (convert: (value: never) => unknown) =>
  create(
    { type: 'transform' },
    (payload) => {
      payload.value = convert(payload.value as never);
      return payload;
    },
    () => ({ optin: 'optional' }),
  );

export const pipe = (first: Schema, second: Schema) =>
  create(
    { type: 'pipe', in: first, out: second },
    (payload, context) => {
      const result = first._zod.run(payload, context);
      // The rest of the object is read in spite of an unknown field.
      if (result.issues.every(({ code }) => code === 'unrecognized_keys'))
        return second._zod.run(result, context);
      result.aborted = true;
      return result;
    },
    () => ({ optin: first._zod.optin, optout: second._zod.optout }),
  );

function prefix(payload: Payload, key: PropertyKey, issues: readonly RawIssue[]): void {
  for (const issue of issues) {
    issue.path = [key, ...(issue.path ?? [])];
    payload.issues.push(issue);
  }
}

export const array = (element: Schema) =>
  create({ type: 'array', element }, (payload, context) => {
    const { value } = payload;
    if (!Array.isArray(value)) return report(payload, 'invalid_type', { expected: 'array' });
    const { _zod: schema } = element;
    const items: unknown[] = [];
    let part = createPayload(undefined);
    // Not `map`, which leaves out the holes of a list.
    for (let i = 0; i < value.length; i++) {
      part.value = value[i];
      const result = schema.run(part, context);
      items.push(result.value);
      if (result.issues.length === 0) continue;
      prefix(payload, i, result.issues);
      part = createPayload(undefined);
    }
    payload.value = items;
    return payload;
  });

type Shape = Readonly<Record<string, Schema>>;
type Members = Record<string, unknown>;

/** A member of an object schema, with everything that parsing needs. */
interface Member {
  readonly key: string;
  readonly schema: Internals;
  readonly isOptional: boolean;
}

/** Reads a shape at its first use, because its schemas are created at their first use. */
function membersOf(shape: Shape): readonly Member[] {
  return Object.entries(shape).map(([key, { _zod: schema }]) => ({
    key,
    schema,
    isOptional: schema.optin !== undefined && schema.optout !== undefined,
  }));
}

/** Creates the schema of an object; `others` are the members that are not in the shape. */
function objectOf(shape: Shape, others: 'drop' | 'keep' | 'refuse'): Schema {
  const known = new Set(Object.keys(shape));
  let members: readonly Member[] | undefined;
  return create({ type: 'object', shape }, (payload, context) => {
    const { value } = payload;
    if (!isObject(value)) return report(payload, 'invalid_type', { expected: 'object' });
    members ??= membersOf(shape);
    // The members whose result differs from the input: most objects have none, and are not copied.
    let changes: Map<string, unknown> | undefined;
    let part = createPayload(undefined);
    for (const { key, schema, isOptional } of members) {
      const input = value[key];
      if (input === undefined && isOptional && !(key in value)) continue;
      part.value = input;
      const result = schema.run(part, context);
      if (result.value !== input) (changes ??= new Map()).set(key, result.value);
      if (result.issues.length === 0) continue;
      prefix(payload, key, result.issues);
      part = createPayload(undefined);
    }
    let unknown: string[] | undefined;
    for (const key in value) if (!known.has(key)) (unknown ??= []).push(key);
    if (unknown !== undefined && others === 'refuse')
      report(payload, 'unrecognized_keys', { keys: unknown, continue: true });
    const kept = others === 'keep' ? unknown?.filter((key) => key !== '__proto__') : undefined;
    const isSame = changes === undefined && kept?.length === unknown?.length;
    if (!isSame || !isPlain(value)) payload.value = copyMembers(value, known, kept, changes);
    return payload;
  });
}

/** Copies an object: the known members, with their changes, and those of the others that are kept. */
function copyMembers(
  value: Members,
  known: ReadonlySet<string>,
  kept: readonly string[] = [],
  changes: ReadonlyMap<string, unknown> = new Map(),
): Members {
  const copy: Members = {};
  for (const key of known)
    if (key in value || changes.has(key)) copy[key] = changes.has(key) ? changes.get(key) : value[key];
  // Assigning `__proto__` would change the prototype, so the caller has left it out.
  for (const key of kept) copy[key] = value[key];
  return copy;
}

function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const object = (shape: Shape) => objectOf(shape, 'drop');
export const strictObject = (shape: Shape) => objectOf(shape, 'refuse');
export const looseObject = (shape: Shape) => objectOf(shape, 'keep');

export const union = (options: readonly Schema[]) =>
  create({ type: 'union', options }, (payload, context) => {
    const results = options.map(({ _zod }) => _zod.run(createPayload(payload.value), context));
    const success = results.find(({ issues }) => issues.length === 0);
    const [only, ...others] = results.filter((result) => !isAborted(result));
    // If only one option has the right type, its issues are more helpful.
    if (success !== undefined || (only !== undefined && others.length === 0))
      return success ?? (only as Payload);
    return report(payload, 'invalid_union', {});
  });

export const discriminatedUnion = (name: string, options: readonly Schema[]) => {
  let byValue: ReadonlyMap<unknown, Internals> | undefined;
  const valuesOf = ({ _zod }: Schema) => (_zod.def.shape as Shape)[name]?._zod.values ?? [];
  return create({ type: 'union', options }, (payload, context) => {
    const { value } = payload;
    if (!isObject(value)) return report(payload, 'invalid_type', { expected: 'object' });
    byValue ??= new Map(options.flatMap((one) => valuesOf(one).map((known) => [known, one._zod])));
    const option = byValue.get(value[name]);
    if (option !== undefined) return option.run(payload, context);
    return report(payload, 'invalid_union', { path: [name], options: [...byValue.keys()] });
  });
};

export function safeParse(schema: Schema, value: unknown, context: Context = {}) {
  const { value: data, issues } = schema._zod.run(createPayload(value), context);
  if (issues.length === 0) return { success: true, data };
  const describe = (issue: RawIssue) => ({
    ...issue,
    path: issue.path ?? [],
    message: issue.message ?? context.error?.(issue) ?? 'Invalid input',
  });
  return {
    success: false,
    get error() {
      return { issues: issues.map(describe) };
    },
  };
}
