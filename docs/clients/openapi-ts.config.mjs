export default {
  input: '../openapi.yaml',
  // Node runs the generated TypeScript without a build, so imports name the files.
  output: { path: 'generated/hey-api', importFileExtension: '.ts' },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
};
