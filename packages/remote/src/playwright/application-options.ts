import { type Checks, isObject, must } from '@messaging-service/contract';
import { requireOptions } from '@messaging-service/emulator/host';

/** How to start your application, for `test.use()` or `use` in the configuration. */
export interface ApplicationOptions {
  /** The shell command that starts it, such as `node main.ts`. It must listen on the port in the variable `PORT`. */
  command: string;
  /** The folder to run the command in. Default: the folder of the Playwright configuration. */
  cwd?: string | undefined;
  /**
   * More environment variables. If your application reads other names, pass a function that gets {@link
   * ApplicationVariables} and returns yours.
   */
  env?:
    | Readonly<Record<string, string>>
    | ((variables: ApplicationVariables) => Readonly<Record<string, string>>)
    | undefined;
  /** A path that responds with a status below 500 once your application is ready. Default: `/`. */
  readyPath?: string | undefined;
  /**
   * The path of your endpoint for inbound messages, such as `/webhook`. The emulator sends them there, signed with the
   * secret in `MESSAGING_WEBHOOK_SECRET`. Default: your application registers its webhook itself.
   */
  webhookPath?: string | undefined;
  /** Whether `Date` and timers of the application follow the clock of the emulator; default true. It affects Node.js only. */
  followClock?: boolean | undefined;
  /** How long your application may take to start, in milliseconds. Default: 60,000. */
  timeout?: number | undefined;
}

/** The environment variables that the application gets in addition to those of the test run. */
export interface ApplicationVariables {
  /** The free port on which it must listen. */
  PORT: string;
  /** The address of the emulator: `baseUrl` of a client. */
  MESSAGING_BASE_URL: string;
  /** The key of the first account. */
  MESSAGING_ACCOUNT_KEY: string;
  /** The key of the organization. */
  MESSAGING_ORGANIZATION_KEY: string;
  /** The secret that signs the webhooks to `webhookPath`. */
  MESSAGING_WEBHOOK_SECRET: string;
  /** The address of the server with the emulator, for `follow-clock`. */
  MESSAGING_EMULATOR_URL: string;
  /** The sandbox of this worker; empty when the server is the worker's own. */
  MESSAGING_EMULATOR_SANDBOX: string;
}

const isText = (value: unknown) => typeof value === 'string';
const checkPath = must('a path that starts with "/"', (path) => isText(path) && path.startsWith('/'));

const CHECKS: Checks<ApplicationOptions> = {
  command: must('a shell command such as "node main.ts"', (value) => isText(value) && value.trim() !== ''),
  cwd: must('the path of a folder', isText),
  env: must(
    'an object of texts, or a function that returns one',
    (value) => typeof value === 'function' || isObject(value),
  ),
  readyPath: checkPath,
  webhookPath: checkPath,
  followClock: must('true or false', (value) => typeof value === 'boolean'),
  timeout: must('a number of milliseconds', (value) => typeof value === 'number' && value > 0),
};

/** @throws {TypeError} when an option is missing, unknown or not valid. */
export function checkApplicationOptions(options: ApplicationOptions): void {
  requireOptions('The option applicationOptions is not valid', options, CHECKS, 'command');
}
