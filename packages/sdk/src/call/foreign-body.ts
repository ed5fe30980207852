import { isRecord, isText } from './values.ts';

/** Longest description that fits on a line of a log. */
const MAX_LENGTH = 300;

/** Members that services describe an error in, in the order in which they are read. */
const MESSAGE_MEMBERS = ['message', 'detail', 'error_description', 'title', 'description', 'reason'];
const NESTED_MEMBERS = ['error', 'errors', 'fault'];
const MAX_DEPTH = 3;

/** What a body says that does not have the shape of the specification's errors. */
export interface ForeignDescription {
  readonly code?: string | undefined;
  readonly message: string;
}

/**
 * Describes the body of an error response of any service: `{ message }`, a problem document, nested errors, a page, plain
 * text or nothing.
 *
 * @param body - The body as JSON; undefined when it is not JSON.
 * @param text - The body as text.
 */
export function describeForeignBody(body: unknown, text: string): ForeignDescription {
  if (text.trim() === '') return { message: 'the response has no body' };
  if (body === undefined) return { message: shorten(isPage(text) ? describePage(text) : text) };
  const message = findMessage(body, 0) ?? text;
  const code = isRecord(body) && isText(body.code) ? body.code : undefined;
  return { code, message: shorten(message) };
}

function findMessage(value: unknown, depth: number): string | undefined {
  if (isText(value)) return value.trim() === '' ? undefined : value;
  if (depth === MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return findMessage(value[0], depth + 1);
  if (!isRecord(value)) return undefined;
  for (const name of MESSAGE_MEMBERS) {
    const member = value[name];
    if (isText(member) && member.trim() !== '') return member;
  }
  for (const name of NESTED_MEMBERS) {
    const message = findMessage(value[name], depth + 1);
    if (message !== undefined) return message;
  }
  return undefined;
}

function isPage(text: string): boolean {
  return /^\s*(?:<!doctype|<html|<\?xml|<head|<body|<h1)/i.test(text);
}

/** The title of a page, or the start of its visible text. */
function describePage(text: string): string {
  const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1]?.trim();
  if (title !== undefined && title !== '') return title;
  // Bounded before it is searched: a page may have any size.
  return text.slice(0, 10_000).replace(/<[^>]*>/g, ' ');
}

function shorten(text: string): string {
  const line = text
    .slice(0, 4 * MAX_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1)}…`;
}
