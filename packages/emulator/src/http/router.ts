import { Rejection } from '../domain/state/rejection.ts';
import { parseSegment } from './decode.ts';

/** A row of an endpoint table, as far as the router reads it. */
interface Row {
  readonly method: string;
  /** A template such as `/batch/{batchUuid}`. A placeholder stands for one segment that is not empty. */
  readonly path: string;
}

/** The rows of a call, and the values of the placeholders of its path. */
export interface RouteMatch<Matched> {
  /** Several rows if they differ by their bodies only. */
  readonly rows: readonly Matched[];
  readonly params: Readonly<Record<string, string>>;
}

/** The words of refusals. */
interface Wording {
  /** The beginning of each path, which the templates do not have. */
  readonly prefix?: string;
  /** A sentence for callers of a path that does not exist. */
  readonly hint?: string;
}

/** The rows with the same segments. */
interface Path<Matched> {
  readonly segments: readonly string[];
  readonly rows: readonly Matched[];
}

/** Finds the rows of an endpoint table by the method and the path of a call. */
export class Router<Matched extends Row> {
  readonly #paths: readonly Path<Matched>[];
  readonly #prefix: string;
  readonly #hint: string;

  constructor(rows: readonly Matched[], { prefix = '', hint = '' }: Wording = {}) {
    const byTemplate = Map.groupBy(rows, ({ path }) => path.replaceAll(/\{\w+\}/g, '{}'));
    this.#paths = [...byTemplate.values()]
      .map((same) => ({ segments: (same[0] as Matched).path.split('/'), rows: same }))
      // `/messages/wait` also has the form of `/messages/{id}`. The more exact template takes precedence.
      .toSorted((a, b) => placeholdersOf(a) - placeholdersOf(b));
    this.#prefix = prefix;
    this.#hint = hint;
  }

  /**
   * Finds the rows of a call.
   *
   * @throws {Rejection} `not_found` if no template has this form, and `method_not_allowed` if those that do have other methods.
   */
  match(method: string, path: string): RouteMatch<Matched> {
    const segments = path.split('/');
    const methods = new Set<string>();
    for (const { segments: template, rows } of this.#paths) {
      const params = matchSegments(template, segments);
      if (params === undefined) continue;
      const found = rows.filter((row) => row.method === method);
      if (found.length > 0) return { rows: found, params };
      for (const row of rows) methods.add(row.method);
    }
    const called = `${this.#prefix}${path}`;
    if (methods.size === 0)
      throw new Rejection('not_found', `No operation has the path ${called}.${this.#hint}`);
    throw new Rejection('method_not_allowed', `${called} takes ${[...methods].join(', ')}, not ${method}.`);
  }
}

function placeholdersOf({ segments }: Path<unknown>): number {
  return segments.filter(isPlaceholder).length;
}

function isPlaceholder(segment: string): boolean {
  return segment.startsWith('{');
}

/** The values of the placeholders, or undefined when a path does not have the form of the template. */
function matchSegments(
  template: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of template.entries()) {
    const segment = segments[index] ?? '';
    if (isPlaceholder(expected) && segment !== '') params[expected.slice(1, -1)] = parseSegment(segment);
    else if (expected !== segment) return undefined;
  }
  return params;
}
