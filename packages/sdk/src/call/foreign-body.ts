import type { Issue } from '@messaging-service/contract';
import type { Redact } from '../errors/redact.ts';
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
  readonly code: string | undefined;
  readonly message: string;
  readonly issues: readonly Issue[];
}

/**
 * Describes the body of an error response of any service: `{ message }`, a problem document, nested errors, a page, plain
 * text or nothing.
 *
 * @param body - The body as JSON; undefined when it is not JSON.
 * @param text - The body as text.
 */
export function describeForeignBody(body: unknown, text: string, redact: Redact): ForeignDescription {
  // Redacted before it is cut: half of a key would not be recognized.
  const lineOf = (part: string) => shorten(redact(part));
  if (body === undefined) {
    const message = isPage(text) ? shorten(describePage(redact(text))) : lineOf(text);
    return { code: undefined, message, issues: [] };
  }
  const { code, error } = isRecord(body) ? body : {};
  const anyCode = code ?? (isRecord(error) ? error.code : undefined);
  return {
    code: isText(anyCode) ? lineOf(anyCode) : undefined,
    message: lineOf(findMessage(body, 0) ?? text),
    issues: findIssues(body).map(({ path, message }) => ({ path: redact(path), message: lineOf(message) })),
  };
}

/** Puts a text into one short line. */
function shorten(text: string): string {
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
  return isText(path) && message !== undefined ? [{ path, message }] : [];
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
