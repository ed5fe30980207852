import type { ValidationOptions } from '@messaging-service/contract';
import { uuidSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { Rejection } from '../domain/rejection.ts';
import { type UseCase, useCases } from '../domain/use-cases.ts';
import type { Core } from '../runtime/core.ts';
import { authenticate } from './auth.ts';
import { decode, parseTarget } from './decode.ts';
import { jsonAnswer, rejectionAnswer, type StatusOverrides } from './encode.ts';
import { parseJson } from './json.ts';
import { type HttpRequest, type HttpResponse, MAX_BODY_BYTES } from './message.ts';
import { chooseRoute, matchRoute, type Route } from './routes.ts';

/** How the public API answers where the specification leaves it open. */
export interface ExchangeOptions extends ValidationOptions {
  readonly statuses: StatusOverrides;
}

/** One call of the public API: plain data in, plain data out. It never waits. */
export function exchange(core: Core, request: HttpRequest, options: ExchangeOptions): HttpResponse {
  try {
    return jsonAnswer(200, answer(core, request, options));
  } catch (error) {
    if (error instanceof Rejection) return rejectionAnswer(error, options.statuses);
    throw error;
  }
}

function answer(core: Core, request: HttpRequest, options: ExchangeOptions): unknown {
  const { path, key, query } = parseTarget(request.url);
  const { routes, params } = matchRoute(request.method, path);
  const caller = authenticate(core.state, key, (routes[0] as Route).endpoint.key);
  checkParams(params);
  const input = readBody(routes, request.body);
  const { name, endpoint } = chooseRoute(routes, input);
  const call = {
    params,
    query: decode(endpoint.query, query, options),
    body: endpoint.body === null ? null : decode(endpoint.body, input, options),
  };
  const useCase = useCases[name] as UseCase<typeof name>;
  return core.execute((tx) => useCase(tx, caller as never, call as never));
}

const paramsSchema = z.record(z.string(), uuidSchema);

/** Every placeholder of the table stands for a UUID. */
function checkParams(params: Readonly<Record<string, string>>): void {
  for (const _ in params) {
    decode(paramsSchema, params, {});
    return;
  }
}

function readBody(routes: readonly Route[], body: string): unknown {
  if (routes.every(({ endpoint }) => endpoint.body === null)) return undefined;
  if (body.length > MAX_BODY_BYTES) throw tooLarge();
  return parseJson(body);
}

/** The refusal of a body beyond {@link MAX_BODY_BYTES}. */
export function tooLarge(): Rejection {
  return new Rejection('payload_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`);
}
