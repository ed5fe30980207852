import type { FaultView } from '../api/types.ts';
import { plural, spanOf } from '../format.ts';

/** A fault as a sentence. */
export function describeFault({ method, path, status, delay, disconnect, when, left }: FaultView): string {
  const what = disconnect ? 'connection cut' : status === undefined ? undefined : `status ${status}`;
  const parts = [
    what,
    when === 'after' ? 'after the call was processed' : undefined,
    delay === undefined ? undefined : `${typeof delay === 'number' ? spanOf(delay) : delay} late`,
    `${method ?? 'any method'} ${path ?? 'any path'}`,
    `${plural(left, 'call')} left`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** The body of `POST /faults` for the values of the form. Empty values are omitted. */
export function faultOf({
  method,
  path,
  status,
  delay,
  times,
  how,
  body,
}: Readonly<Record<string, string>>): object {
  return {
    ...(method ? { method } : {}),
    ...(path ? { path } : {}),
    ...(status ? { status: Number(status) } : {}),
    ...(body ? { body } : {}),
    ...(delay ? { delay: /^\d+$/.test(delay) ? Number(delay) : delay } : {}),
    times: Number(times ?? 1),
    ...(how?.startsWith('cut') ? { disconnect: true } : {}),
    when: how?.endsWith('after') ? 'after' : 'before',
  };
}
