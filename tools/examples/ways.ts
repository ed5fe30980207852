/** How an example runs in a clone of the repository, without an installation where that is possible. */
export type Way =
  /** A program of the example, with the sources of the packages. It contains its own emulated service. */
  | { readonly program: string }
  /** Tests of this repository that run the example. */
  | { readonly vitest: readonly string[] }
  /** The script `test` of the example, with the sources of the packages. */
  | { readonly test: 'in place' }
  /** The script `test` of a copy, in which its framework is installed. */
  | { readonly test: 'in a copy' };

/** The way of each example, by the name of its folder. The workflows of `github-actions` run at GitHub only. */
export const WAYS: Readonly<Record<string, Way>> = {
  appointments: { program: 'demo.ts' },
  'aws-lambda': { test: 'in place' },
  campaign: { program: 'demo.ts' },
  'campaign-workers': { program: 'demo.ts' },
  'cloudflare-worker': { test: 'in a copy' },
  compose: { test: 'in place' },
  cypress: { vitest: ['examples/cypress'] },
  'end-to-end': {
    vitest: ['--project', 'long', 'test/examples/playwright', '-t', 'two workers test the same day'],
  },
  fastify: { program: 'main.ts' },
  'go-test': { test: 'in place' },
  inbox: { program: 'main.ts' },
  jest: { test: 'in a copy' },
  nestjs: { test: 'in a copy' },
  'nextjs-route': { vitest: ['examples/nextjs-route'] },
  'node-test': { test: 'in place' },
  'otp-login': { program: 'main.ts' },
  'php-phpunit': { test: 'in place' },
  playwright: {
    vitest: ['--project', 'long', 'test/examples/playwright', '-t', 'the tests pass with an emulator'],
  },
  'python-follow': { test: 'in place' },
  'python-pytest': { test: 'in place' },
  sveltekit: { test: 'in a copy' },
  'two-way': { program: 'main.ts' },
};
