import { writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readSamples } from './api-samples.ts';
import { read } from './pages.ts';

interface Parameter {
  readonly required?: boolean;
  readonly example?: unknown;
  readonly examples?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Record<string, unknown>>>;
}

/** Writes both OpenAPI documents as the API reference reads them: with code in TypeScript for each operation. */
export function writeApiDocuments(folder: string): void {
  const samples = readSamples();
  for (const name of ['openapi', 'control-api']) {
    const document = parse(read(`docs/${name}.yaml`)) as OpenApi;
    for (const item of Object.values(document.paths))
      for (const [method, operation] of Object.entries(item))
        if (isOperation(operation)) item[method] = prepare(operation, samples);
    writeFileSync(`${folder}${name}.json`, JSON.stringify(document));
    writeFileSync(`${folder}${name}.yaml`, read(`docs/${name}.yaml`));
  }
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'operationId' in value;

/** Adds code in TypeScript. Parameters with an example would be part of each request, such as a dry run. */
function prepare(operation: Operation, samples: ReadonlyMap<string, string>): unknown {
  const source = samples.get(operation.operationId);
  const parameters = operation.parameters?.map((parameter) =>
    parameter.required === true ? parameter : withoutExamples(parameter),
  );
  return {
    ...operation,
    ...(parameters === undefined ? {} : { parameters }),
    ...(source === undefined ? {} : { 'x-codeSamples': [{ lang: 'typescript', label: 'SDK', source }] }),
  };
}

function withoutExamples({ example: _, examples: _all, ...parameter }: Parameter): Parameter {
  return parameter;
}
