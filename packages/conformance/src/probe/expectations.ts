import { type AnswerOf, type OperationName, validate } from '@messaging-service/contract';
import { endpointNamed, type ServiceResponse } from '../service/service-client.ts';
import { Violation } from '../service/verdict.ts';

/**
 * Returns the body of a response with status 200 and a body of the operation's schema.
 *
 * @throws {Violation} for any other response.
 */
export function expectSuccess<Name extends OperationName>(
  name: Name,
  response: ServiceResponse,
): AnswerOf<Name> {
  if (response.status !== 200) throw new Violation('expected status 200', response);
  const checked = validate(endpointNamed(name).response, response.body);
  if (checked.ok) return checked.value as AnswerOf<Name>;
  const issues = checked.issues.map(({ path, message }) => `${path || 'the body'} ${message}`).join(', ');
  throw new Violation(`the body is invalid: ${issues}`, response);
}

/**
 * Returns a response with a status from 400 to 499.
 *
 * @throws {Violation} for any other status.
 */
export function expectRefused(response: ServiceResponse): ServiceResponse {
  if (response.status >= 400 && response.status < 500) return response;
  throw new Violation('expected a status from 400 to 499', response);
}
