import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const FILE = `${root}packages/sdk/test/program-of-a-user.ts`;

const BEFORE = `import { createMessagingClient } from '@messaging-service/sdk';
const baseUrl = 'https://api.example.com';
const { messages, batches } = createMessagingClient({ baseUrl, accountKey: 'k' });
const newer = createMessagingClient({ baseUrl, accountKey: 'k', unknownValues: 'ignore' });
const [to, body] = ['447700900123', 'Your table is ready'];
const from = { type: 'shared' } as const;
`;

let program = '';
let version = 0;

/** A language service, as editors use it, for one program of a user. */
const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile) as { config: object };
const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [FILE] }, ts.sys, root);
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [FILE],
  getScriptVersion: (file) => (file === FILE ? String(version) : '0'),
  getScriptSnapshot: (file) => {
    const text = file === FILE ? program : ts.sys.fileExists(file) ? readFileSync(file, 'utf8') : undefined;
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
  fileExists: (file) => file === FILE || ts.sys.fileExists(file),
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
});

/** The first message of the compiler about a line: its text, on one line. */
function messageOf(line: string): string | undefined {
  program = `${BEFORE}${line}\n`;
  version += 1;
  const [first] = service.getSemanticDiagnostics(FILE);
  return first && sortUnions(ts.flattenDiagnosticMessageText(first.messageText, ' ').replace(/\s+/g, ' '));
}

/** Versions of the compiler write the members of a union in different orders. */
function sortUnions(message: string): string {
  return message.replace(/"\w+"(?: \| "\w+")+/g, (union) => union.split(' | ').toSorted().join(' | '));
}

/** What an editor offers at the mark `|` of a line. */
function completionsOf(line: string): string[] {
  program = `${BEFORE}${line.replace('|', '')}\n`;
  version += 1;
  const found = service.getCompletionsAtPosition(FILE, BEFORE.length + line.indexOf('|'), undefined);
  return (found?.entries ?? []).map(({ name }) => name).toSorted();
}

describe('the first message of the compiler names the mistake', { timeout: 60_000 }, () => {
  test.for(
    Object.entries({
      'messages.sendOne({ to, body });':
        "Argument of type '{ to: string; body: string; }' is not assignable to parameter of type 'OutboundMessage'. Property 'from' is missing in type '{ to: string; body: string; }' but required in type 'OutboundMessage'.",
      'messages.sendMany([{ to, body }]);':
        "Type '{ to: string; body: string; }' is not assignable to type 'MessageOver<NoInfer<Partial<OutboundMessage>>>'. Property 'from' is missing in type '{ to: string; body: string; }' but required in type 'Omit<OutboundMessage, never>'.",
      'messages.sendOne({ to: new Date(), from, body });': "Type 'Date' is not assignable to type 'string'.",
      'messages.sendOne({ to: 447700900123, from, body });':
        "Type 'number' is not assignable to type 'string'.",
      "messages.sendOne({ to, from, body, sendAt: '2030-01-01T09:00Z' });":
        "Object literal may only specify known properties, but 'sendAt' does not exist in type 'OutboundMessage'. Did you mean to write 'send_at'?",
      "messages.sendOne({ to, from, body, channels: ['smss'] });": `Type '"smss"' is not assignable to type '"rcs" | "sms"'. Did you mean '"sms"'?`,
      "batches.send({ from: 'DEMO', message: body, destinations: [to], channel: 'smss' });": `Type '"smss"' is not assignable to type '"rcs" | "sms" | undefined'. Did you mean '"sms"'?`,
      "messages.sendOne({ to, from: { type: 'custm', value: 'DEMO' }, body });": `Type '"custm"' is not assignable to type '"custom" | "shared"'. Did you mean '"custom"'?`,
      "messages.sendOne({ to, from: { type: 'shared', value: 'DEMO' }, body });":
        "Object literal may only specify known properties, and 'value' does not exist in type 'SharedSender'.",
      "messages.sendOne({ to, from: 'DEMO', body });": "Type 'string' is not assignable to type 'Sender'.",
      "messages.sendOne({ to, from, text: 'Hello' });":
        "Object literal may only specify known properties, and 'text' does not exist in type 'OutboundMessage'.",
      'messages.sendOne([{ to, from, body }]);': `Argument of type '{ to: string; from: { readonly type: "shared"; }; body: string; }[]' is not assignable to parameter of type 'OutboundMessage'. Type '{ to: string; from: { readonly type: "shared"; }; body: string; }[]' is missing the following properties from type 'OutboundMessage': from, to, body`,
      'messages.send({ to, from, body });':
        "Object literal may only specify known properties, and 'to' does not exist in type 'SendMessagesRequest<Partial<OutboundMessage>>'.",
      "createMessagingClient({ baseUrl, apiKey: 'k' });": `Type '"k"' is not assignable to type '"is not an option: use accountKey, or organizationKey to manage accounts"'.`,
      'createMessagingClient({ baseUrl, accountKey: 1 });':
        "Type 'number' is not assignable to type 'string'.",
      'createMessagingClient({ baseUrl, organizationKey: JSON.parse("{}") as unknown });':
        "Type 'unknown' is not assignable to type 'string | undefined'.",
    }),
  )('%s', ([line, message]) => {
    expect(messageOf(line)).toBe(message);
  });

  test.for(['function*', 'async function*'])('a sender is missing in the messages of a %s', (kind) => {
    const message = messageOf(`${kind} rows() { yield { to, body }; } messages.sendMany(rows());`);
    expect(message).toMatch(/ Property 'from' is missing in type '{ to: string; body: string; }'[^.]*\.$/);
  });

  test('no key: it names the one to add', () => {
    expect(messageOf('createMessagingClient({ baseUrl });')).toContain("Property 'accountKey' is missing");
  });

  test('a misspelled option: it names the right one', () => {
    const message = messageOf("createMessagingClient({ baseUrl, accountKey: 'k', timeOut: 1 });");
    expect(message).toMatch(/'timeOut' does not exist .* Did you mean to write 'timeout'\?$/);
  });
});

test('the editor shows readable types for a call without defaults', { timeout: 60_000 }, () => {
  program = `${BEFORE}messages.send({ messages: [] });\n`;
  version += 1;
  const { displayParts } = service.getQuickInfoAtPosition(FILE, BEFORE.length + 'messages.s'.length) ?? {};
  const shown = ts.displayPartsToString(displayParts);
  expect(shown).toContain('request: SendMessagesRequest<');
  expect(shown).not.toContain('Record<never');
});

test.for([
  ["messages.sendOne({ to, body, from: { type: '|' } });", ['custom', 'shared']],
  ["messages.sendOne({ to, body, from, channels: ['|'] });", ['rcs', 'sms']],
  [
    "batches.send({ from: 'DEMO', message: body, destinations: [to], fallback_channels: ['|'] });",
    ['rcs', 'sms'],
  ],
] as const)('completion offers exactly the valid values: %s', ([line, values]) => {
  expect(completionsOf(line)).toEqual(values);
});

describe("unknownValues: 'ignore' widens the types of the client", { timeout: 60_000 }, () => {
  test.for([
    "newer.messages.sendOne({ to, body, from: { type: 'alphanumeric', value: 'X' }, channels: ['whatsapp'] });",
    "newer.messages.send({ defaults: { from: { type: 'alphanumeric' } }, messages: [{ to, body }] });",
    "newer.messages.sendMany([{ to, body, from, channels: ['whatsapp'] }]);",
    "newer.batches.send({ from: 'X', message: body, destinations: [to], channel: 'whatsapp' });",
    'newer.batches.listPending();',
    "newer.with({ timeout: 1 }).messages.sendOne({ to, body, from, channels: ['whatsapp'] });",
  ])('%s', (line) => {
    expect(messageOf(line)).toBeUndefined();
  });

  test('a field that is misspelled still does not compile', () => {
    expect(messageOf("newer.messages.sendOne({ to, from, body, sendAt: '' });")).toContain(
      "Did you mean to write 'send_at'?",
    );
  });
});
