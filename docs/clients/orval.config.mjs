export default {
  messaging: {
    input: '../openapi.yaml',
    output: {
      target: './generated/orval.ts',
      client: 'fetch',
      override: { mutator: { path: './orval-fetch.ts', name: 'callService' } },
    },
  },
};
