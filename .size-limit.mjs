/**
 * What bundlers make of programs that use the packages, minified and gzipped. Needs `npm run build`.
 *
 * The limits of the SDK are what it is, and a little more: that no one makes it bigger without saying so. All that a
 * send takes is in it: ky, zod and the parts that are loaded with the first call.
 */
const webhooks = (program) => ({ path: 'packages/webhooks/dist/index.js', import: program, gzip: true });

const bundled = (condition, more = {}) => ({
  path: 'packages/sdk/dist/index.js',
  import: '{ createMessagingClient }',
  gzip: true,
  modifyEsbuildConfig: (config) => ({
    ...config,
    format: 'esm',
    platform: condition === 'node' ? 'node' : 'browser',
    conditions: [condition, 'import'],
    ...more,
  }),
});

/** Leaves out what is loaded by an `import()`. */
const withoutLazyParts = {
  plugins: [
    {
      name: 'without-lazy-parts',
      setup: (build) =>
        build.onResolve({ filter: /./ }, ({ kind, path: name }) =>
          kind === 'dynamic-import' ? { path: name, external: true } : undefined,
        ),
    },
  ],
};

export default [
  { name: 'webhooks: verify alone', ...webhooks('{ verify }'), limit: '3 kB' },
  { name: 'webhooks: verifySync alone', ...webhooks('{ verifySync }'), limit: '3 kB' },
  { name: 'webhooks: createWebhookHandler', ...webhooks('{ createWebhookHandler }'), limit: '4.7 kB' },
  ...['node', 'browser', 'workerd'].map((condition) => ({
    name: `sdk: client and one send, ${condition}`,
    limit: '34.5 kB',
    ...bundled(condition),
  })),
  {
    name: 'sdk: client before its first call, browser',
    limit: '8 kB',
    ...bundled('browser', withoutLazyParts),
  },
];
