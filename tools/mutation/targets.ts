/** A folder whose mutants are tested, and the tests that have to find them. */
interface Target {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

/** The folders with most of the rules. Tests of servers, frameworks and other processes repeat what these tests prove. */
const targets: Readonly<Record<string, Target>> = {
  verify: {
    mutate: ['packages/webhooks/src/verify/**/*.ts'],
    tests: [
      'packages/webhooks/test/{known-answer,input,sign-test-webhook,secrets,options}.test.ts',
      'packages/webhooks/test/{errors,minify,parse,runtime,corpus,body-limit}.test.ts',
    ],
  },
  contract: {
    mutate: ['packages/contract/src/**/*.ts'],
    tests: ['packages/contract/test/!(*.oracle|*.long).test.ts'],
  },
  call: {
    mutate: ['packages/sdk/src/call/**/*.ts'],
    tests: [
      'packages/sdk/test/{attempts,wire,request-validation,api-errors,unexpected-responses,foreign-responses}.test.ts',
      'packages/sdk/test/{lenient-responses,custom-request,with-response,safe-resend}.test.ts',
      'packages/sdk/test/{retries,failures,watching,client,settings,messages,batches}.test.ts',
    ],
  },
  domain: {
    mutate: ['packages/emulator/src/domain/**/*.ts'],
    tests: [
      'packages/emulator/test/!(documentation|remote-client|msw|vitest-fixture|fake-timers|hostile-input|fetch|webhook-*).test.ts',
      'packages/emulator/test/{controls,model}/!(*.oracle|sandboxes|history).test.ts',
      // The lists of the control API, whose filters and parts are proven nowhere else.
      'packages/server/test/{lists,accounts,handsets,requests,webhooks}.test.ts',
    ],
  },
};

/** The target that the variable MUTATION_TARGET names. */
export function selectedTarget(): Target & { readonly name: string } {
  const name = process.env.MUTATION_TARGET ?? '';
  const target = targets[name];
  if (target === undefined)
    throw new Error(`MUTATION_TARGET must be one of ${Object.keys(targets).join(', ')}.`);
  return { name, ...target };
}
