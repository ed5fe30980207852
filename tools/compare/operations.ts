import { type Endpoint, endpoints } from '@messaging-service/contract';
import type { Answer, Call } from './calls.ts';

/** A method and a path with placeholders. */
interface Row {
  readonly name: string;
  readonly method: string;
  readonly pattern: RegExp;
  readonly bodyMember: string | undefined;
}

/** The paths of an OpenAPI document. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const CONTROL = '/_emulator';
const METHODS = new Set(['get', 'put', 'post', 'patch', 'delete']);

/** The operations of both services. */
export class Operations {
  readonly #rows: readonly Row[];
  readonly #gone: readonly Row[];
  readonly #calls = new Map<string, { made: number; succeeded: number }>();
  /** Operations of the control API that only the service before has, and those that only the service after has. */
  readonly gone: readonly string[];
  readonly added: readonly string[];

  /** @param before - The document of the control API of the service before. */
  constructor(before: Document, after: Document) {
    const [old, now] = [rowsOf(before), rowsOf(after)];
    this.gone = missing(old, now);
    this.added = missing(now, old);
    this.#gone = old.filter(({ name }) => this.gone.includes(name));
    this.#rows = [...publicRows(), ...old.filter(({ name }) => !this.gone.includes(name))];
    for (const { name } of this.#rows) this.#calls.set(name, { made: 0, succeeded: 0 });
  }

  /** Returns the name of the operation that a call means; undefined if there is none. */
  nameOf = ({ method, path, body }: Call): string | undefined => {
    return this.#rows.find(
      (row) =>
        isMeant(row, method, path) &&
        (row.bodyMember === undefined ||
          (typeof body === 'object' && body !== null && row.bodyMember in body)),
    )?.name;
  };

  /** Whether a call means an operation that only the service before has. Made, it would change only that service. */
  isGone = ({ method, path }: Call): boolean => this.#gone.some((row) => isMeant(row, method, path));

  /** Counts a call and those that are made during it. */
  count(call: Call, { status, body }: Answer): void {
    const entry = this.#calls.get(this.nameOf(call) ?? '');
    if (entry !== undefined) {
      entry.made += 1;
      if (status >= 200 && status < 300) entry.succeeded += 1;
    }
    const { answers = [] } = (body ?? {}) as { readonly answers?: readonly Answer[] };
    for (const [index, during] of (call.stream?.during ?? []).entries())
      this.count(during, answers[index] ?? { status: 0, headers: {}, body: undefined });
  }

  /** The operations that no call has reached with success. */
  unreached(): readonly string[] {
    return [...this.#calls].filter(([, { succeeded }]) => succeeded === 0).map(([name]) => name);
  }

  report(): string {
    return [...this.#calls]
      .map(([name, { made, succeeded }]) => `${name.padEnd(44)} ${made} calls, ${succeeded} succeeded\n`)
      .join('');
  }
}

function isMeant(row: Row, method: string, path: string): boolean {
  const [pathname = ''] = path.split('?');
  return (
    row.method === method &&
    row.pattern.test(pathname.replace(/^\/_emulator\/sandboxes\/[^/]+(?=\/)/u, CONTROL))
  );
}

function rowsOf({ paths }: Document): readonly Row[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => METHODS.has(method))
      .map((method) => rowOf(`${method.toUpperCase()} ${path}`, method.toUpperCase(), CONTROL + path)),
  );
}

/** A row with a member of the body comes first, because the other one has the same path. */
function publicRows(): readonly Row[] {
  return Object.entries(endpoints)
    .flatMap(([resource, operations]) =>
      Object.entries<Endpoint>(operations).map(([operation, { method, path, bodyMember }]) =>
        rowOf(`${resource}.${operation}`, method, path, bodyMember),
      ),
    )
    .sort((a, b) => Number(b.bodyMember !== undefined) - Number(a.bodyMember !== undefined));
}

function rowOf(name: string, method: string, path: string, bodyMember?: string): Row {
  return {
    name,
    method,
    pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/gu, '[^/]+')}$`, 'u'),
    bodyMember,
  };
}

function missing(rows: readonly Row[], others: readonly Row[]): readonly string[] {
  return rows.map(({ name }) => name).filter((name) => !others.some((other) => other.name === name));
}
