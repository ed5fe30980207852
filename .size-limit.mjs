/**
 * What bundlers make of programs that use the packages, minified and gzipped. Needs `npm run build`.
 *
 * The limits of the SDK are what it is, and a little more: that no one makes it bigger without saying so. What a client
 * and one send load is the sum of the files that run, each compressed by itself, as a bundler that splits code writes
 * them: ky, zod and the engine are in it, and the part that other operations load is not. The bundle of everything in
 * one file has lines of its own.
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

/** Writes a file for each part, and does not count the one that a send never loads. */
const loadedBySend = {
  splitting: true,
  plugins: [
    {
      name: 'loaded-by-send',
      setup: (build) =>
        build.onEnd(({ metafile: { outputs } }) => {
          const extras = Object.keys(outputs).filter((file) => /(^|\/)extras-[^/]*$/.test(file));
          if (extras.length !== 1) throw new Error('there is no file of extras to leave out');
          delete outputs[extras[0]];
        }),
    },
  ],
};

export default [
  { name: 'webhooks: verify alone', ...webhooks('{ verify }'), limit: '3.2 kB' },
  { name: 'webhooks: verifySync alone', ...webhooks('{ verifySync }'), limit: '3.2 kB' },
  { name: 'webhooks: createWebhookHandler', ...webhooks('{ createWebhookHandler }'), limit: '5.3 kB' },
  ...['node', 'browser', 'workerd'].map((condition) => ({
    name: `sdk: loaded by a client and one send, ${condition}`,
    limit: '31.8 kB',
    ...bundled(condition, loadedBySend),
  })),
  ...['node', 'browser', 'workerd'].map((condition) => ({
    name: `sdk: everything in one file, ${condition}`,
    limit: '34.8 kB',
    ...bundled(condition),
  })),
  {
    name: 'sdk: client before its first call, browser',
    limit: '7.5 kB',
    ...bundled('browser', withoutLazyParts),
  },
];
