import { writeFileSync } from 'node:fs';
import { isOperation, type Operation, type Parameter, readApi } from './api-document.ts';
import { programOf } from './api-programs.ts';
import { controlProgramOf } from './control-programs.ts';
import { read } from './pages.ts';

/** Writes both OpenAPI documents as the explorer reads them: with code in TypeScript for each operation that has a method. */
export function writeApiDocuments(folder: string): void {
  for (const name of ['openapi', 'control-api'] as const) {
    const document = readApi(name);
    for (const item of Object.values(document.paths))
      for (const [method, operation] of Object.entries(item))
        if (isOperation(operation))
          item[method] = prepare(
            operation,
            name === 'openapi' ? programOf(operation) : controlProgramOf(operation.operationId),
          );
    writeFileSync(`${folder}${name}.json`, JSON.stringify(document));
    writeFileSync(`${folder}${name}.yaml`, read(`docs/${name}.yaml`));
  }
}

/** Adds code in TypeScript. Parameters with an example would be part of each request, such as a dry run. */
function prepare(operation: Operation, source: string | undefined): unknown {
  return {
    ...operation,
    parameters: (operation.parameters ?? []).map((parameter) =>
      parameter.required === true ? parameter : withoutExamples(parameter),
    ),
    ...(source === undefined
      ? {}
      : { 'x-codeSamples': [{ lang: 'typescript', label: 'TypeScript', source }] }),
  };
}

function withoutExamples({ example: _, examples: _all, ...parameter }: Parameter): object {
  return parameter;
}
