import type { TestProject } from 'vitest/node';
import { type OpenApi, readDocument } from './response-checker.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly openapi: OpenApi;
    readonly controlApi: OpenApi;
  }
}

/** Reads docs/openapi.yaml and docs/control-api.yaml once for all test files. */
export function setup(project: TestProject): void {
  project.provide('openapi', readDocument('docs/openapi.yaml'));
  project.provide('controlApi', readDocument('docs/control-api.yaml'));
}
