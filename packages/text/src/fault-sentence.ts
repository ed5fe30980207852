import { spanText } from './span.ts';

/** The members of a fault that its sentence is about. */
export interface SpokenFault {
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly delay?: number | string | undefined;
  readonly disconnect?: boolean | undefined;
  readonly times?: number | undefined;
  readonly when?: 'before' | 'after' | undefined;
  readonly webhook?: string | undefined;
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  readonly remove?: readonly string[] | undefined;
}

/** The calls of an operation in words, one and several of them. */
export const FAULT_CALLS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  'messages.send': ['send', 'sends'],
  'batches.send': ['batch', 'batches'],
  'batches.receipts': ['receipt poll', 'receipt polls'],
};

/** A fault as a sentence, such as `next 3 sends fail with 503, retry after 10 s`. */
export function faultSentence(fault: SpokenFault): string {
  const { times = 1, webhook } = fault;
  const isOne = times === 1;
  const what = webhook === undefined ? callsOf(fault, isOne) : `${webhook} webhook${isOne ? '' : 's'}`;
  const effects = webhook === undefined ? effectsOf(fault, isOne) : changesOf(fault, isOne);
  return `next ${isOne ? '' : `${times} `}${what} ${effects.join(', ')}`;
}

function callsOf({ operation, method, path }: SpokenFault, isOne: boolean): string {
  const known = FAULT_CALLS[operation ?? ''];
  if (known !== undefined) return known[isOne ? 0 : 1];
  const target = operation ?? [method, path].filter((part) => part !== undefined).join(' ');
  return `${target} ${isOne ? 'call' : 'calls'}`.trim();
}

function changesOf({ set = {}, remove = [] }: SpokenFault, isOne: boolean): string[] {
  const names = [...Object.keys(set), ...remove.map((name) => `no ${name}`)];
  return [`${isOne ? 'carries' : 'carry'} ${names.join(', ')}`];
}

/** The effects, the first with a verb. */
function effectsOf(fault: SpokenFault, isOne: boolean): string[] {
  const { code, status, body, headers = {}, delay = 0, disconnect = false, when } = fault;
  const verb = (word: string) => (isOne ? `${word}s` : word);
  const be = isOne ? 'is' : 'are';
  const effects: string[] = [];
  if (disconnect) effects.push(`${be} cut off`);
  else if (code !== undefined) effects.push(`${verb('fail')} with ${code}`);
  else if (status !== undefined)
    effects.push(status < 400 ? `${verb('return')} ${status}` : `${verb('fail')} with ${status}`);
  else if (body !== undefined) effects.push(`${verb('return')} another body`);
  const hasResponse = effects.length > 0;
  if (delay !== 0) effects.push(`${hasResponse ? '' : `${be} `}${spanOf(delay)} late`);
  if (when === 'after' && hasResponse) effects.push('after processing');
  for (const [name, value] of Object.entries(headers)) {
    const isWait = name.toLowerCase() === 'retry-after' && /^\d+$/.test(value);
    const words = isWait ? `retry after ${value} s` : `header ${name}`;
    effects.push(effects.length === 0 ? `${isOne ? 'has' : 'have'} ${words}` : words);
  }
  return effects;
}

/** A delay in words, in milliseconds or as it was written, such as `2s`. */
function spanOf(delay: number | string): string {
  if (typeof delay === 'number') return spanText(delay);
  return delay.replace(
    /^(\d+(?:\.\d+)?)([a-z]+)$/,
    (_, count, unit) => `${count} ${unit === 'm' ? 'min' : unit}`,
  );
}
