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

/** The words of refusals. */
interface Wording {
  /** The beginning of each path, which the templates do not have. */
  readonly prefix?: string;
  /** A sentence for callers of a path that does not exist. */
  readonly hint?: string;
}

/** Finds the rows of an endpoint table by the method and the path of a call. */
export class Router<Matched extends Row> {
  readonly #rows: readonly { readonly row: Matched; readonly form: RegExp }[];
  readonly #wording: Wording;

  constructor(rows: readonly Matched[], wording: Wording = {}) {
    this.#rows = rows
      .map((row) => ({ row, form: formOf(row.path) }))
      // `/messages/wait` also has the form of `/messages/{id}`. The more exact template takes precedence.
      .toSorted((a, b) => placeholdersIn(a.row.path) - placeholdersIn(b.row.path));
    this.#wording = wording;
  }

  /** Whether a row has this path and method. */
  has(method: string, path: string): boolean {
    return this.#rows.some(({ row, form }) => row.method === rowMethod(method) && form.test(path));
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
    const nearest = nearestName(path, new Set(this.#rows.map(({ row }) => meant(row.path))));
    return nearest === undefined ? '' : ` Did you mean ${prefix}${nearest}?`;
  }

  /**
   * Finds the rows of a call. HEAD finds those of GET, as RFC 9110 requires; its response has no body.
   *
   * @throws {Rejection} `not_found` if no template has this form, and `method_not_allowed` if those that do have other methods.
   */
  match(method: string, path: string): RouteMatch<Matched> {
    const { prefix = '', hint = '' } = this.#wording;
    const ofPath = this.#rows.filter(({ form }) => form.test(path));
    const found = ofPath.find(({ row }) => row.method === rowMethod(method));
    if (found === undefined && ofPath.length === 0)
      throw new Rejection(
        'not_found',
        `No operation has the path ${prefix}${path}.${this.#nearest(path)}${hint}`,
      );
    if (found === undefined) {
      const allowed = [...new Set(ofPath.map(({ row }) => row.method))];
      const message = `${prefix}${path} takes ${allowed.join(', ')}, not ${method}.`;
      throw new Rejection('method_not_allowed', message, undefined, allowed);
    }
    const rows = ofPath.map(({ row }) => row);
    const { groups = {} } = found.form.exec(path) ?? {};
    return {
      rows: rows.filter((row) => row.method === rowMethod(method) && row.path === found.row.path),
      params: Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, parseSegment(text)])),
    };
  }
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
