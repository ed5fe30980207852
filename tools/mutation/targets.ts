/** A folder whose mutants are tested, and the tests that have to find them. */
export interface Target {
  readonly mutate: readonly string[];
  /** Fast and specific tests first: a mutant is killed by the first test that fails. */
  readonly tests: readonly string[];
  /** Names of tests that take seconds. */
  readonly slow?: RegExp;
  /**
   * Whether schemas are created when they are first used, so that only the first test that uses one would count for it.
   */
  readonly isLazy?: true;
  /** Whether mutants of code that runs when a module is imported are tested, which takes a new worker and all tests. */
  readonly isStaticTested?: true;
}

/** The folders with most of the rules, by the name that the command takes. */
export const targets: Readonly<Record<string, Target>> = {
  verify: {
    mutate: ['packages/webhooks/src/verify/**/*.ts'],
    // Tests of Redis, of frameworks and with many random inputs take much longer and test other things.
    tests: [
      'packages/webhooks/test/{known-answer,input,signed-headers,sign-test-webhook,secrets,options}.test.ts',
      'packages/webhooks/test/{errors,minify,parse,tenants,runtime,reserialize}.test.ts',
      'packages/webhooks/test/corpus.test.ts',
    ],
  },
  contract: {
    mutate: ['packages/contract/src/**/*.ts'],
    isLazy: true,
    isStaticTested: true,
    // The oracles compare with other libraries for as long as they are allowed to.
    tests: [
      'packages/contract/test/{batch-request,cron,endpoints,message-*,path,query,responses,spelling}.test.ts',
      'packages/contract/test/{timestamp,units,unknown-values,validation,webhook-events,lazy}.test.ts',
      'packages/contract/test/{account-request,hostile,lenient}.test.ts',
    ],
  },
  call: {
    mutate: ['packages/sdk/src/call/**/*.ts'],
    isStaticTested: true,
    tests: [
      'packages/sdk/test/{attempts,wire,request-validation,api-errors,unexpected-responses,foreign-responses}.test.ts',
      'packages/sdk/test/{lenient-responses,custom-request,with-response,safe-resend}.test.ts',
      'packages/sdk/test/{retries,failures,watching,client,settings,messages,batches}.test.ts',
    ],
  },
  domain: {
    mutate: ['packages/emulator/src/domain/**/*.ts'],
    // Tests of a server and of other processes repeat the rules that these test; only the lists of the inspector need
    // them.
    tests: [
      'packages/emulator/test/!(documentation|large-json|remote-client|msw|vitest-fixture|fake-timers|hostile-input|sms|fetch|webhook-{limits,receivers,network}).test.ts',
      'packages/emulator/test/{controls,model}/!(service|cron-times.oracle|sandboxes|history).test.ts',
      'packages/emulator/test/server/{lists,inspector-{find,lists,handsets,accounts,objects}}.test.ts',
      'packages/emulator/test/model/service.test.ts',
    ],
    slow: /half sent continues|a server refuses each of them|while the index is built|during a long advance|many turns of the event loop|one turn of the event loop|large batch is|while other work/,
  },
};

/** The target that `run.ts` selects for Stryker and Vitest. */
export function selectedTarget(): Target & { readonly name: string } {
  const name = process.env.MUTATION_TARGET ?? '';
  const target = targets[name];
  if (target === undefined)
    throw new Error(`MUTATION_TARGET must be one of ${Object.keys(targets).join(', ')}.`);
  return { name, ...target };
}
