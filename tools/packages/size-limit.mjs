/**
 * The size of programs that use the packages, bundled in one file, minified and gzipped. Needs `npm run build`.
 *
 * The limits are the current sizes and a little more, so that a package does not grow without notice.
 */
const webhooks = (program) => ({
  path: '../../packages/webhooks/dist/index.js',
  import: program,
  gzip: true,
});

const bundled = (condition, program) => ({
  path: '../../packages/sdk/dist/index.js',
  import: program,
  gzip: true,
  modifyEsbuildConfig: (config) => ({
    ...config,
    format: 'esm',
    platform: condition === 'node' ? 'node' : 'browser',
    conditions: [condition, 'import'],
  }),
});

export default [
  { name: 'webhooks: verify alone', ...webhooks('{ verify }'), limit: '7.3 kB' },
  { name: 'webhooks: verifySync alone', ...webhooks('{ verifySync }'), limit: '7.2 kB' },
  { name: 'webhooks: createWebhookHandler', ...webhooks('{ createWebhookHandler }'), limit: '11.4 kB' },
  {
    name: 'sdk: two error classes',
    ...bundled('browser', '{ InvalidKeyError, isMessagingError }'),
    limit: '1 kB',
  },
  ...['node', 'browser', 'workerd'].map((condition) => ({
    name: `sdk: client and one send in one file, ${condition}`,
    limit: '36.1 kB',
    ...bundled(condition, '{ createMessagingClient }'),
  })),
  // The files are bundled and minified already; the server sends them compressed.
  {
    name: 'inspector: all JavaScript',
    path: '../../packages/emulator/dist/inspector/assets/*.js',
    gzip: true,
    disablePlugins: ['@size-limit/esbuild'],
    limit: '80 kB',
  },
  // A server loads it with the first request of an agent.
  {
    name: 'emulator: tools for agents',
    path: '../../packages/emulator/dist/mcp.js',
    gzip: true,
    modifyEsbuildConfig: (config) => ({ ...config, format: 'esm', platform: 'node' }),
    limit: '95 kB',
  },
];
