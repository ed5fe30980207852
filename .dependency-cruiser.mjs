// The import arrows of ARCHITECTURE.md. A layer lists what it may import; whatever is not listed is an error.

const contract = '^packages/contract/src/';
const sdk = '^packages/sdk/src/';
const webhooks = '^packages/webhooks/src/';
const emulator = '^packages/emulator/src/';
const inspector = '^packages/inspector/src/';
const conformance = '^packages/conformance/src/';
const domain = `${emulator}domain/`;
const runtime = `${emulator}runtime/`;
const http = `${emulator}http/`;
const adapters = `${emulator}(in-process|server|cli|test-runners)/`;
const npm = (...names) => `node_modules/(${names.join('|')})/`;

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
      comment: 'An import that leads nowhere. Peers and bundlers have folders and lockfiles of their own.',
      severity: 'error',
      from: { pathNot: '^(benches/[^/]+/peers|runtimes/bundlers)/' },
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
      from: { path: '^packages/(?!test-support/)([^/]+)/src/' },
      to: { path: '^packages/[^/]+/src/', pathNot: ['^packages/$1/', '^packages/[^/]+/src/index\\.ts$'] },
    },
    {
      name: 'sources-without-tests',
      comment: 'Sources never import tests, tools, examples or the support of tests.',
      severity: 'error',
      from: { path: '^packages/(?!test-support/)[^/]+/src/' },
      to: { path: '^(tools|examples|benches|runtimes|test|packages/test-support|packages/[^/]+/test)/' },
    },
  ],
  options: {
    // Type-only imports are arrows too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/|^runtimes/.*/\\.|/\\.tmp/' },
    cache: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
