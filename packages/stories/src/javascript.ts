import { literal, quoted, type WriteAppUrl } from './literal.ts';
import type { CheckStep, Failure, RequestStep, SendStep, Step, Story } from './story.ts';

/** What differs between the test runners. */
export interface Dialect {
  /** Whether the emulator is another process, so that its methods return promises. */
  readonly isRemote: boolean;
  /** The members of the client's options that lead to the emulator. */
  readonly service: string;
  /** How addresses of the application's server are written. */
  readonly appUrl: WriteAppUrl | undefined;
  /** A statement that compares a list, or an entry of it, with what is expected. */
  readonly check: (step: CheckStep) => string;
  /** A statement that expects a call to be refused. */
  readonly refused: (call: string, failure: Failure) => string;
  /** A statement that expects a status of a response. */
  readonly status: (call: string, failure: Failure) => string;
}

/** The comment that marks where the code of the user belongs. */
const YOUR_CODE =
  '// The client stands for your application. Call your own code here instead, where it sends.';

/** The statements of a story, each of which may have several lines, without indentation. */
export function statements(story: Story, dialect: Dialect): string[] {
  return [...clients(story, dialect), ...story.steps.map((step) => statement(step, dialect))];
}

/** The clients that the story uses. */
function clients({ accounts, usesOrganization, hasFailures }: Story, { service }: Dialect): string[] {
  const retry = hasFailures ? ', retry: false' : '';
  const lines = accounts.map((account) => {
    const key = `${accountOf(account)}.apiKey`;
    return `const ${clientOf(account)} = createMessagingClient({ ${service}, accountKey: ${key}${retry} });`;
  });
  if (usesOrganization)
    lines.push(
      `const { accounts } = createMessagingClient({ ${service}, organizationKey: organization.apiKey${retry} });`,
    );
  return lines.length === 0 ? [] : [YOUR_CODE, ...lines];
}

/** An account of the emulator, by its position in the setup. */
export function accountOf(account: number): string {
  return account === 0 ? 'account' : `emulator.accounts[${account}]!`;
}

function clientOf(account: number): string {
  return account === 0 ? 'client' : `client${account + 1}`;
}

function statement(step: Step, dialect: Dialect): string {
  const wait = dialect.isRemote ? 'await ' : '';
  switch (step.kind) {
    case 'send':
      return send(step, dialect);
    case 'request':
      return dialect.status(request(step), step.failure);
    case 'cancel':
      return `await ${clientOf(step.account)}.batches.cancel(${entry('messages', step.message, dialect)}.batchUuid);`;
    case 'top-up':
      return `await accounts.topUp({ accountUuid: ${accountOf(step.account)}.identifier, topup: ${step.credits} });`;
    case 'move':
      return `await emulator.clock.${moveCall(step)};`;
    case 'settle':
      return 'await emulator.settle();';
    case 'reply': {
      const { to, channel } = step;
      const options = to === undefined && channel === undefined ? '' : `, ${literal({ to, channel })}`;
      return `${wait}emulator.handset(${quoted(step.from)}).reply(${quoted(step.message)}${options});`;
    }
    case 'outcome':
      return outcome(step, wait, dialect);
    case 'resend':
      return `${wait}emulator.resendWebhook(${entry('webhooks', step.webhook, dialect)}.id);`;
    case 'carrier':
      return `${wait}emulator.setCarrier(${literal({ rules: step.rules })});`;
    case 'fault':
      return `${wait}emulator.addFault(${literal(step.fault)});`;
    case 'check':
      return dialect.check(step);
  }
}

function send({ account, operation, body, query, failure }: SendStep, dialect: Dialect): string {
  const { messages = [] } = body as { readonly messages?: readonly unknown[] };
  const isOne = operation === 'messages.send' && messages.length === 1;
  const method = isOne ? 'messages.sendOne' : operation;
  const options = query === undefined ? '' : `, ${literal(query)}`;
  const argument = literal(isOne ? messages[0] : body, 0, dialect.appUrl);
  const call = `${clientOf(account)}.${method}(${argument}${options})`;
  return failure === undefined ? `await ${call};` : dialect.refused(call, failure);
}

function request({ account, method, path, body }: RequestStep): string {
  const key = account === null ? 'unknown' : `\${${accountOf(account)}.apiKey}`;
  const url = `\`\${baseUrl}${templateText(path)}${path.includes('?') ? '&' : '?'}key=${key}\``;
  const options = body === '' ? literal({ method }) : literal({ method, body });
  return `fetch(${url}, ${options})`;
}

function templateText(value: string): string {
  return quoted(value)
    .slice(1, -1)
    .replaceAll("\\'", "'")
    .replaceAll(/`|\$\{/g, '\\$&');
}

function outcome(
  { message, delivered, code, description }: Extract<Step, { kind: 'outcome' }>,
  wait: string,
  dialect: Dialect,
): string {
  const uuid = `${entry('messages', message, dialect)}.messageUuid`;
  if (delivered) {
    const receipt =
      code === undefined && description === undefined ? '' : `, ${literal({ code, description })}`;
    return `${wait}emulator.deliver(${uuid}${receipt});`;
  }
  const receipt = [code, description].map((value) => (value === undefined ? '' : `, ${quoted(value)}`));
  return `${wait}emulator.fail(${uuid}${receipt.join('')});`;
}

/** An entry of a list of the emulator. */
export function entry(
  list: CheckStep['list'],
  index: number,
  { isRemote }: Pick<Dialect, 'isRemote'>,
): string {
  return `${isRemote ? `(await emulator.${list}())` : `emulator.${list}()`}[${index}]!`;
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** The largest count of a unit that is easy to read as a duration. A later instant is clearer. */
const LARGEST_COUNT = 120;

/** A duration in its largest whole unit; undefined when it has fractions of a second, or too many units. */
export function shortDuration(ms: number): string | undefined {
  const unit = UNITS.find(([, length]) => ms % length === 0);
  if (unit === undefined || ms / unit[1] > LARGEST_COUNT) return undefined;
  return `${ms / unit[1]}${unit[0]}`;
}

function moveCall({ to, by }: Extract<Step, { kind: 'move' }>): string {
  const duration = shortDuration(by);
  return duration === undefined ? `advanceTo(${quoted(to)})` : `advance(${quoted(duration)})`;
}

/** Lines with spaces before each that is not empty, except inside a template, which these programs do not contain. */
export function indented(lines: readonly string[], spaces: number): string {
  return lines.map((line) => line.replaceAll(/^(?=.)/gm, ' '.repeat(spaces))).join('\n');
}

/** The constants that statements use, of an emulator with this name. */
export function constants(lines: readonly string[]): string[] {
  const used = ['baseUrl', 'fetch', 'account', 'organization'].filter((name) =>
    lines.some((line) => new RegExp(`(?<![.\\w'"])${name}\\b(?!:)`).test(line)),
  );
  return used.length === 0 ? [] : [`const { ${used.join(', ')} } = emulator;`];
}

/** How a call fails in a client, as members of its error. */
export function errorOf({ status, code }: Failure): Readonly<Record<string, unknown>> {
  if (status === null) return { name: 'ConnectionError' };
  return status < 400 ? { name: 'UnexpectedResponseError' } : { status, code };
}

/** The import of the client, if a program uses it. */
export function clientImport({ accounts, usesOrganization }: Story): string {
  const isUsed = accounts.length > 0 || usesOrganization;
  return isUsed ? `import { createMessagingClient } from '@messaging-service/sdk';\n` : '';
}
