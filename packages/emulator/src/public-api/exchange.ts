import type { ValidationOptions } from '@messaging-service/contract';
import { uuidSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { Rejection } from '../domain/state/rejection.ts';
import { type UseCase, useCases } from '../domain/use-cases/use-cases.ts';
import { decode, parseTarget, type Target } from '../http/decode.ts';
import { jsonResponse, rejectionResponse, type StatusOverrides } from '../http/encode.ts';
import { parseJson } from '../http/json.ts';
import { type HttpRequest, type HttpResponse, MAX_BODY_BYTES } from '../http/message.ts';
import type { Core } from '../runtime/core/core.ts';
import { authenticate } from './auth.ts';
import { chooseRoute, matchRoute, type Route, type RouteMatch } from './routes.ts';

/** Options of the public API where the specification is silent. */
export interface ExchangeOptions extends ValidationOptions {
  readonly statuses: StatusOverrides;
}

/** One call of the public API: plain data in, plain data out. It never waits. */
export function exchange(core: Core, request: HttpRequest, options: ExchangeOptions): HttpResponse {
  try {
    const call = admit(core, request);
    const input = takesBody(call, request.body) ? parseJson(request.body) : undefined;
    return jsonResponse(200, runUseCase(core, call, input, options));
  } catch (error) {
    return refusal(error, options);
  }
}

function refusal(error: unknown, { statuses }: ExchangeOptions): HttpResponse {
  if (error instanceof Rejection) return rejectionResponse(error, statuses);
  throw error;
}

/** A call whose caller and path are valid. */
interface Admitted extends RouteMatch, Pick<Target, 'query'> {
  readonly caller: ReturnType<typeof authenticate>;
}

function admit({ state }: Core, request: HttpRequest): Admitted {
  const { path, key, query } = parseTarget(request.url);
  const { routes, params } = matchRoute(request.method, path);
  const caller = authenticate(state, key, (routes[0] as Route).endpoint.key);
  checkParams(params);
  return { routes, params, query, caller };
}

function runUseCase(
  core: Core,
  { routes, params, query, caller }: Admitted,
  input: unknown,
  options: ExchangeOptions,
): unknown {
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

/** Every placeholder of the table is a UUID. */
function checkParams(params: Readonly<Record<string, string>>): void {
  decode(paramsSchema, params, {});
}

function takesBody({ routes }: Admitted, body: string): boolean {
  if (routes.every(({ endpoint }) => endpoint.body === null)) return false;
  if (byteLength(body) > MAX_BODY_BYTES) throw tooLarge();
  return true;
}

/** The bytes of a text in UTF-8, counted only where they matter: a character takes at most three. */
function byteLength(text: string): number {
  return text.length * 3 <= MAX_BODY_BYTES ? text.length : new TextEncoder().encode(text).length;
}

/** The refusal of a body beyond {@link MAX_BODY_BYTES}. */
export function tooLarge(): Rejection {
  return new Rejection('payload_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`);
}
