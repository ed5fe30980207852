/** The names of the placeholders of a path template: `'/batch/{batchUuid}'` has `'batchUuid'`. */
export type PathParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterNames<Rest>
  : never;

/** The values that fill a path template. */
export type PathParameters<Path extends string> = { readonly [Name in PathParameterNames<Path>]: string };

/**
 * Fills the placeholders of a path template, and escapes each value as one segment.
 *
 * @param template - For example `/batch/{batchUuid}`.
 * @param parameters - A value for each placeholder.
 * @returns The path.
 * @throws {RangeError} A value cannot be escaped as a segment: it is empty, `.` or `..`, or has half of a surrogate pair.
 *
 * @example
 * ```ts
 * import { fillPath } from '@messaging-service/contract';
 *
 * fillPath('/batch/{batchUuid}', { batchUuid: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f' }); // '/batch/0190f3c4-…'
 * ```
 */
export function fillPath<Path extends string>(template: Path, parameters: PathParameters<Path>): string {
  const values: Readonly<Record<string, string>> = parameters;
  return template.replace(/\{(\w+)\}/g, (_placeholder, name: string) => segment(name, values[name] ?? ''));
}

/** URLs resolve `..` even when it is escaped: `DELETE /account/..` would reach another operation. */
function segment(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value) || !value.isWellFormed()) {
    throw new RangeError(`${name} cannot be part of a path; got ${JSON.stringify(value)}`);
  }
  return encodeURIComponent(value);
}
