import { ERRORS, type ErrorCode } from '@messaging-service/contract';
import type { ServiceResponse } from '../service/service-client.ts';
import { type Interpretation, type OpenPoint, undetectable } from './interpretation.ts';
import { REFUSALS } from './refusals.ts';

/** Open points about the HTTP statuses of errors. */
export const statuses: readonly OpenPoint[] = [
  ...REFUSALS.map(
    ({ code, when, needs = [], provoke }): OpenPoint => ({
      ...statusOf(code, when),
      needs,
      detect: async (probe) => interpretStatus(code, await provoke(probe)),
    }),
  ),
  undetectable(
    statusOf('shared_sender_unavailable', 'an exhausted pool'),
    'every shared sender ID would have to be used up',
  ),
  undetectable(
    statusOf('payload_too_large', 'a body that is too large'),
    'a live service should not be tested with huge bodies',
  ),
  undetectable(
    statusOf('service_unavailable', 'requests during an outage'),
    'an outage of the service cannot be caused from outside',
  ),
];

function statusOf(code: ErrorCode, when: string) {
  return {
    id: `statuses.${code}`,
    clause: 'ERR-2',
    question: `Which status does the refusal of ${when} have?`,
  };
}

function interpretStatus(code: ErrorCode, { status }: ServiceResponse): Interpretation {
  if (status >= 200 && status < 300)
    return { interpretation: `It is accepted (${status}); the emulator refuses it as ${code}.` };
  const { status: standard } = ERRORS[code];
  if (status === standard) return { interpretation: `${status}, as in the emulator.` };
  const isConfigurable = status >= 400 && status <= 599;
  return {
    interpretation: `${status}; the emulator's default is ${standard}.`,
    config: isConfigurable ? { statuses: { [code]: status } } : undefined,
  };
}
