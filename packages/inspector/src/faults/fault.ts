import type { OperationName } from '@messaging-service/contract';
import type { FaultView } from '../api/types.ts';
import { plural, spanOf } from '../format.ts';
import type { FormValues } from '../forms/form.tsx';
import { durationOf, given } from '../values.ts';

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

/** A fault as a sentence. */
export function describeFault(fault: FaultView): string {
  return `${describeEffect(fault)}, ${plural(fault.left, fault.webhook === undefined ? 'call' : 'webhook')} left`;
}

/** The effect of a fault and the calls that it applies to. */
export function describeEffect({
  operation,
  method,
  path,
  code,
  status,
  delay = 0,
  disconnect,
  when,
  webhook,
}: FaultView): string {
  if (webhook !== undefined) return `another payload of ${webhook} webhooks`;
  const error = code ?? (status === undefined ? undefined : `status ${status}`);
  const late = typeof delay === 'number' ? spanOf(delay) : delay;
  const parts = [
    disconnect ? 'connection cut' : error,
    when === 'after' ? 'after the call was processed' : undefined,
    delay === 0 ? undefined : `${late} late`,
    operation ?? `${method ?? 'any method'} ${path ?? 'any path'}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
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
