import { type Endpoint, endpoints, type OperationName } from '@messaging-service/contract';
import { Rejection } from '../domain/state/rejection.ts';
import { parseSegment } from '../http/decode.ts';

/** An operation as the router knows it. */
export interface Route {
  readonly name: OperationName;
  readonly endpoint: Endpoint;
}

/** The operations of one path template and method: two of them if they differ by their bodies. */
interface PathRoutes {
  readonly segments: readonly string[];
  readonly methods: Map<string, Route[]>;
}

/** A request's operations, and the values of the placeholders of its path. */
export interface RouteMatch {
  readonly routes: readonly Route[];
  readonly params: Readonly<Record<string, string>>;
}

const PATHS = compile();

/** Finds the operations of a method and a path, or refuses with 404 or 405. */
export function matchRoute(method: string, path: string): RouteMatch {
  const segments = path.split('/');
  for (const candidate of PATHS) {
    const params = matchSegments(candidate.segments, segments);
    if (params === undefined) continue;
    const routes = candidate.methods.get(method);
    if (routes !== undefined) return { routes, params };
    const allowed = [...candidate.methods.keys()].join(', ');
    throw new Rejection('method_not_allowed', `${path} takes ${allowed}, not ${method}.`);
  }
  throw new Rejection('not_found', `No operation has the path ${path}.`);
}

/** Distinguishes the operations of one method and path by the member that only the body of one of them has. */
export function chooseRoute(routes: readonly Route[], body: unknown): Route {
  const members = typeof body === 'object' && body !== null ? body : {};
  const marked = routes.find(
    ({ endpoint: { bodyMember } }) => bodyMember !== undefined && Object.hasOwn(members, bodyMember),
  );
  return marked ?? (routes.find(({ endpoint }) => endpoint.bodyMember === undefined) as Route);
}

function compile(): PathRoutes[] {
  const paths = new Map<string, PathRoutes>();
  for (const [resource, operations] of Object.entries(endpoints)) {
    for (const [operation, endpoint] of Object.entries<Endpoint>(operations)) {
      const template = endpoint.path.replaceAll(/\{\w+\}/g, '{}');
      const known = paths.get(template) ?? {
        segments: endpoint.path.split('/'),
        methods: new Map<string, Route[]>(),
      };
      paths.set(template, known);
      const route = { name: `${resource}.${operation}` as OperationName, endpoint };
      known.methods.set(endpoint.method, [...(known.methods.get(endpoint.method) ?? []), route]);
    }
  }
  return [...paths.values()];
}

const NO_PARAMS: Readonly<Record<string, string>> = {};

function matchSegments(
  template: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (template.length !== segments.length) return undefined;
  let params: Record<string, string> | undefined;
  for (const [index, expected] of template.entries()) {
    const segment = segments[index] ?? '';
    if (expected.startsWith('{')) {
      params ??= {};
      params[expected.slice(1, -1)] = parseSegment(segment);
    } else if (expected !== segment) return undefined;
  }
  return params ?? NO_PARAMS;
}
