import { basename } from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';
import { controlPath, parseAddress } from '@messaging-service/protocol';

/**
 * Packages whose timers supervise connections, such as those to databases and queues, or wait for another thread or for files
 * to settle: `thread-stream` of pino, and development servers. Connections, logs and pages would freeze if these timers waited
 * for the emulator, and peers that keep the machine's time would be taken for dead.
 */
const SUPERVISORS = [
  'undici',
  'ioredis',
  '@redis/client',
  'pg',
  'pg-pool',
  'postgres',
  'mysql2',
  'mongodb',
  'amqplib',
  'kafkajs',
  'socket.io',
  'socket.io-client',
  'engine.io',
  'engine.io-client',
  'thread-stream',
  'vite',
  'chokidar',
  'watchpack',
];

/** Names of the packages whose timers stay on the machine's time. */
export function realTimePackages({ MESSAGING_EMULATOR_REAL_TIME: more = '' }: NodeJS.ProcessEnv): string[] {
  return [...SUPERVISORS, ...more.split(',').map((name) => name.trim())].filter((name) => name !== '');
}

/**
 * The address of the control API of the service, without a trailing slash.
 *
 * @throws {TypeError} when it is missing or not valid.
 */
export function controlUrl({
  MESSAGING_EMULATOR_URL: address = '',
  MESSAGING_EMULATOR_SANDBOX: sandbox = '',
}: NodeJS.ProcessEnv): string {
  if (address === '')
    throw new TypeError(
      'MESSAGING_EMULATOR_URL is not set. To follow the clock of an emulator, set it to the address of its server, such as http://127.0.0.1:4010.',
    );
  const { baseUrl, sandbox: named } = parseAddress(address, 'MESSAGING_EMULATOR_URL');
  if (sandbox === '') return baseUrl + controlPath(named);
  if (named === undefined || named === sandbox) return baseUrl + controlPath(sandbox);
  throw new TypeError(
    `MESSAGING_EMULATOR_URL already names a sandbox; remove MESSAGING_EMULATOR_SANDBOX, or set MESSAGING_EMULATOR_URL to the address of the server. ` +
      `Got ${JSON.stringify(address)} and ${JSON.stringify(sandbox)}.`,
  );
}

/** The name under which warnings mention the process or thread. */
export function nameOfProcess(): string {
  const program = basename(process.argv[1] ?? 'node');
  return `${program} ${endOfName(process.pid, isMainThread ? undefined : threadId)}`.slice(-200);
}

/** The end of the name of a process, or of one of its threads. */
export function endOfName(pid: number, thread?: number): string {
  return `(process ${pid}${thread === undefined ? '' : `, thread ${thread}`})`;
}
