import { type Endpoint, endpoints, type OperationName } from '@messaging-service/contract';
import { parseIfJson } from '../http/json.ts';
import type { HttpRequest } from '../http/message.ts';
import { Router } from '../http/router.ts';

/** A row of the endpoint table of the contract, with its name, such as `messages.send`. */
export interface Operation extends Endpoint {
  readonly name: OperationName;
}

/** The operations of the public API. */
export const OPERATIONS: readonly Operation[] = Object.entries(endpoints).flatMap(([resource, operations]) =>
  Object.entries<Endpoint>(operations).map(([operation, endpoint]) => ({
    ...endpoint,
    name: `${resource}.${operation}` as OperationName,
  })),
);

/** Finds the operations of a call. See API-2. */
export const operationRouter = new Router(OPERATIONS);

/** Distinguishes the operations of one method and path by the member that only the body of one of them has. See ACC-9. */
export function chooseOperation(operations: readonly Operation[], body: unknown): Operation {
  const members = typeof body === 'object' && body !== null ? body : {};
  const marked = operations.find(
    ({ bodyMember }) => bodyMember !== undefined && Object.hasOwn(members, bodyMember),
  );
  return marked ?? (operations.find(({ bodyMember }) => bodyMember === undefined) as Operation);
}

/** The operation of a call with its parameters; undefined when there is none. */
export function findOperation({ method, target, body }: HttpRequest) {
  if (target.repeated !== undefined || !operationRouter.has(method, target.path)) return undefined;
  const { rows, params } = operationRouter.match(method, target.path);
  const operation = chooseOperation(rows, rows.length > 1 ? parseIfJson(body) : undefined);
  return { operation, params };
}
