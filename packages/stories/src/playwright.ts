import { gapComments } from './gaps.ts';
import {
  accountOf,
  clientImport,
  constants,
  type Dialect,
  entry,
  errorOf,
  indented,
  statements,
} from './javascript.ts';
import { literal, quoted } from './literal.ts';
import type { AccountSetup, Story } from './story.ts';

const appUrl = (path: string): string => `\`\${app}${quoted(path).slice(1, -1)}\``;

const dialect: Dialect = {
  isRemote: true,
  service: 'baseUrl',
  appUrl,
  check: ({ list, index, expected }) => {
    const actual =
      index === undefined ? `await emulator.${list}()` : entry(list, index, dialect).slice(0, -1);
    return `expect(${actual}).toMatchObject(${literal(expected, 0, appUrl)});`;
  },
  refused: (call, failure) => `await expect(${call}).rejects.toMatchObject(${literal(errorOf(failure))});`,
  status: (call, { status }) =>
    status === null
      ? `await expect(${call}).rejects.toThrow();`
      : `expect((await ${call}).status).toBe(${status});`,
};

/** A story as a test for Playwright, with the fixtures of the emulator. A server of the test receives the webhooks. */
export function playwrightProgram(given: Story): string {
  const { now, setup, receiver } = given;
  const later = (setup.accounts ?? []).flatMap(webhooksOf);
  const story = { ...given, usesOrganization: given.usesOrganization || later.some(isUpdate) };
  const accounts = setup.accounts?.map(({ mo: _, notifications: __, ...account }) => account);
  const options = { clock: 'virtual', now, ...setup, ...(accounts && { accounts }) };
  const written = statements(story, dialect);
  // The clients come first, because the setup uses that of the organization.
  const first = written.length - story.steps.length;
  const lines = [...written.slice(0, first), ...later, ...written.slice(first)];
  const server = receiver === undefined ? '' : SERVER_IMPORTS;
  return `${server}import { expect, test } from '@messaging-service/emulator/playwright';
${clientImport(story)}
test.use({
  emulatorOptions: ${literal(options, 2)},
});

${gapComments(story, '//')}test(${quoted(story.name)}, async ({ emulator }) => {
${indented([...serverOf(story), ...constants(lines.map((line) => line.replaceAll('fetch(', ''))), ...lines], 2)}${receiver === undefined ? '' : '\n  server.close();\n  server.closeAllConnections();'}
});
`;
}

const isUpdate = (line: string): boolean => line.startsWith('await accounts.update');

/** The address of the server is known when the test runs, so its accounts get it then. */
function webhooksOf({ mo, notifications = [] }: AccountSetup, index: number): string[] {
  const uuid = `${accountOf(index)}.identifier`;
  const update = mo === undefined ? [] : [`await accounts.update(${uuid}, ${literal({ mo }, 0, appUrl)});`];
  return [
    ...update,
    ...notifications.map(
      (notification) => `await emulator.createNotification(${uuid}, ${literal(notification, 0, appUrl)});`,
    ),
  ];
}

const SERVER_IMPORTS = `import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
`;

/** The server that stands for the application. */
function serverOf({ receiver }: Story): string[] {
  if (receiver === undefined) return [];
  return [
    '// Your server responds to the webhooks of each path with these statuses, then with 200. Null: no response.',
    `const responses: Record<string, (number | null)[]> = ${literal(receiver.responses)};`,
    `const server = createServer((request, response) => {
  const status = responses[request.url ?? '']?.shift();
  if (status === null) request.socket.destroy();
  else response.writeHead(status ?? 200).end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const app = \`http://127.0.0.1:\${(server.address() as AddressInfo).port}\`;`,
  ];
}
