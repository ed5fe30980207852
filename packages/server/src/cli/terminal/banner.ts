import { shellWord } from '@messaging-service/text';
import type { EmulatorServer } from '../../node.ts';
import { shortInstant } from '../log/words.ts';
import type { Part } from './paint.ts';

/** What the banner is about. */
export interface BannerOf {
  readonly server: Pick<EmulatorServer, 'url' | 'credentials'>;
  /** The address of the inspector, with the control token if there is one. */
  readonly link: string;
  readonly name: string | undefined;
  readonly mode: 'virtual' | 'system';
  readonly now: number;
  /** The line of keys; undefined where keys are not read. */
  readonly keys: string | undefined;
}

const RECIPIENT = '447700900123';

/** Says where the emulator is and how to send a text, in at most six lines of a number of columns. */
export function banner(of: BannerOf, columns: number): Part[][] {
  const { link, name, mode, now, keys } = of;
  const title = name === undefined ? 'Messaging emulator' : `Messaging emulator ${name}`;
  const clock = mode === 'virtual' ? `virtual clock, ${shortInstant(now)} UTC` : '';
  const first: Part[] = [[title, 'strong'], ...(clock === '' ? [] : [[`  ${clock}`, 'quiet'] as const])];
  const last: Part[] = [[keys ?? 'Stop it with Ctrl+C.', 'quiet']];
  return [first, [link], ...curlOf(of, columns).map((line) => [line]), last];
}

/** A command that sends a text. It has as many lines as the columns need, and a shell reads them as one command. */
function curlOf({ server }: BannerOf, columns: number): string[] {
  const { account, sharedSenders } = server.credentials;
  const from = account?.senders[0] ?? sharedSenders[0];
  if (account === null || from === undefined)
    return ['This service cannot send yet: the inspector creates an account.'];
  const url = shellWord(`${server.url.replace(/^http:\/\//, '')}/batch?key=${account.apiKey}`);
  const sender = JSON.stringify(from);
  const start = `{"from":${sender},"message":"Hello",`;
  const end = `"destinations":["${RECIPIENT}"]}`;
  const whole = `  -d ${shellWord(start + end)}`;
  if (whole.length <= columns && url.length + 7 <= columns) return [`curl ${url} \\`, whole];
  // Between quotes, a shell takes the end of a line as a part of the body.
  return [`curl -d ${shellWord(`${start}\n ${end}`)} \\\n${url}`].flatMap((command) => command.split('\n'));
}

/** All keys and sender IDs, for `--verbose`. */
export function credentialsTable({ server }: Pick<BannerOf, 'server'>): Part[][] {
  const { organization, account, sharedSenders } = server.credentials;
  const rows = [
    ['Base URL', server.url],
    ['Organization', organization.identifier],
    ['Organization key', organization.apiKey],
    ['Account', account?.identifier ?? 'none configured'],
    ['Account key', account?.apiKey ?? 'none configured'],
    ['Sender IDs', account?.senders.join(', ') ?? ''],
    ['Shared sender IDs', sharedSenders.join(', ')],
  ] as const;
  return rows.map(([name, value]) => [[name.padEnd(20), 'quiet'], value]);
}
