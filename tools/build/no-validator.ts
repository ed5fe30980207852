/** What replaces the part of the library of the Model Context Protocol that depends on the platform. */
export { default as process } from 'node:process';

/** The validator of values by JSON Schema, which the tools do not use. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('No validator by JSON Schema is built in.');
  }
}
