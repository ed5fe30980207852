// The import arrows of ARCHITECTURE.md. A layer lists what it may import; whatever is not listed is an error.

const contract = '^packages/contract/src/';
const sdk = '^packages/sdk/src/';
const webhooks = '^packages/webhooks/src/';
const emulator = '^packages/emulator/src/';
const inspector = '^packages/inspector/src/';
const conformance = '^packages/conformance/src/';
const controlTypes = `${emulator}http/control-types\\.ts$`;
const domain = `${emulator}domain/`;
const runtime = `${emulator}runtime/`;
const http = `${emulator}http/`;
const adapters = `${emulator}adapters/`;
const npm = (...names) => `node_modules/(${names.join('|')})/`;

/** Files under `from` may import from `allowed` only. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed },
});

/** The rooms of a package: each may import itself and the rooms listed for it, and nothing else of the package. */
const rooms = (name, root, table) =>
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
      'The page uses the control API only, so that a test can do everything that a person can do there.',
      `${inspector}(?!api/types\\.ts$)`,
      [inspector, npm('preact'), 'vite/client'],
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
    ...rooms('inspector', inspector, {
      api: [],
      routing: [],
      styles: [],
      live: ['api'],
      components: ['api', 'format', 'live'],
      ledger: ['api', 'format', 'live'],
      accounts: ['api', 'components', 'format', 'ledger', 'live', 'routing'],
      clock: ['api', 'components', 'format', 'live', 'routing'],
      messages: ['api', 'components', 'format', 'live', 'routing'],
      phones: ['api', 'components', 'format', 'live', 'routing'],
      requests: ['api', 'components', 'format', 'live', 'routing'],
      state: ['api', 'components', 'format', 'live', 'routing'],
      webhooks: ['api', 'components', 'format', 'live', 'routing'],
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
    ...rooms('conformance', conformance, {
      service: [],
      probe: ['service'],
      cases: ['probe', 'service'],
      interpretations: ['probe', 'service'],
      report: ['cases', 'interpretations', 'probe', 'service'],
      cli: ['report', 'service'],
    }),
    only(
      'domain-is-pure',
      'What is true and what can happen: no time, no chance, no waiting, no built-ins.',
      domain,
      [domain, contract],
    ),
    only('runtime-arrows', 'The runtime drives the domain and knows nothing of HTTP.', runtime, [
      runtime,
      domain,
      contract,
      webhooks,
      npm('uuid', 'cron-parser', 're2js', 'zod'),
    ]),
    only('http-arrows', 'HTTP is translated into use cases here, as plain data: no server, no MSW.', http, [
      http,
      runtime,
      domain,
      contract,
      npm('zod'),
    ]),
    {
      name: 'adapters-are-outermost',
      comment:
        'Only the public index and the composition root put adapters on; the rest must run without them.',
      severity: 'error',
      from: { path: emulator, pathNot: [adapters, `${emulator}(index|emulator)\\.ts$`] },
      to: { path: adapters },
    },
    {
      name: 'index-is-a-face',
      comment: 'index.ts is for users of a package; inside it, import the file that has the thing.',
      severity: 'error',
      from: { path: ['^packages/[^/]+/src/(domain|runtime|http)/'] },
      to: { path: `${emulator}(index|emulator)\\.ts$` },
    },
    {
      name: 'only-public-entries',
      comment: 'Across packages only public entries: what is not exported may change without notice.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/' },
      to: {
        path: '^packages/[^/]+/src/',
        pathNot: ['^packages/$1/', '^packages/[^/]+/src/index\\.ts$', controlTypes],
      },
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
