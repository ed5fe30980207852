// What each room may import; everything else is an error. ARCHITECTURE.md tells what the rooms contain.

const contract = '^packages/contract/src/';
const sdk = '^packages/sdk/src/';
const webhooks = '^packages/webhooks/src/';
const emulator = '^packages/emulator/src/';
const inspector = '^packages/inspector/src/';
const conformance = '^packages/conformance/src/';
const commandLine = '^packages/command-line/src/';
const text = '^packages/text/src/';
const stories = '^packages/stories/src/';
const mcp = '^packages/mcp/src/';
const manifest = (name) => `^packages/${name}/package\\.json$`;
const controlTypes = `${emulator}control-api/types\\.ts$`;
const npm = (...names) => `node_modules/(${names.join('|')})/`;
const node = (...names) => `^(node:)?(${names.join('|')})$`;

/**
 * The rooms of the emulator, lowest first, with what each may import beyond its own files and the contract: other rooms, files
 * beside the rooms, packages of npm and modules of Node.
 */
const EMULATOR_ROOMS = {
  'domain/state': '',
  'domain/rules': 'domain/state',
  'domain/jobs': 'domain/state domain/rules',
  'domain/views': 'domain/state domain/rules package:text',
  'domain/use-cases': 'domain/state domain/rules domain/views',
  'runtime/time': 'domain npm:cron-parser',
  'runtime/core': 'domain runtime/time npm:pure-rand npm:uuid',
  'runtime/options': 'domain runtime/time npm:zod',
  'runtime/webhooks': 'domain runtime/time runtime/core runtime/options package:webhooks',
  'runtime/waiting': 'domain runtime/time runtime/core runtime/options package:text npm:re2js',
  'runtime/snapshot': 'domain runtime/time runtime/core runtime/options npm:zod',
  http: 'domain/state domain/views npm:zod',
  access: '',
  'public-api': 'domain runtime/time runtime/core runtime/options http package:text npm:zod',
  service: 'domain runtime http public-api package:text',
  reasons: 'domain public-api runtime/core runtime/webhooks package:text',
  story: 'domain runtime http public-api service package:stories',
  'control-api':
    'domain runtime service story http public-api reasons api package:stories package:text file:emulator/control-api\\.json npm:zod',
  'in-process': 'runtime/options runtime/time http public-api service control-api npm:msw',
  'emulator(-members)?': 'domain runtime service public-api control-api in-process api npm:msw',
  'entry-types': 'api control-api emulator(-members)?',
  api: 'domain runtime service public-api reasons npm:msw',
  'follow-clock': `service client package:text npm:eventsource-parser node:async_hooks node:child_process node:dgram node:diagnostics_channel node:events node:http node:http2 node:https node:module node:net
    node:path node:stream/consumers node:timers node:timers/promises node:tls node:url node:util node:vm node:worker_threads`,
  server: `domain/state runtime/time runtime/webhooks package:text package:mcp service http access public-api control-api in-process emulator manifest:emulator
    node:buffer node:crypto node:fs node:http node:net node:os node:path`,
  'state-file':
    'runtime service package:command-line npm:zod node:fs node:fs/promises node:os node:path node:zlib',
  config: 'runtime/options access package:command-line npm:zod npm:jsonc-parser node:fs node:path node:url',
  cli: `domain/state runtime/core runtime/options runtime/time service http access public-api control-api server config state-file emulator
    package:command-line package:text package:mcp manifest:emulator npm:get-east-asian-width node:child_process node:fs node:path node:stream node:tty node:util`,
  // Types of the other rooms, but no code of theirs beyond what a browser can run.
  client:
    'domain/use-cases domain/views runtime http service public-api control-api emulator(-members)? api entry-types npm:ky npm:eventsource-parser',
  'test-runners': `domain/state domain/views runtime/options runtime/waiting client server emulator api entry-types npm:msw npm:vitest
    npm:@playwright/test node:child_process node:crypto node:fs node:net node:path node:stream/consumers node:timers/promises node:url`,
};

const SDK_ROOMS = {
  errors: '',
  observe: 'errors version',
  transport: 'errors observe option-checks read-variable',
  options: 'errors observe transport option-checks read-variable version',
  call: 'errors observe transport options option-checks version',
  messages: 'errors observe options option-checks call',
  batches: 'errors options option-checks call',
};

const WEBHOOKS_ROOMS = {
  errors: '',
  sign: 'errors',
  event: 'errors sign',
  verify: 'errors sign event',
  dedupe: 'errors sign event',
  handler: 'errors sign event verify dedupe',
  testing: 'errors sign',
  adapters: 'errors sign verify handler',
  cli: `errors sign event verify handler testing adapters
    package:command-line package:text manifest:webhooks node:buffer node:events node:fs node:http node:net`,
};

const INSPECTOR_ROOMS = {
  api: 'values',
  routing: 'values',
  styles: '',
  live: 'api values',
  components: 'format live',
  forms: 'api values',
  lists: 'components export find live routing',
  export: 'api components live values',
  objects: 'api components format forms live routing values',
  ledger: 'api components export find format forms lists live objects routing values',
  sending: 'api components format forms live objects routing values',
  find: 'api components forms live routing values',
  palette: 'api format forms live routing values',
  sandboxes: 'api components forms live values',
  faults: 'api components format forms live values',
  accounts: 'api components format forms ledger live objects routing values',
  clock: 'api components format forms live objects routing sending values',
  stories: 'api components forms live values',
  messages: 'api components export find format lists live objects routing sending stories values',
  overview: 'api clock components find format live objects phones routing sending values',
  phones: 'api components find format forms lists live objects routing sending stories values',
  requests: 'api components export faults find format forms lists live objects routing values',
  state: 'api components export format forms live sandboxes values',
  webhooks: 'api components export find format forms lists live objects routing values',
};

const CONFORMANCE_ROOMS = {
  service: '',
  probe: 'service',
  cases: 'probe service',
  interpretations: 'probe service',
  identity: 'service',
  report: 'cases identity interpretations probe service',
  cli: 'identity report service',
};

/** Files under `from` may import from `allowed` only. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed },
});

/** Each room of a package may import itself, what its row in the table lists, and what every room may import. */
const rooms = (name, root, table, everyRoom) => {
  const kinds = {
    npm,
    node,
    manifest,
    file: (path) => `^packages/${path}$`,
    package: (name) => `^packages/${name}/src/`,
  };
  const pattern = (word) => {
    const [kind, value] = word.split(':');
    return value === undefined ? `${root}${word}[/.]` : kinds[kind](value);
  };
  return Object.entries(table).map(([room, imports]) =>
    only(`${name}:${room}`, 'A room imports what the table of rooms lists.', `${root}${room}[/.]`, [
      ...everyRoom,
      ...`${room} ${imports}`.trim().split(/\s+/).map(pattern),
    ]),
  );
};

export default {
  forbidden: [
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere. Peers and bundlers have folders and lockfiles of their own.',
      severity: 'error',
      from: {
        pathNot: '^(benches/[^/]+/peers|test/runtimes/bundlers|test/time/applications|test/instrumented)/',
      },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-cycles',
      comment: 'Files that import each other, types included, cannot be read one at a time.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-drawers',
      comment:
        'A file is named after what it does; "utils" and "helpers" do not say what they do, and collect everything.',
      severity: 'error',
      from: {},
      to: { path: '(^|/)(utils?|helpers?|common|misc)(/|\\.[cm]?[jt]s$)', pathNot: 'node_modules' },
    },
    only(
      'contract-stands-alone',
      'The wire depends on nothing but zod, so that everything can depend on it.',
      contract,
      [contract, npm('zod')],
    ),
    only(
      'sdk-to-contract',
      'The client runs in every runtime: no Node built-ins, no other package but the contract.',
      `${sdk}(?!transport/node|phone(-readings)?\\.ts$)`,
      [sdk, contract, npm('@opentelemetry/api', 'ky', 'uuid', 'zod')],
    ),
    only(
      'sdk-phone-numbers',
      'Reading typed numbers takes a library of its own, which nothing else needs.',
      `${sdk}phone(-readings)?\\.ts$`,
      [`${sdk}phone-readings`, contract, npm('libphonenumber-js')],
    ),
    only(
      'sdk-on-node',
      'The transport for Node is a file of its own, which nothing else imports.',
      `${sdk}transport/node`,
      [
        `${sdk}(transport/|errors/|option-checks|read-variable)`,
        contract,
        '^(node:)?(https?|net|tls|timers|util|zlib)$',
      ],
    ),
    ...rooms('sdk', sdk, SDK_ROOMS, ['^(?!packages/sdk/src/)']),
    // Verification has no dependency at run time, and bundles for browsers contain no built-in module.
    ...rooms('webhooks', webhooks, WEBHOOKS_ROOMS, [contract]),
    {
      name: 'emulator-never-sdk',
      comment: 'An emulator built on the client would repeat its mistakes, and tests would prove nothing.',
      severity: 'error',
      from: { path: emulator },
      to: { path: [sdk, conformance, inspector] },
    },
    only(
      'inspector-stands-alone',
      'The page uses the control API only, so that a test can do everything that a person can do there.',
      `${inspector}(?!api/types\\.ts$)`,
      [inspector, npm('preact', '@tanstack/virtual-core'), 'vite/client', contract, text],
    ),
    only(
      'inspector-types',
      'The types of the control API come from one file of the emulator, so that the compiler compares both sides.',
      `${inspector}api/types\\.ts$`,
      [controlTypes],
    ),
    {
      name: 'inspector-types-only',
      comment: 'Types cost nothing at run time; code of the emulator must not get into the page.',
      severity: 'error',
      from: { path: inspector },
      to: { path: emulator, dependencyTypesNot: ['type-only'] },
    },
    ...rooms('inspector', inspector, INSPECTOR_ROOMS, ['^(?!packages/inspector/src/)']),
    only(
      'conformance-arrows',
      'The suite tests any service, so it must not import the emulator or the client.',
      `${conformance}(?!cli/)`,
      [`${conformance}(?!cli/)`, contract, text, npm('ky')],
    ),
    only(
      'conformance-command',
      'The command parses arguments and writes a file. Other rooms send requests and judge responses.',
      `${conformance}cli/`,
      [conformance, contract, commandLine, text, manifest('conformance'), node('fs')],
    ),
    only('stories-stand-alone', 'A story is plain data, so its programs know no service.', stories, [
      stories,
      text,
    ]),
    only('text-stands-alone', 'Rules about texts depend on nothing, so that everything can use them.', text, [
      text,
    ]),
    only(
      'tools-for-agents-stand-alone',
      'They call the control API as plain data, so that they can do nothing that it cannot do.',
      mcp,
      [mcp, contract, npm('@modelcontextprotocol/server'), node('stream')],
    ),
    only('command-line-stands-alone', 'What commands share knows none of them.', commandLine, [
      commandLine,
      contract,
      text,
      node('util'),
    ]),
    ...rooms('conformance', conformance, CONFORMANCE_ROOMS, ['^(?!packages/conformance/src/)']),
    ...rooms('emulator', emulator, EMULATOR_ROOMS, [contract]),
    {
      name: 'index-is-for-users',
      comment: 'index.ts is for users of a package; within the package, import the file that has the export.',
      severity: 'error',
      from: { path: emulator },
      to: { path: `${emulator}index\\.ts$` },
    },
    {
      name: 'only-public-entries',
      comment: 'Across packages only public entries: what is not exported may change without notice.',
      severity: 'error',
      from: { path: '^packages/(?!test-support/)([^/]+)/src/' },
      to: {
        path: '^packages/[^/]+/src/',
        pathNot: ['^packages/$1/', '^packages/[^/]+/src/index\\.ts$', controlTypes],
      },
    },
    {
      name: 'sources-without-tests',
      comment: 'Sources never import tests, tools, examples or the support of tests.',
      severity: 'error',
      from: { path: '^packages/(?!test-support/)[^/]+/src/' },
      to: { path: '^(tools|examples|benches|test|packages/test-support|packages/[^/]+/test)/' },
    },
  ],
  options: {
    skipAnalysisNotInRules: true,
    // Type-only imports are arrows too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: {
      // Folders with a dot are of tests that run. Without this, their files make the cache stale.
      // The programs of platforms are compiled with the types of their own folder.
      path: '^packages/[^/]+/dist/|^docs/|^test/runtimes/platforms/programs/|(^|/)\\.',
    },
    // Unlike the default, the content also finds the cache after a commit.
    cache: { strategy: 'content' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
