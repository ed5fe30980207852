// What each package and each room may import; everything else is an error. ARCHITECTURE.md tells what they contain. What a
// package may import stands in its package.json: here are only the rules that a manifest cannot express.
import { readdirSync, readFileSync } from 'node:fs';

const contract = '^packages/contract/src/';
const sdk = '^packages/sdk/src/';
const webhooks = '^packages/webhooks/src/';
const emulator = '^packages/emulator/src/';
const server = '^packages/server/src/';
const remote = '^packages/remote/src/';
const inspector = '^packages/inspector/src/';
const reads = '^packages/inspector/reads/';
const conformance = '^packages/conformance/src/';
const commandLine = '^packages/command-line/src/';
const text = '^packages/text/src/';
const stories = '^packages/stories/src/';
const mcp = '^packages/mcp/src/';
const manifest = (name) => `^packages/${name}/package\\.json$`;
const npm = (...names) => `node_modules/(${names.join('|')})/`;
const node = (...names) => `^(node:)?(${names.join('|')})$`;
const readJson = (file) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));

/** The files by which packages and tests import a package: the `paths` of tsconfig.json. */
const FACES = Object.values(readJson('tsconfig.json').compilerOptions.paths).map(([file]) => file.slice(2));
const exactly = (file) => `^${file.replaceAll('.', '\\.')}$`;
const facesOf = (name) => FACES.filter((file) => file.startsWith(`packages/${name}/`)).map(exactly);

/** The packages, each with the names that its package.json lists. */
const PACKAGES = new Map(
  readdirSync(new URL('../../packages', import.meta.url)).map((name) => {
    const { dependencies, peerDependencies, devDependencies } = readJson(`packages/${name}/package.json`);
    return [name, Object.keys({ ...dependencies, ...peerDependencies, ...devDependencies })];
  }),
);
const SCOPE = '@messaging-service/';
const namesOf = (listed) =>
  listed.filter((name) => name.startsWith(SCOPE)).map((name) => name.slice(SCOPE.length));

/** Packages point one way. Files alone do not show a circle of packages. */
const requireNoCircle = (name, path = []) => {
  if (path.includes(name)) throw new Error(`Packages depend on each other: ${[...path, name].join(' → ')}.`);
  for (const next of namesOf(PACKAGES.get(name) ?? [])) requireNoCircle(next, [...path, name]);
};
for (const name of PACKAGES.keys()) requireNoCircle(name);

/** The rooms of the emulator, lowest first, with the rooms that each may import. */
const EMULATOR_ROOMS = {
  'domain/state': '',
  'domain/rules': 'domain/state',
  'domain/jobs': 'domain/state domain/rules',
  'domain/views': 'domain/state domain/rules',
  'domain/use-cases': 'domain/state domain/rules domain/views',
  'runtime/time': 'domain',
  'runtime/core': 'domain runtime/time',
  'runtime/options': 'domain runtime/time',
  'runtime/webhooks': 'domain runtime/time runtime/core runtime/options',
  'runtime/waiting': 'domain runtime/time runtime/core runtime/options',
  'runtime/snapshot': 'domain runtime/time runtime/core runtime/options',
  http: 'domain/state domain/views',
  'public-api': 'domain runtime/time runtime/core runtime/options http',
  service: 'domain runtime http public-api',
  reasons: 'domain public-api runtime/core runtime/webhooks',
  story: 'domain runtime http public-api service',
  api: 'domain runtime service public-api reasons',
  controls: 'domain runtime service story http public-api reasons api',
  'in-process': 'runtime/options runtime/time http public-api service controls',
  'emulator(-members)?': 'domain runtime service public-api controls in-process api',
  'entry-types': 'api controls emulator(-members)?',
  'define-config': 'runtime/options',
  'test-runners': 'domain/state domain/views runtime/options emulator entry-types',
};

const SERVER_ROOMS = {
  access: '',
  config: 'access',
  'state-file': '',
  'control-api': '',
  http: 'access control-api',
  'in-page': 'control-api',
  node: 'http control-api',
  cli: 'access config http node state-file',
};

const REMOTE_ROOMS = { client: '', playwright: 'client' };

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
  api: 'listeners values',
  routing: 'values',
  styles: '',
  live: 'api listeners values',
  components: 'format listeners live',
  forms: 'api values',
  lists: 'components export find listeners live routing',
  export: 'api components live values',
  objects: 'api components format forms live routing values',
  ledger: 'api components export find format forms lists live objects routing values',
  sending: 'api components format forms live objects routing values',
  find: 'api components forms live routing values',
  palette: 'api format forms live routing values webhooks',
  sandboxes: 'api components forms live values',
  faults: 'api components format forms live values',
  accounts: 'api components format forms ledger live objects routing values',
  clock: 'api components format forms listeners live objects routing sending values',
  stories: 'api components forms live values',
  messages: 'api components export find format lists live objects routing sending stories values',
  overview: 'api clock components find format live objects phones routing sending values',
  phones: 'api components find format forms listeners lists live objects routing sending stories values',
  ribbon: 'api clock components format forms lists live palette routing stories values',
  requests: 'api components export faults find format forms lists live objects routing stories values',
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
    ...[...PACKAGES].map(([name, listed]) => ({
      name: `manifest:${name}`,
      comment: 'A package imports what its package.json lists, and other packages by their faces only.',
      severity: 'error',
      from: { path: `^packages/${name}/(src|reads)/` },
      to: {
        pathNot: [
          `^packages/${name}/`,
          // The version of all packages.
          manifest('emulator'),
          ...namesOf(listed).flatMap(facesOf),
          npm(...listed),
        ],
        dependencyTypesNot: ['core'],
      },
    })),
    {
      name: 'node-only-where-it-runs',
      comment: 'What runs in browsers and Workers imports no module of Node.',
      severity: 'error',
      from: {
        path: [
          '^packages/(contract|text|protocol|emulator|inspector)/(src|reads)/',
          `${remote}client/`,
          `${webhooks}(?!cli/)`,
        ],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'tests-by-faces',
      comment:
        'Tests and tools import a package through its faces, so that its files can move. The tests of the page take its files.',
      severity: 'error',
      from: {
        path: '^(packages/([^/]+)/test|tools|examples|benches|test)/',
      },
      to: {
        path: '^packages/(?!inspector/src/|test-support/)[^/]+/(src|reads)/',
        pathNot: FACES.map(exactly),
      },
    },
    {
      name: 'core-is-for-tests',
      comment: 'What a core shows may change without notice.',
      severity: 'error',
      from: { path: '^(packages/[^/]+/(src|reads)|tools|examples|benches)/' },
      to: { path: '^packages/[^/]+/src/core\\.ts$' },
    },
    {
      name: 'faces-are-for-others',
      comment: 'Within a package, import the file that has the export.',
      severity: 'error',
      from: { path: '^packages/(emulator|server|remote|follow-clock)/src/' },
      to: { path: '^packages/$1/src/(index|host|core)\\.ts$' },
    },
    only(
      'inspector-stands-alone',
      'The page uses the APIs of the server only, so that a test can do everything that a person can do there.',
      `${inspector}(?!api/types\\.ts$)`,
      [inspector, npm('preact', '@tanstack/virtual-core'), 'vite/client', contract, text],
    ),
    only(
      'inspector-types',
      'The types of the responses come from the rows, so that the compiler compares both sides.',
      `${inspector}api/types\\.ts$`,
      [`${reads}types\\.ts$`],
    ),
    {
      name: 'inspector-types-only',
      comment: 'Types cost nothing at run time; code of the emulator must not get into the page.',
      severity: 'error',
      from: { path: inspector },
      to: { path: reads, dependencyTypesNot: ['type-only'] },
    },
    only('reads-know-no-page', 'The page changes more often than what it reads.', reads, [
      '^(?!packages/inspector/src/)',
    ]),
    ...rooms('inspector', inspector, INSPECTOR_ROOMS, ['^(?!packages/inspector/src/)']),
    only(
      'conformance-arrows',
      'The suite tests any service, so it must not import the emulator or the client.',
      `${conformance}(?!cli/|core\\.ts$)`,
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
    ...rooms('emulator', emulator, EMULATOR_ROOMS, ['^(?!packages/emulator/src/)']),
    ...rooms('server', server, SERVER_ROOMS, ['^(?!packages/server/src/)']),
    ...rooms('remote', remote, REMOTE_ROOMS, ['^(?!packages/remote/src/)']),
    {
      name: 'sources-without-tests',
      comment: 'Sources never import tests, tools, examples or the support of tests.',
      severity: 'error',
      from: { path: '^packages/(?!test-support/)[^/]+/(src|reads)/' },
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
