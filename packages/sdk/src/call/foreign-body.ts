import type { Issue } from '@messaging-service/contract';
import { isRecord, isText } from './values.ts';

/** Longest description that fits on a line of a log. */
const MAX_LENGTH = 300;
/** The part of a page that is searched: a page may have any size. */
const MAX_PAGE = 20_000;
const MAX_DEPTH = 3;
const MAX_ISSUES = 20;

/** Members in which services describe an error, in the order in which they are read. */
const MESSAGE_MEMBERS = ['message', 'detail', 'error_description', 'title', 'description', 'reason'];
const NESTED_MEMBERS = ['error', 'errors', 'fault', 'Error', 'Message'];
/** Members that list invalid fields, and the members of an entry that name its field. */
const ISSUE_LISTS = ['invalid-params', 'invalidParams', 'errors', 'issues', 'details', 'violations'];
const FIELD_MEMBERS = ['path', 'field', 'name', 'param', 'pointer', 'parameter'];

/** The contents of an error response that does not have the form of the service's errors. */
export interface ForeignDescription {
  readonly code?: string | undefined;
  readonly message: string;
  readonly issues: readonly Issue[];
}

/**
 * Describes the body of an error response of any service: `{ message }`, a problem document, nested errors, a page, plain
 * text or nothing. The message may have any length: see {@link shorten}.
 *
 * @param body - The body as JSON; undefined when it is not JSON.
 * @param text - The body as text.
 */
export function describeForeignBody(body: unknown, text: string): ForeignDescription {
  if (body === undefined) return { message: isPage(text) ? describePage(text) : text, issues: [] };
  const code = isRecord(body)
    ? (body.code ?? (isRecord(body.error) ? body.error.code : undefined))
    : undefined;
  return {
    code: isText(code) ? code : undefined,
    message: findMessage(body, 0) ?? text,
    issues: findIssues(body),
  };
}

/** Puts a text into one short line. */
export function shorten(text: string): string {
  const line = text
    .slice(0, 4 * MAX_LENGTH)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  if (line === '') return 'the response has no body';
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1).toWellFormed()}…`;
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

/** The invalid fields that a body names, each with its message. */
function findIssues(body: unknown): Issue[] {
  if (!isRecord(body)) return [];
  const lists = ISSUE_LISTS.map((name) => body[name]).filter((list) => Array.isArray(list));
  return lists.flat().slice(0, MAX_ISSUES).filter(isRecord).flatMap(readIssue);
}

function readIssue(entry: Readonly<Record<string, unknown>>): Issue[] {
  const path = FIELD_MEMBERS.map((name) => entry[name]).find((field) => isText(field));
  const message = findMessage(entry, 1);
  return isText(path) && message !== undefined ? [{ path, message: shorten(message) }] : [];
}

/** HTML or XML. */
function isPage(text: string): boolean {
  return /^\uFEFF?\s{0,100}<[!?a-z]/i.test(text);
}

/** The visible text of a page, which begins with its title. */
function describePage(text: string): string {
  const page = text.slice(0, MAX_PAGE);
  const visible = page.replace(/<(script|style)\b[^<>]*>[^<]*(<\/|$)/gi, ' <').replace(/<[^<>]*>?/g, ' ');
  return visible.trim() === '' ? 'a page without text' : visible;
}
