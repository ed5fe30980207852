import { APPLICATION } from './application-process.ts';
import type { Deed } from './session.ts';

/** What a test of the application needs besides a story. */
interface Changes {
  /** What the agent did, in order. */
  readonly deeds: readonly Deed[];
  /** What must be true in the end. `results` has the responses of the application. */
  readonly checks: readonly string[];
  readonly webhookSecret: string;
}

/** How the statements of a story look that are not sends and not expectations. */
const KEPT = { reply: /\.reply\(/, move: /clock\.(?:advance|next)/, fault: /addFault\(/ } as const;

/**
 * Makes a test of the application from a story, as its comments ask for: where the story sends, the application is called instead,
 * its server receives the webhooks, and the outcomes that are wrong are replaced.
 */
export function testOf(story: string, { deeds, checks, webhookSecret }: Changes): string {
  const [head, rest] = split(story, /^test\(.*async \(t\) => \{\n/m);
  const statements = statementsOf(rest.slice(0, rest.search(/^\}\);$/m)));
  const [create = '', end = '', ...others] = statements;
  const kept = others.filter(
    (one) => Object.values(KEPT).some((form) => form.test(one)) || one.includes('settle()'),
  );
  const taken = (kind: keyof typeof KEPT) => [
    ...takeUntil(kept, KEPT[kind]),
    // The tool waits for the response of the application, too.
    ...(kind === 'reply' ? ['  await emulator.settle();'] : []),
  ];
  const steps = deeds.flatMap((deed) => (deed.kind === 'act' ? [actionOf(deed)] : taken(deed.kind)));
  return `${importsOf(head)}
import { Application } from '${APPLICATION}/application.ts';

let application: Application;
const receive: typeof fetch = (input, init) => application.handle(new Request(input, init));
const results: { status: number; body: any }[] = [];

async function act(call: string, body?: object): Promise<void> {
  const [method = '', path = ''] = call.split(' ');
  const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await application.handle(new Request(\`https://app.test\${path}\`, init));
  results.push({ status: response.status, body: await response.json() });
}

test('the application does what it should', async (t) => {
${create}
${end}
  const { baseUrl, fetch, account } = emulator;
  application = new Application({
    baseUrl,
    fetch,
    accountKey: account.apiKey,
    publicUrl: 'https://app.test',
    webhookSecret: ${JSON.stringify(webhookSecret)},
    now: () => emulator.clock.now().getTime(),
    bug: process.env.PLANTED,
  });
${[...steps, ...kept].join('\n')}
  await emulator.settle();
${checks.map((check) => `  ${check}`).join('\n')}
});
`;
}

/** The text before a form, and the text after it. */
function split(text: string, form: RegExp): [string, string] {
  const found = form.exec(text);
  if (found === null) throw new Error(`The story has another form:\n${text}`);
  return [text.slice(0, found.index), text.slice(found.index + found[0].length)];
}

/** The imports of a story, without those of the client, for which the application stands. */
function importsOf(head: string): string {
  return head
    .split('\n')
    .filter((line) => line.startsWith('import ') && !line.includes('/sdk'))
    .join('\n');
}

/** The statements of a function. Each ends with a semicolon at its own depth. */
function statementsOf(body: string): string[] {
  return [...body.matchAll(/^ {2}\S[\s\S]*?;$(?=\n {2}\S|\n*$(?![\s\S]))/gm)].map(([statement]) => statement);
}

function actionOf({ call, body }: Extract<Deed, { kind: 'act' }>): string {
  return `  await act(${JSON.stringify(call)}${body === undefined ? '' : `, ${body}`});`;
}

/** Removes the statements up to the next one of a form, and returns them. */
function takeUntil(statements: string[], form: RegExp): string[] {
  const index = statements.findIndex((one) => form.test(one));
  return index === -1 ? [] : statements.splice(0, index + 1);
}
