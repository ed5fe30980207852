import type { OperationName } from '@messaging-service/contract';
import { faultSentence } from '@messaging-service/text';
import type { FaultView } from '../api/types.ts';
import { plural } from '../format.ts';
import type { FormValues } from '../forms/form.tsx';
import { capitalized, durationOf, given } from '../values.ts';

/** A fault as the control API accepts it. */
export type NewFault = Readonly<Record<string, unknown>>;

/** Every operation of the service. They are written out, because the table of the operations contains the schemas. */
export const OPERATION_NAMES: readonly OperationName[] = [
  'messages.send',
  'batches.send',
  'batches.cancel',
  'batches.receipts',
  'batches.listPending',
  'accounts.list',
  'accounts.create',
  'accounts.update',
  'accounts.topUp',
  'accounts.topUpOnAccountPath',
  'accounts.deactivate',
  'receiptCodes.list',
];

/** A fault as a sentence, with how often it can still apply. */
export function describeFault(fault: FaultView): string {
  return `${capitalized(faultSentence(fault))}: ${plural(fault.left, fault.webhook === undefined ? 'call' : 'webhook')} left`;
}

/**
 * The body of `POST /faults` for the values of the form. Empty values are omitted. An operation decides method and path, and a
 * code decides status and body.
 */
export function faultOf({
  operation,
  method,
  path,
  code,
  status,
  delay,
  times = '1',
  how = '',
  body,
  headers = '',
}: FormValues): NewFault {
  return {
    ...given({ operation, method, path, code, delay: durationOf(delay) }),
    ...(headers === '' ? {} : { headers: headersIn(headers) }),
    ...(code ? {} : given({ status: status && Number(status), body })),
    ...(how.startsWith('cut') ? { disconnect: true } : {}),
    times: Number(times),
    when: how.endsWith('after') ? 'after' : 'before',
  };
}

/** Headers as people write them: a line each, with a colon after the name. */
function headersIn(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/:(.*)/s, 2);
      return [name.trim(), value.trim()] as const;
    }),
  );
}
