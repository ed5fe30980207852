import { type Endpoint, endpoints } from '@messaging-service/contract';

const table: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = endpoints;

/** Every row of the endpoint table under the name of its operation. */
export const rows: readonly (readonly [name: string, row: Endpoint])[] = Object.entries(table).flatMap(
  ([resource, operations]) =>
    Object.entries(operations).map(([operation, row]) => [`${resource}.${operation}`, row] as const),
);
