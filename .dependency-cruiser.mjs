// The import arrows of ARCHITECTURE.md. A layer lists what it may import; whatever is not listed is an error.

const contract = '^packages/contract/src/';
const sdk = '^packages/sdk/src/';
const webhooks = '^packages/webhooks/src/';
const emulator = '^packages/emulator/src/';
const inspector = '^packages/inspector/src/';
const conformance = '^packages/conformance/src/';
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
  'service/': [rooms('domain', 'runtime', 'http/public')],
  'http/control/': [rooms('domain', 'runtime', 'service', 'http/(wire|public)'), npm('zod')],
  'in-process/': [rooms('runtime/time', 'http/(wire|public)'), npm('msw')],
  '(emulator|emulator-clock)\\.ts$': [
    rooms('domain', 'runtime', 'service', 'http/public', 'in-process'),
    npm('msw'),
  ],
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
    node('fs', 'http', 'net', 'os', 'path', 'stream', 'stream/promises', 'url'),
  ],
  'cli/': [
    rooms('runtime/options', 'http/access', 'server'),
    `${emulator}emulator\\.ts$`,
    node('child_process', 'fs', 'path', 'process', 'url', 'util'),
  ],
  'test-runners/': [
    rooms('domain/(state|views)', 'runtime/options'),
    `${emulator}emulator\\.ts$`,
    npm('msw', 'vitest'),
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

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle, of types too, means two files are one: merge them or name what they share.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-drawers',
      comment:
        'A file is named after what it does; "utils" and "helpers" name nothing and collect everything.',
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
    only(
      'webhooks-to-contract',
      'Verification has no dependency at run time but what Node itself has.',
      `${webhooks}(?!cli/|adapters/cli\\.ts$)`,
      [`${webhooks}(?!cli/)`, contract, npm('zod'), '^(node:)?crypto$'],
    ),
    only(
      'webhooks-command',
      'The command line runs on Node, and nothing else imports it.',
      `${webhooks}(cli/|adapters/cli\\.ts$)`,
      [webhooks, contract, '^(node:)?(buffer|crypto|events|fs|http|net|util|zlib)$'],
    ),
    {
      name: 'emulator-never-sdk',
      comment: 'An emulator built on the client would repeat its mistakes, and tests would prove nothing.',
      severity: 'error',
      from: { path: emulator },
      to: { path: [sdk, conformance, inspector] },
    },
    only(
      'inspector-stands-alone',
      'The page knows the control API and nothing of the code behind it: whatever a person can do there, a test can do.',
      inspector,
      [inspector, npm('preact'), 'vite/client'],
    ),
    only(
      'conformance-arrows',
      'The suite judges any service, so it must not know the emulator.',
      `${conformance}(?!adapters/)`,
      [conformance, contract, sdk, npm('ky', 'zod')],
    ),
    only(
      'conformance-command',
      'The command reads arguments and writes a file; whatever it asks and finds is decided elsewhere.',
      `${conformance}adapters/`,
      [conformance, contract, '^(node:)?(fs|util)$'],
    ),
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
      from: { path: '^packages/([^/]+)/src/' },
      to: { path: '^packages/[^/]+/src/', pathNot: ['^packages/$1/', '^packages/[^/]+/src/index\\.ts$'] },
    },
    {
      name: 'sources-without-tests',
      comment: 'Sources never import tests, tools or examples.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: { path: '^(tools|examples|benches|test|packages/[^/]+/test)/' },
    },
  ],
  options: {
    // Type-only imports are arrows too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
