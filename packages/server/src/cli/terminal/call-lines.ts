import { causeOfError } from '@messaging-service/contract';
import type { LoggedRequest, Service } from '@messaging-service/emulator/host';
import { visibleLine } from '@messaging-service/text';
import { refusalOf, targetOf, tookMs } from '../log/words.ts';
import type { Part } from './paint.ts';
import type { Line, Screen } from './screen.ts';
import type { Times } from './times.ts';
import { wrap } from './width.ts';

/** Lines for the reason of a refusal. */
const MOST_LINES = 3;

const INDENT = ' '.repeat('09:00:00 ✗ '.length);

/** Logs the calls of one service. A call that only queued texts has no line, because the texts have theirs. */
export class CallLines {
  readonly #screen: Screen;
  readonly #service: Service;
  readonly #times: Times;
  /** The latest call: its first line and its last one. */
  #latest: { readonly key: string; readonly line: Line; readonly last: Line; count: number } | undefined;

  constructor(screen: Screen, service: Service, times: Times) {
    this.#screen = screen;
    this.#service = service;
    this.#times = times;
  }

  tell(call: LoggedRequest): void {
    const refusal = refusalOf(call);
    if (refusal === undefined && call.reply !== 'disconnect' && this.#hasQueued(call)) return;
    const status = call.reply === 'disconnect' ? 'disconnected' : `${call.reply.status}`;
    const target = targetOf(call);
    const reason = refusal === undefined ? '' : [refusal.message, remedyOf(refusal.code)].join(' ').trim();
    const key = [status, target, reason].join(' ');
    const result: Part[] =
      refusal === undefined
        ? [target, '  ', [status, call.reply === 'disconnect' ? 'bad' : 'quiet']]
        : [[`✗ ${`${status} ${refusal.code}`.trimEnd()}`, 'bad'], `  ${target}`];
    const content = (start: readonly Part[], count: number) => () => [
      ...start,
      ' ',
      ...result,
      [count === 1 ? `  ${tookMs(call)} ms` : `  ×${count}`, 'quiet'] as const,
    ];
    if (this.#latest?.key === key && this.#latest.last.isLast()) {
      const count = ++this.#latest.count;
      this.#latest.line.change(content(this.#times.begin(call.at), count));
      return;
    }
    const line = this.#screen.print(content(this.#times.begin(call.at), 1));
    let last = line;
    for (const text of linesOf(reason, this.#screen.columns)) last = this.#screen.print(() => [text]);
    this.#latest = { key, line, last, count: 1 };
  }

  /** Whether the call queued texts, and its response is the usual one. */
  #hasQueued({ seq, endSeq }: LoggedRequest): boolean {
    const { journal } = this.#service.core;
    for (let number = seq + 1; number <= endSeq; number++)
      if (journal.entry(number)?.fact.type === 'batch-queued') return true;
    return false;
  }
}

/** What to do about a refusal with a known code. */
function remedyOf(code: string): string {
  const { isKnown, remedy } = causeOfError(code);
  return isKnown ? remedy : '';
}

/** A reason, indented, in a few lines. */
function linesOf(reason: string, columns: number): string[] {
  if (reason === '') return [];
  const lines = wrap(visibleLine(reason), columns - INDENT.length);
  const rest = lines.slice(MOST_LINES - 1).join(' ');
  return [...lines.slice(0, MOST_LINES - 1), ...(rest === '' ? [] : [rest])].map((line) => INDENT + line);
}
