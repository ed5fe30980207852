import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@messaging-service/test-support';
import { x } from 'tinyexec';
import { expect, test } from 'vitest';
import { BUGS } from '../../../test/mcp/application/settings.ts';
import { type Agent, connectOverStdio } from './agents.ts';
import { SOURCES, startApplication } from './proof/application-process.ts';
import { INVESTIGATIONS, type Investigation, SECRET } from './proof/investigations.ts';
import { Session } from './proof/session.ts';
import { testOf } from './proof/story-test.ts';

/** Opens a sandbox, starts the application with it, and lets the service send replies to the application. */
async function investigate(
  agent: Agent,
  { bug, sandbox, secret = SECRET, find }: Investigation,
  isPlanted: boolean,
) {
  const opened = await agent.call('open_sandbox', { name: bug, clock: 'system', ...sandbox });
  expect(opened.isError, opened.text).toBe(false);
  const { sandbox: id, variables, account } = opened.data;
  const environment = { ...(variables as Record<string, string>), WEBHOOK_SECRET: secret };
  await using application = await startApplication(environment, isPlanted ? bug : undefined);
  const mo = { mo_webhook_url: `${application.url}/webhooks/replies`, mo_webhook_secret: SECRET };
  const address = `${variables.MESSAGING_BASE_URL}/account/${account.identifier}`;
  const set = await fetch(`${address}?key=${variables.MESSAGING_ORGANIZATION_KEY}`, {
    method: 'PATCH',
    body: JSON.stringify({ mo }),
  });
  expect(set.status).toBe(200);
  const session = new Session(agent, String(id), application);
  const symptom = await find({ tool: session.tool.bind(session), act: session.act.bind(session) } as Session);
  const story = (await session.tool('get_story', { form: 'node-test' })).data.text as string;
  return { symptom, story, deeds: session.deeds };
}

/** Runs a test of the application with its bug, or after the fix. Returns whether it passes, and what it prints. */
async function run(file: string, bug: string | undefined) {
  const { exitCode, stdout, stderr } = await x(process.execPath, [...SOURCES, '--test', file], {
    nodeOptions: { env: bug === undefined ? {} : { PLANTED: bug } },
  });
  return { passes: exitCode === 0, output: `${stdout}${stderr}` };
}

test('each planted bug has an investigation', () => {
  expect(INVESTIGATIONS.map(({ bug }) => bug)).toEqual([...BUGS]);
});

test.each(INVESTIGATIONS.map((one) => [one.bug, one] as const))(
  'an agent finds %s with the tools alone, and its story is a test that fails until the bug is fixed (EMU-40)',
  async (bug, investigation) => {
    const agent = await connectOverStdio();
    const { symptom, story, deeds } = await investigate(agent, investigation, true);
    expect(symptom, 'what the agent finds').toBeTypeOf('string');
    const { symptom: afterFix } = await investigate(agent, investigation, false);
    expect(afterFix, 'what the agent finds after the fix').toBeUndefined();

    const folder = temporaryFolder('agent');
    const file = join(folder, `${bug}.test.ts`);
    const { checks, secret: webhookSecret = SECRET } = investigation;
    const program = testOf(story, { deeds, checks, webhookSecret });
    await writeFile(file, program);
    const before = await run(file, bug);
    expect(before.output, program).toContain('AssertionError');
    expect(before.passes).toBe(false);
    const after = await run(file, undefined);
    expect(after.passes, `${program}\n${after.output}`).toBe(true);
  },
);
