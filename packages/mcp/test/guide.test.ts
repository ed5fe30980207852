import { readFileSync } from 'node:fs';
import { answering } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { send, serveAgent } from './agents.ts';

const GUIDE = readFileSync(new URL('../../../docs/guides/agents.md', import.meta.url), 'utf8');

/** The rows of the table of tools: names, and examples of their arguments. */
const EXAMPLES = [...GUIDE.matchAll(/^\| `([a-z_]+)` \| [^|]+ \| `(\{.*\})` \|$/gm)].map(
  ([, name = '', args = '']) => [name, JSON.parse(args) as Readonly<Record<string, unknown>>] as const,
);

/** The texts of configuration, by the member that contains the servers. */
const CONFIGURATIONS = [...GUIDE.matchAll(/^```(?:json|toml) (\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, member = '', text = '']) => [member, text] as const,
);

test('the guide lists every tool, and no other (EMU-40)', async () => {
  const { client } = await serveAgent();
  const { tools } = await client.listTools();
  expect(EXAMPLES.map(([name]) => name).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
});

test.each(EXAMPLES)('the example of %s in the guide works (EMU-40)', async (name, args) => {
  const served = await serveAgent();
  const { call } = served;
  await send(served, {
    body: 'Your code is 482913',
    from: { type: 'custom', value: 'DEMO' },
    callback: await answering(500),
  });
  await served.control('POST /settle');
  const [message] = (await call('list_messages')).data.messages;
  const [webhook] = (await call('list_webhooks')).data.webhooks;
  // The identifiers of an example are those of a message and a webhook.
  const real = name === 'resend_webhook' ? webhook.id : message.messageUuid;
  const { isError, text, data } = await call(name, 'id' in args ? { ...args, id: real } : args);
  expect(isError, text).toBe(false);
  expect(text.length).toBeGreaterThan(10);
  expect(data).toBeTypeOf('object');
});

test.each(CONFIGURATIONS)(
  'the configuration %s in the guide is valid, and its command serves the tools',
  async (member, text) => {
    const command = 'npx messaging-emulator mcp'.split(' ');
    if (member === 'mcp_servers') {
      expect(text).toBe('[mcp_servers.messaging]\ncommand = "npx"\nargs = ["messaging-emulator", "mcp"]\n');
    } else {
      const { messaging } =
        (JSON.parse(text) as Record<string, Record<string, { command: string; args: string[] }>>)[member] ??
        {};
      expect([messaging?.command, ...(messaging?.args ?? [])]).toEqual(command);
    }
  },
);

test('agents read the guide and the document of the public API as resources, and over HTTP', async () => {
  const { client, server } = await serveAgent();
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([
    'messaging-emulator://agents.md',
    'messaging-emulator://public-api.yaml',
  ]);
  const { contents } = await client.readResource({ uri: 'messaging-emulator://agents.md' });
  expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: GUIDE }]);
  const { contents: api } = await client.readResource({ uri: 'messaging-emulator://public-api.yaml' });
  expect(api).toMatchObject([{ text: expect.stringMatching(/^openapi: 3\.1/) }]);
  const response = await fetch(`${server.url}/_emulator/agents.md`);
  expect([response.headers.get('content-type'), await response.text()]).toEqual([
    'text/markdown; charset=utf-8',
    GUIDE,
  ]);
});

test('the skill has the front matter that clients read, and AGENTS.md, README and llms.txt lead to it', () => {
  const skill = readFileSync(new URL('../../../skills/test-text-messages/SKILL.md', import.meta.url), 'utf8');
  const [, name, description = ''] = /^---\nname: (.*)\ndescription: (.*)\n---\n/.exec(skill) ?? [];
  expect(name).toBe('test-text-messages');
  expect(description.length).toBeLessThanOrEqual(1_024);
  for (const file of ['AGENTS.md', 'README.md', 'llms.txt'])
    expect(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')).toContain(
      'skills/test-text-messages',
    );
});
