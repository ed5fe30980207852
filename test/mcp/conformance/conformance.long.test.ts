import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { serve } from '@messaging-service/test-support';
import { x } from 'tinyexec';
import { expect, onTestFinished, test } from 'vitest';

const CHECKER = new URL('node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url);
const isInstalled = existsSync(CHECKER);

if (!isInstalled)
  process.stderr.write(
    'The conformance checker of the Model Context Protocol is not installed: run `npm ci --prefix test/mcp/conformance`. Its test is skipped.\n',
  );

/** The scenarios that apply to any server, with the number of their checks. */
const APPLICABLE = {
  'server-initialize': 1,
  ping: 1,
  'tools-list': 1,
  'server-sse-multiple-streams': 2,
  'resources-list': 1,
  'dns-rebinding-protection': 2,
};

/** Scenarios that call tools, resources or prompts of a sample server, or need a capability that the tools do not have. */
const OF_SAMPLE_SERVER =
  /^(?:tools-call-|resources-(?:read|templates|subscribe|unsubscribe)|prompts-|elicitation-|logging-|completion-)/;

test.runIf(isInstalled)(
  'the checker of the protocol finds nothing in what applies to every server (EMU-40)',
  async () => {
    const { server } = await serve();
    const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const args = ['server', '--url', `${server.url}/_emulator/mcp`, '--output-dir', folder];
    const { stdout } = await x(process.execPath, [CHECKER.pathname, ...args]);
    const summary = stripVTControlCharacters(stdout).split('=== SUMMARY ===')[1] ?? '';
    const scenarios = [...summary.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)].map(
      ([, name = '', passed, failed]) => ({ name, passed: Number(passed), failed: Number(failed) }),
    );
    const applicable = scenarios.filter(({ name }) => !OF_SAMPLE_SERVER.test(name));
    expect(applicable).toEqual(
      Object.entries(APPLICABLE).map(([name, passed]) => ({ name, passed, failed: 0 })),
    );
    expect(scenarios).toHaveLength(30);
  },
);
