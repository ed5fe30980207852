import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@messaging-service/emulator';
import { findConfig, readConfig } from '@messaging-service/server/core';
import { temporaryFolder } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

/** A folder with a file in it. */
function folderWith(...files: readonly (readonly [name: string, text: string])[]): string {
  const folder = temporaryFolder('config');
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  return folder;
}

/** A file of this name and text. */
function fileOf(name: string, text: string): string {
  return join(folderWith([name, text]), name);
}

/** The message about a file. */
async function complaint(name: string, text: string): Promise<string> {
  const error = await readConfig(fileOf(name, text)).then(
    () => new Error('accepted'),
    (reason: unknown) => reason as Error,
  );
  return error.message;
}

test.each(['messaging-emulator.config.json', 'messaging-emulator.config.jsonc'])(
  '%s may have comments, trailing commas and a $schema (EMU-20)',
  async (name) => {
    const text = `\uFEFF{
      // For editors.
      "$schema": "./config.schema.json",
      /* Time. */ "clock": "virtual",
      "server": { "port": 0, },
    }`;
    expect(await readConfig(fileOf(name, text))).toEqual({ clock: 'virtual', server: { port: 0 } });
  },
);

test.each([
  ['UTF-16, as PowerShell writes it', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 in the other order', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
])('a file can be in %s, with the line ends of Windows (EMU-20)', async (_, encode) => {
  const file = fileOf('messaging-emulator.config.json', '');
  writeFileSync(file, encode('{\r\n  "clock": "virtual",\r\n  "server": { "name": "Tür" }\r\n}\r\n'));
  expect(await readConfig(file)).toEqual({ clock: 'virtual', server: { name: 'Tür' } });
});

test.each(['[::1]', 'localhost:4010', 'http://localhost', 'my host'])(
  'the host %j is refused, because an address to listen on has no brackets, port and scheme (EMU-20)',
  async (host) => {
    expect(await complaint('a.json', JSON.stringify({ server: { host } }))).toContain(
      'server.host must be a host name or an address, such as 127.0.0.1 or ::1',
    );
    const file = fileOf('b.json', '{ "server": { "host": "::1" } }');
    expect(await readConfig(file)).toEqual({ server: { host: '::1' } });
  },
);

test('a module has its configuration as default export, including functions (EMU-20)', async () => {
  const file = fileOf(
    'messaging-emulator.config.mjs',
    'export default Promise.resolve({ carrier: { rule: () => ({ outcome: "fail" }) } });',
  );
  const { carrier } = await readConfig(file);
  expect(carrier?.rule?.({ to: '1', channel: 'sms' })).toEqual({ outcome: 'fail' });
});

test('the path of a state file is relative to the folder of the configuration (EMU-20)', async () => {
  const folder = folderWith(['a.json', '{"server":{"state":"kept/state"}}']);
  const { server } = await readConfig(join(folder, 'a.json'));
  expect(server?.state).toBe(join(folder, 'kept/state'));
});

test.each(['ts', 'mts', 'js', 'mjs', 'json', 'jsonc'])(
  'messaging-emulator.config.%s is found in a folder (EMU-20)',
  (extension) => {
    const folder = folderWith([`messaging-emulator.config.${extension}`, '']);
    expect(findConfig(folder)).toBe(join(folder, `messaging-emulator.config.${extension}`));
  },
);

test('several configurations in one folder are refused with their names (EMU-20)', () => {
  const folder = folderWith(['messaging-emulator.config.ts', ''], ['messaging-emulator.config.json', '']);
  expect(findConfig(folderWith())).toBeUndefined();
  expect(() => findConfig(folder)).toThrow(
    'messaging-emulator.config.ts, messaging-emulator.config.json. Keep one',
  );
});

test.each([
  [
    '{\n  "carrier": {\n    "after": "3 s" } }',
    'carrier.after must be a duration such as "3s" or 3000 (milliseconds); got "3 s" in messaging-emulator.config.json.\n  at messaging-emulator.config.json:3:14',
  ],
  [
    '{"carrier":{"aftr":"3s"}}',
    'carrier.aftr is not a known field in messaging-emulator.config.json. Did you mean "after"?\n  at messaging-emulator.config.json:1:20',
  ],
  [
    '{"sever":{"port":1}}',
    'sever is not a known field in messaging-emulator.config.json. Did you mean "server"?',
  ],
  [
    '{"server":{"prot":1}}',
    'server.prot is not a known field in messaging-emulator.config.json. Did you mean "port"?',
  ],
  ['{"port":1}', 'port is not a known field in messaging-emulator.config.json. Did you mean "server.port"?'],
  [
    '{"server":{"port":70000}}',
    'server.port must be from 0 to 65535; got 70000 in messaging-emulator.config.json.',
  ],
  ['{"server":{"log":"xml"}}', 'server.log must be one of "text", "json", "off"; got "xml" in'],
  ['{"server":{"allowHosts":["http://a"]}}', 'server.allowHosts.0 must be a host name'],
  ['{"accounts":[{"credit":5}]}', 'Did you mean "credits"?'],
  ['{"accounts":[{"apiKey":"secret-key"}]}', 'accounts.0.apiKey must be 32 hexadecimal digits'],
  ['{\n"clock": virtual }', ':2:10 is not valid JSON: invalid symbol.'],
  ['', ':1:1 is not valid JSON: value expected.'],
  ['[]', 'does not contain a JSON object'],
])('%j is refused with its place and a suggestion (EMU-20)', async (text, words) => {
  const message = await complaint('messaging-emulator.config.json', text);
  expect(message).toContain(words);
  expect(message).not.toContain('secret-key');
});

test('a module that is wrong, or cannot be loaded, is named (EMU-20)', async () => {
  expect(await complaint('a.mjs', 'export default { clock: "lunar" };')).toContain(
    'clock must be one of "virtual", "system"; got "lunar" in a.mjs.',
  );
  expect(await complaint('b.mjs', 'export const config = {};')).toContain('an object as its default export');
  expect(await complaint('c.mjs', 'throw new Error("out of order");')).toContain('out of order');
});

test.each([
  ['seed: 1n', 'seed must be', 'got 1 in'],
  ['seed: Symbol("x")', 'seed must be', 'got Symbol(x) in'],
  ['seed: () => 1', 'seed must be', 'got a function in'],
  ['seed: new Proxy({}, { get() { throw new Error("closed"); } })', 'seed must be', 'got an object in'],
  ['seed: process', 'seed must be', '; got '],
  ['now: "x".repeat(500)', 'now must be', 'xxx…" in'],
  ['carrier: { after: NaN }', 'carrier.after must be a duration', 'got NaN in'],
  ['organization: { credits: -1 }', 'organization.credits must not be negative', 'got -1 in'],
])('a module with %s is refused with the value (EMU-20)', async (member, problem, value) => {
  const message = await complaint('a.mjs', `export default { ${member} };`);
  expect(message).toContain(problem);
  expect(message).toContain(value);
  expect(message).toContain(' in a.mjs.');
  expect(message.length).toBeLessThan(400);
});

test('defineConfig returns its argument (EMU-20)', () => {
  const config = { server: { port: 0 } };
  expect(defineConfig(config)).toBe(config);
});
