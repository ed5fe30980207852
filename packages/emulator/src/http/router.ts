import { nearestName } from '@messaging-service/contract';
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

/** A template with its rows. */
interface Template<Matched> {
  readonly path: string;
  readonly form: RegExp;
  readonly rows: readonly Matched[];
}

/** The words of refusals. */
interface Wording {
  /** The beginning of each path, which the templates do not have. */
  readonly prefix?: string;
  /** A sentence for callers of a path that does not exist. */
  readonly hint?: string;
}

/** Finds the rows of an endpoint table by the method and the path of a call. */
export class Router<Matched extends Row> {
  readonly #templates: readonly Template<Matched>[];
  readonly #wording: Wording;

  constructor(rows: readonly Matched[], wording: Wording = {}) {
    this.#templates = Array.from(Map.groupBy(rows, ({ path }) => path))
      .map(([path, ofPath]) => ({ path, form: formOf(path), rows: ofPath }))
      // `/messages/wait` also has the form of `/messages/{id}`. The more exact template takes precedence.
      .toSorted((a, b) => placeholdersIn(a.path) - placeholdersIn(b.path));
    this.#wording = wording;
  }

  /** Whether a row has this path and method. */
  has(method: string, path: string): boolean {
    return this.#templates.some(({ form, rows }) => form.test(path) && rowsOf(rows, method).length > 0);
  }

  /** The path that was probably meant, as a question. Segments that are placeholders stay as they are. */
  #nearest(path: string): string {
    const { prefix = '' } = this.#wording;
    const segments = path.split('/');
    const meant = (template: string) =>
      template
        .split('/')
        .map((segment, index) => (segment.startsWith('{') ? (segments[index] ?? segment) : segment))
        .join('/');
    const nearest = nearestName(path, new Set(this.#templates.map((template) => meant(template.path))));
    return nearest === undefined ? '' : ` Did you mean ${prefix}${nearest}?`;
  }

  /**
   * Finds the rows of a call. HEAD finds those of GET, as RFC 9110 requires; its response has no body.
   *
   * @throws {Rejection} `not_found` if no template has this form, and `method_not_allowed` if those that do have other methods.
   */
  match(method: string, path: string): RouteMatch<Matched> {
    const { prefix = '', hint = '' } = this.#wording;
    const allowed = new Set<string>();
    for (const template of this.#templates) {
      const match = template.form.exec(path);
      if (match === null) continue;
      const rows = rowsOf(template.rows, method);
      if (rows.length > 0) return { rows, params: paramsOf(match) };
      for (const row of template.rows) allowed.add(row.method);
    }
    if (allowed.size === 0)
      throw new Rejection(
        'not_found',
        `No operation has the path ${prefix}${path}.${this.#nearest(path)}${hint}`,
      );
    const message = `${prefix}${path} takes ${[...allowed].join(', ')}, not ${method}.`;
    throw new Rejection('method_not_allowed', message, undefined, [...allowed]);
  }
}

function rowsOf<Matched extends Row>(rows: readonly Matched[], method: string): readonly Matched[] {
  return rows.filter((row) => row.method === rowMethod(method));
}

function paramsOf({ groups = {} }: RegExpExecArray): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, parseSegment(text)]));
}

function rowMethod(method: string): string {
  return method === 'HEAD' ? 'GET' : method;
}

/** The form of the paths of a template. */
function formOf(template: string): RegExp {
  const escaped = template.replaceAll('.', String.raw`\.`);
  return new RegExp(`^${escaped.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

function placeholdersIn(template: string): number {
  return template.split('{').length - 1;
}
