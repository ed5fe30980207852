import { mkdirSync, writeFileSync } from 'node:fs';
import { ERRORS } from '@messaging-service/contract';
import { root } from '../source-paths.ts';
import {
  type Answer,
  type ApiDocument,
  isOperation,
  type Operation,
  readApi,
  type Schema,
} from './api-document.ts';
import { curlOf, programOf } from './api-programs.ts';
import { controlProgramOf } from './control-programs.ts';

const FOLDER = `${root}docs/site/generated/api/`;

const FRONTMATTER = '---\neditLink: false\nlastUpdated: false\noutline: [2, 3]\npageClass: reference\n---\n';

/** Writes a page for each of both APIs: all calls as text, which readers, search engines and printers can use. */
export function writeApiPages(): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(
    `${FOLDER}index.md`,
    pageOf(readApi('openapi'), {
      title: 'HTTP API of the service',
      explorer: 'explorer',
      hasClient: true,
    }),
  );
  writeFileSync(
    `${FOLDER}control.md`,
    pageOf(readApi('control-api'), {
      title: 'Control API of the emulator',
      explorer: 'control-explorer',
      hasClient: false,
    }),
  );
}

interface Options {
  readonly title: string;
  readonly explorer: string;
  /** Whether the calls are those of the client, which has a method for each. */
  readonly hasClient: boolean;
}

interface Call {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
}

function pageOf(api: ApiDocument, options: Options): string {
  const calls = callsOf(api.paths);
  const webhooks = callsOf(api.webhooks ?? {});
  const sections = api.tags.flatMap(({ name, description, 'x-displayName': title }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name));
    const received = webhooks.filter(({ operation }) => operation.tags.includes(name));
    return [
      `## ${title}\n\n${prose(description)}`,
      ...own.map((call) => sectionOf(api, call, options)),
      ...received.map(({ operation }) => webhookOf(api, operation)),
    ];
  });
  const introduction = `${prose(api.info.description.replace(/(?<!\n)\n(?!\n)/g, ' '))}

[Try each call](./${options.explorer}.md) against the emulator in the page, with code for TypeScript, curl, Go, PHP and Python.`;
  return `${FRONTMATTER}\n# ${options.title}\n\n${introduction}\n\n${sections.join('\n\n')}\n`;
}

const callsOf = (paths: ApiDocument['paths']): Call[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      isOperation(operation) ? [{ operation, method, path }] : [],
    ),
  );

function sectionOf(api: ApiDocument, { operation, method, path }: Call, options: Options): string {
  const { summary, description, operationId, parameters = [], requestBody, security } = operation;
  const [server] = api.servers;
  const base = options.hasClient ? 'https://api.example.com' : `http://127.0.0.1:4010${server?.url ?? ''}`;
  const keys = (security ?? []).flatMap((one) => Object.keys(one)).map((key) => key.replace('Key', ' key'));
  const curl = `\`\`\`sh [curl]\n${curlOf(operation, method, path, base)}\n\`\`\`\n`;
  const program = options.hasClient ? programOf(operation) : controlProgramOf(operationId);
  const code = program === undefined ? '' : `\`\`\`ts [TypeScript]\n${program}\n\`\`\`\n`;
  return [
    `### ${summary} {#${operationId.replace('.', '-')}}`,
    `\`${method.toUpperCase()} ${path}\`${keys.length === 0 ? '' : ` with the ${keys.join(' or the ')}`}`,
    prose(description),
    `::: code-group\n${code}${curl}:::`,
    table(
      'parameter',
      parameters.map(({ name, required, schema, description: text }) => ({
        name,
        type: typeOf(api, schema ?? {}),
        text: text ?? schema?.description ?? '',
        isRequired: required === true,
      })),
    ),
    table('member of the body', membersOf(api, requestBody?.content['application/json']?.schema)),
    responseOf(api, operation),
    options.hasClient ? refusalsOf(api, operation) : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function webhookOf(api: ApiDocument, operation: Operation): string {
  const { schema, examples = {} } = operation.requestBody?.content['application/json'] ?? {};
  return [
    `### ${titleOf(operation)} {#${operation.operationId.replace('.', '-')}}`,
    prose(operation.description),
    ...Object.values(examples)
      .slice(0, 1)
      .map(({ value }) => json('Body', value)),
    table('member of the body', membersOf(api, schema), false),
  ].join('\n\n');
}

/** The name of a webhook: the name of an event is a short title. */
function titleOf({ operationId }: Operation): string {
  const words = operationId.replace(/^\w+\./, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function responseOf(api: ApiDocument, { responses = {} }: Operation): string {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const { schema, examples = {} } = success?.content?.['application/json'] ?? {};
  const [example] = Object.values(examples);
  return [
    example === undefined ? '' : json('Response', example.value),
    table('member of the response', membersOf(api, schema), false),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The statuses of refusals, with the codes that each can have. */
function refusalsOf(api: ApiDocument, { responses = {} }: Operation): string {
  const rows = Object.entries(responses)
    .filter(([status]) => /^[45]/.test(status))
    .map(([status, answer]) => `| ${status} | ${codesOf(api, answer).join(', ')} |`);
  return ['| status | codes |', '|---|---|', ...rows].join('\n');
}

function codesOf(api: ApiDocument, answer: Answer): string[] {
  const { content } =
    answer.$ref === undefined ? answer : (api.components.responses[nameOf(answer.$ref)] ?? {});
  return Object.keys(content?.['application/json']?.examples ?? {})
    .filter((code) => code !== 'server_error')
    .map((code) => (code in ERRORS ? `[\`${code}\`](../errors/index.md#${code})` : `\`${code}\``));
}

const json = (title: string, value: unknown) =>
  `::: code-group\n\`\`\`json [${title}]\n${JSON.stringify(value, null, 2)}\n\`\`\`\n:::`;

interface Row {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  readonly isRequired: boolean;
}

const DEEPEST = 3;

/** The members of a schema with those of its objects, such as `messages[].to`. */
function membersOf(api: ApiDocument, schema: Schema | undefined, before = '', depth = 0): Row[] {
  if (schema === undefined || depth > DEEPEST) return [];
  const { properties = {}, required = [], items, oneOf, anyOf } = resolve(api, schema);
  const rows = Object.entries(properties).flatMap(([name, member]): Row[] => [
    {
      name: before + name,
      type: typeOf(api, member),
      text: resolve(api, member).description ?? '',
      isRequired: required.includes(name),
    },
    ...membersOf(api, member, `${before}${name}.`, depth + 1),
  ]);
  const inside = items === undefined ? [] : membersOf(api, items, before.replace(/\.?$/, '[].'), depth);
  const alternatives = (oneOf ?? anyOf ?? []).map((one) => membersOf(api, one, before, depth));
  return [...rows, ...inside, ...merge(alternatives)];
}

/** The members of alternatives: one is required if each alternative requires it. */
function merge(alternatives: readonly (readonly Row[])[]): Row[] {
  return [...Map.groupBy(alternatives.flat(), ({ name }) => name).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const type = [...new Set(same.map((row) => row.type))].join(' | ');
    const text = [...new Set(same.map((row) => row.text))].join(' Or: ');
    const isRequired = same.length === alternatives.length && same.every((row) => row.isRequired);
    return [{ ...first, type, text, isRequired }];
  });
}

function typeOf(api: ApiDocument, schema: Schema): string {
  const { type, enum: values, const: constant, items, oneOf, anyOf, format } = resolve(api, schema);
  if (constant !== undefined) return JSON.stringify(constant);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (items !== undefined) {
    const one = typeOf(api, items);
    return one.includes(' | ') ? `(${one})[]` : `${one}[]`;
  }
  const alternatives = [...new Set((oneOf ?? anyOf ?? []).map((one) => typeOf(api, one)))];
  if (alternatives.length > 0) return alternatives.join(' | ');
  if (format === 'uuid') return 'UUID';
  return typeof type === 'string' ? type : (type ?? ['value']).join(' | ');
}

function resolve(api: ApiDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return { ...api.components.schemas[nameOf(schema.$ref)], ...schema };
}

const nameOf = (reference: string) => reference.split('/').at(-1) ?? '';

/** What is sent can be left out unless it is required. */
function table(heading: string, rows: readonly Row[], isSent = true): string {
  if (rows.length === 0) return '';
  const cell = (text: string) => prose(text).replaceAll('|', '\\|');
  const lines = rows.map(({ name, type, text, isRequired }) => {
    const need = isSent && isRequired ? 'Required. ' : '';
    return `| \`${name}\` | ${cell(`\`${type}\``)} | ${need}${cell(text)} |`;
  });
  return [`| ${heading} | type | meaning |`, '|---|---|---|', ...lines].join('\n');
}

/** Descriptions contain neither HTML nor templates of Vue. */
const prose = (text: string) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;{')))
    .join('')
    .replaceAll('\n\n', '\u2029')
    .replaceAll('\n', ' ')
    .replaceAll('\u2029', '\n\n');
