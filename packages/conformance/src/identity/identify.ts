import { ERRORS, type ErrorCode, errorBodySchema, methodOf, validate } from '@messaging-service/contract';
import { NoResponse, ServiceClient, type ServiceResponse } from '../service/service-client.ts';
import type { ConformanceTarget } from '../service/target.ts';
import { explainNoResponse } from './no-response.ts';
import type { NotAService } from './not-a-service.ts';
import { type Evidence, explainResponses } from './responses.ts';

/** A path of no operation, which shows how the service refuses paths that it does not have. */
const NO_OPERATION = '/conformance-check-of-an-unknown-path';

/**
 * Decides by a few requests whether something is a service with this API. None of them can send a message or change
 * anything: two are reads, and those that are not have no key and no content.
 *
 * @returns Why it is not; undefined when it is.
 */
export async function identifyService(target: ConformanceTarget): Promise<NotAService | undefined> {
  let headers: Headers | undefined;
  const { baseUrl, keys } = target;
  const fetch = methodOf(target, 'fetch') ?? globalThis.fetch;
  const client = new ServiceClient({
    baseUrl,
    keys,
    fetch: async (...request) => {
      const response = await fetch(...request);
      headers = response.headers;
      return response;
    },
  });
  const probes = [
    () => client.call('batches.listPending'),
    () => client.call('accounts.list'),
    () => client.call('batches.listPending', { key: null }),
    () => client.call('messages.send', { body: {}, key: null }),
    () => client.send('GET', NO_OPERATION, {}),
  ];
  const responses: Evidence[] = [];
  for (const probe of probes) {
    try {
      const response = await probe();
      responses.push({ ...response, headers });
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      // A service that responds to some requests is not unreachable.
      if (responses.length === 0) return explainNoResponse(error.cause, baseUrl);
    }
    if (responses.some(isOfThisApi)) return undefined;
  }
  return hasTheseOperations(responses) ? undefined : explainResponses(responses, baseUrl);
}

/** Errors of this API that show no operation: a wrong path, a wrong method, an outage. */
const NO_EVIDENCE: ReadonlySet<string> = new Set([
  'not_found',
  'method_not_allowed',
  'service_unavailable',
] satisfies ErrorCode[]);

/** Whether a response has a form that other APIs do not have: a list of this API, or one of its errors. */
function isOfThisApi({ operation, status, body }: ServiceResponse): boolean {
  const checked = validate(errorBodySchema, body);
  if (status >= 400) {
    const code = checked.ok ? checked.value.error.code : '';
    return code in ERRORS && !NO_EVIDENCE.has(code);
  }
  const list = operation === 'accounts.list' ? 'accounts' : 'batches';
  return (
    status < 300 &&
    Object.entries(Object(body) as Record<string, unknown>).some(([name, value]) => isList(name, list, value))
  );
}

/** The names of members can differ in case, which is a difference and not another API. */
function isList(name: string, expected: string, value: unknown): boolean {
  return name.toLowerCase() === expected && Array.isArray(value);
}

const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 422]);

const isRefusal = ({ status, text }: ServiceResponse) =>
  REFUSALS.has(status) && !text.trimStart().startsWith('<');

/**
 * Whether the operations exist, and ask for a key: another API has none of these paths, and something that refuses
 * everything, such as a gateway, also refuses a path that no service has.
 */
function hasTheseOperations(responses: readonly ServiceResponse[]): boolean {
  const unknown = responses.find(({ operation }) => operation.includes(NO_OPERATION));
  const operations = responses.filter((response) => response !== unknown);
  const send = operations.find(({ operation }) => operation === 'messages.send');
  const isJson = ({ status, body }: ServiceResponse) =>
    status < 300 && typeof body === 'object' && body !== null;
  return (
    unknown?.status === 404 &&
    send !== undefined &&
    isRefusal(send) &&
    operations.every((response) => isRefusal(response) || isJson(response))
  );
}
