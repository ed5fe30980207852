import type { OperationName } from '@messaging-service/contract';
import { suggestion } from '../runtime/options/suggestion.ts';
import { OPERATIONS } from './operations.ts';

/** The calls that a fault applies to. */
export interface FaultTarget {
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
}

/** A member of a fault that is wrong, and why. */
export interface TargetProblem {
  readonly path: 'operation' | 'method' | 'path';
  readonly message: string;
}

/** The names of all operations. */
const OPERATION_NAMES: readonly OperationName[] = OPERATIONS.map(({ name }) => name);

/** Explains why a fault can never apply to a call; undefined when it can. */
export function targetProblem({ operation, method, path }: FaultTarget): TargetProblem | undefined {
  if (operation !== undefined) return operationProblem(operation, method ?? path);
  const ofMethod = OPERATIONS.filter((row) => (method?.toUpperCase() ?? row.method) === row.method);
  if (method !== undefined && ofMethod.length === 0) {
    const methods = new Set(OPERATIONS.map((row) => row.method));
    const message = `must be a method of the public API, one of ${[...methods].join(', ')}; got ${JSON.stringify(method)}`;
    return { path: 'method', message: `${message}${suggestion(method.toUpperCase(), methods)}` };
  }
  if (path === undefined || ofMethod.some((row) => overlaps(path, row.path))) return undefined;
  const elsewhere = OPERATIONS.filter((row) => overlaps(path, row.path));
  if (elsewhere.length > 0) {
    const methods = [...new Set(elsewhere.map((row) => row.method))].join(', ');
    return {
      path: 'method',
      message: `must be a method of the path ${path} (${methods}); got ${JSON.stringify(method)}`,
    };
  }
  const paths = new Set(OPERATIONS.map((row) => row.path));
  const message = `must match a path of the public API; got ${JSON.stringify(path.slice(0, 200))}`;
  return { path: 'path', message: `${message}${suggestion(path, paths)}` };
}

function operationProblem(operation: string, other: string | undefined): TargetProblem | undefined {
  if (other !== undefined)
    return {
      path: 'operation',
      message: 'sets method and path: remove "method" and "path", or remove "operation"',
    };
  if ((OPERATION_NAMES as readonly string[]).includes(operation)) return undefined;
  const message = `must be the name of an operation, such as "messages.send"; got ${JSON.stringify(operation.slice(0, 200))}`;
  return { path: 'operation', message: `${message}${suggestion(operation, OPERATION_NAMES)}` };
}

/** Represents a placeholder in a path template: any text without a slash. */
const PLACEHOLDER = '\0';

/**
 * Whether a pattern, in which `*` matches any text, and a path template have a path in common. Compared from the end,
 * place by place, so that no pattern takes longer than its length times that of the template.
 */
function overlaps(pattern: string, template: string): boolean {
  const path = template.replaceAll(/\{\w+\}/g, PLACEHOLDER);
  // For each place in the template: whether the rest of the pattern and the rest of the template overlap.
  let rest: boolean[] = [];
  for (let place = pattern.length; place >= 0; place--) {
    const sign = pattern[place];
    const current: boolean[] = [];
    for (let at = path.length; at >= 0; at--) {
      const next = path[at];
      const skips = (next === PLACEHOLDER && current[at + 1] === true) || (sign === '*' && rest[at] === true);
      current[at] = skips || (sign === undefined ? next === undefined : meets(sign, next, at, current, rest));
    }
    rest = current;
  }
  return rest[0] === true;
}

/** Whether one character can belong to both, and the rests overlap after it. */
function meets(
  sign: string,
  next: string | undefined,
  at: number,
  current: readonly boolean[],
  rest: readonly boolean[],
): boolean {
  if (next === undefined) return false;
  if (sign === '*') return current[at + 1] === true;
  if (next === PLACEHOLDER) return sign !== '/' && rest[at] === true;
  return sign === next && rest[at + 1] === true;
}
