// The import arrows of ARCHITECTURE.md. A layer lists what it may import; everything else is an error.

const contract = '^packages/contract/src/';
const sdk = '^packages/sdk/src/';
const webhooks = '^packages/webhooks/src/';
const emulator = '^packages/emulator/src/';
const inspector = '^packages/inspector/src/';
const conformance = '^packages/conformance/src/';
const controlTypes = `${emulator}http/control/types\\.ts$`;
const npm = (...names) => `node_modules/(${names.join('|')})/`;

const rooms = (...names) => `${emulator}(${names.join('|')})/`;
const node = (...names) => `^(node:)?(${names.join('|')})$`;

/** The rooms of the emulator, lowest first, with the imports of each beyond its own files and the contract. */
const EMULATOR_ROOMS = {
  'domain/state/': [],
  'domain/snapshot/': [rooms('domain/state')],
  'domain/rules/': [rooms('domain/state')],
  'domain/jobs/': [rooms('domain/(state|rules)')],
  'domain/views/': [rooms('domain/(state|rules)')],
  'domain/use-cases/': [rooms('domain/(state|rules|views)')],
  'runtime/time/': [rooms('domain'), npm('cron-parser')],
  'runtime/core/': [rooms('domain', 'runtime/time')],
  'runtime/options/': [rooms('domain', 'runtime/time'), npm('zod')],
  'runtime/webhooks/': [rooms('domain', 'runtime/(time|core|options)'), webhooks],
  'runtime/waiting/': [rooms('domain', 'runtime/(time|core)'), npm('re2js')],
  'runtime/snapshot/': [rooms('domain', 'runtime/(time|core|options)'), npm('zod')],
  'http/wire/': [rooms('domain/(state|views)'), npm('zod')],
  'http/access/': [rooms('domain/state', 'runtime/webhooks', 'http/wire')],
  'http/public/': [rooms('domain', 'runtime/(time|core|options)', 'http/wire'), npm('zod')],
  'service/': [rooms('domain', 'runtime', 'http/(public|wire)')],
  'http/control/views/': [rooms('domain', 'runtime', 'service', 'http/(wire|public)')],
  'http/control/related/': [rooms('domain', 'service', 'http/(wire|public)', 'http/control/views')],
  'http/control/': [rooms('domain', 'runtime', 'service', 'http/(wire|public)'), npm('zod')],
  'in-process/': [rooms('runtime/time', 'http/(wire|public)'), npm('msw')],
  '(emulator|emulator-clock)\\.ts$': [
    rooms('domain', 'runtime', 'service', 'http/public', 'in-process'),
    `${emulator}api\\.ts$`,
    npm('msw'),
  ],
  'api\\.ts$': [rooms('domain/(use-cases|views)', 'runtime', 'service', 'http/public')],
  'follow-clock/': [
    npm('@sinonjs/fake-timers'),
    node(
      'async_hooks',
      'diagnostics_channel',
      'http',
      'https',
      'module',
      'net',
      'path',
      'timers',
      'timers/promises',
      'util',
      'worker_threads',
    ),
  ],
  'server/': [
    rooms('domain/state', 'runtime/webhooks', 'service', 'http'),
    `${emulator}emulator\\.ts$`,
    node('fs', 'http', 'net', 'os', 'path'),
  ],
  'state-file/': [rooms('domain', 'runtime', 'service', 'http/control'), node('fs', 'fs/promises', 'path')],
  'config/': [rooms('runtime/options', 'http/access'), npm('zod', 'jsonc-parser'), node('fs', 'path', 'url')],
  'cli/': [
    rooms('domain/state', 'runtime/options', 'service', 'http', 'server', 'config', 'state-file'),
    `${emulator}emulator\\.ts$`,
    node('fs', 'path', 'util'),
  ],
  // Types of the other rooms, but no code of theirs beyond what a browser can run.
  'client/': [
    rooms('domain/(use-cases|views)', 'runtime', 'service', 'http/public'),
    `${emulator}api\\.ts$`,
    npm('ky'),
  ],
  'test-runners/': [
    rooms('domain/(state|views)', 'runtime/options', 'client', 'server'),
    `${emulator}emulator\\.ts$`,
    npm('msw', 'vitest', '@playwright/test'),
    node('child_process', 'crypto', 'fs', 'net', 'path', 'url'),
  ],
};

/** Files under `from` may import from `allowed` only. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed },
});

/** The rooms of the webhooks package. Each may import itself and the rooms listed for it. */
const webhooksRooms = Object.entries({
  errors: [],
  sign: ['errors'],
  event: ['errors', 'sign'],
  verify: ['errors', 'sign', 'event'],
  dedupe: ['errors', 'sign', 'event'],
  handler: ['errors', 'sign', 'event', 'verify', 'dedupe'],
  testing: ['sign'],
  adapters: ['sign', 'verify', 'handler'],
  'cli/diagnose': ['errors', 'sign', 'event', 'verify'],
  cli: ['errors', 'sign', 'event', 'verify', 'handler', 'testing', 'adapters'],
}).map(([room, rooms]) =>
  only(
    `webhooks-${room.replace('/', '-')}`,
    'Verification has no dependency at run time except node:crypto. Only the command uses other modules of Node.',
    `${webhooks}${room}/`,
    [
      `${webhooks}(${[room, ...rooms].join('|')})/`,
      contract,
      room.startsWith('cli') ? '^(node:)?(buffer|crypto|events|fs|http|net|util|zlib)$' : '^(node:)?crypto$',
    ],
  ),
);

/** The rooms of a package: each may import itself and the rooms listed for it, and nothing else of the package. */
const roomsOf = (name, root, table) =>
  Object.entries(table).map(([room, imports]) => ({
    name: `${name}-${room}`,
    comment: 'The arrows between the rooms of a package run one way.',
    severity: 'error',
    from: { path: `${root}${room}/` },
    to: { path: root, pathNot: [room, ...imports].map((one) => `${root}${one}[/.]`) },
  }));

export default {
  forbidden: [
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere. Peers and bundlers have folders and lockfiles of their own.',
      severity: 'error',
      from: { pathNot: '^(benches/[^/]+/peers|test/runtimes/bundlers)/' },
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
      `${sdk}(?!transport/node|phone\\.ts$)`,
      [sdk, contract, npm('ky', 'uuid', 'zod')],
    ),
    only(
      'sdk-phone-numbers',
      'Reading typed numbers takes a library of its own, which nothing else needs.',
      `${sdk}phone\\.ts$`,
      [npm('libphonenumber-js')],
    ),
    only(
      'sdk-on-node',
      'The transport for Node is a file of its own, which nothing else imports.',
      `${sdk}transport/node`,
      [`${sdk}(transport|errors)/`, contract, '^(node:)?(https?|net|tls|timers|zlib)$'],
    ),
    ...webhooksRooms,
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
      [inspector, npm('preact'), 'vite/client', contract],
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
    ...roomsOf('inspector', inspector, {
      api: ['values'],
      routing: ['values'],
      styles: [],
      live: ['api', 'values'],
      components: ['format', 'live'],
      forms: ['api', 'values'],
      lists: ['components', 'live', 'routing'],
      objects: ['api', 'components', 'forms', 'live', 'routing', 'values'],
      ledger: ['api', 'components', 'format', 'forms', 'lists', 'live', 'objects', 'routing', 'values'],
      sending: ['api', 'components', 'format', 'forms', 'live', 'objects', 'routing', 'values'],
      find: ['api', 'forms', 'lists', 'live', 'routing', 'values'],
      palette: ['api', 'forms', 'routing', 'values'],
      sandboxes: ['api', 'components', 'forms', 'live', 'values'],
      faults: ['api', 'components', 'format', 'forms', 'live', 'values'],
      accounts: ['api', 'components', 'format', 'forms', 'ledger', 'live', 'objects', 'routing', 'values'],
      clock: ['api', 'components', 'format', 'forms', 'live', 'objects', 'routing', 'sending', 'values'],
      messages: [
        'api',
        'components',
        'find',
        'format',
        'lists',
        'live',
        'objects',
        'routing',
        'sending',
        'values',
      ],
      phones: [
        'api',
        'components',
        'format',
        'forms',
        'lists',
        'live',
        'objects',
        'routing',
        'sending',
        'values',
      ],
      requests: [
        'api',
        'components',
        'faults',
        'find',
        'format',
        'forms',
        'lists',
        'live',
        'objects',
        'routing',
        'values',
      ],
      state: ['api', 'components', 'format', 'forms', 'live', 'sandboxes', 'values'],
      webhooks: [
        'api',
        'components',
        'find',
        'format',
        'forms',
        'lists',
        'live',
        'objects',
        'routing',
        'values',
      ],
    }),
    only(
      'conformance-arrows',
      'The suite tests any service, so it must not import the emulator or the client.',
      `${conformance}(?!cli/)`,
      [`${conformance}(?!cli/)`, contract, npm('ky')],
    ),
    only(
      'conformance-command',
      'The command parses arguments and writes a file. Other rooms send requests and judge responses.',
      `${conformance}cli/`,
      [conformance, contract, '^(node:)?(fs|util)$'],
    ),
    ...roomsOf('conformance', conformance, {
      service: [],
      probe: ['service'],
      cases: ['probe', 'service'],
      interpretations: ['probe', 'service'],
      report: ['cases', 'interpretations', 'probe', 'service'],
      cli: ['report', 'service'],
    }),
    ...Object.entries(EMULATOR_ROOMS).map(([room, allowed]) =>
      only(
        `emulator:${room}`,
        'A room of the emulator imports what the table of rooms lists.',
        `${emulator}${room}`,
        [`${emulator}${room}`, contract, ...allowed],
      ),
    ),
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
      path: '^packages/[^/]+/dist/|^docs/|(^|/)\\.',
    },
    // Unlike the default, the content also finds the cache after a commit.
    cache: { strategy: 'content' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
