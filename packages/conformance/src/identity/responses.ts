import { beginning } from '@messaging-service/text';
import type { ServiceResponse } from '../service/service-client.ts';
import type { NotAService } from './not-a-service.ts';

/** A response with its headers. */
export interface Evidence extends ServiceResponse {
  readonly headers: Headers | undefined;
}

const ADDRESS =
  'Check --base-url, including the path before /batch. For another API, use the client of its provider.';

/** Explains responses that no service with this API gives. The first one decides, which has the key of the account. */
export function explainResponses(responses: readonly Evidence[], baseUrl: string): NotAService {
  const [first] = responses;
  if (first === undefined) return { reason: 'it did not respond', nextStep: ADDRESS };
  return explainOne(first, baseUrl) ?? explainAll(responses, first);
}

/** Explains a response of something in front of the service, or of a web page. */
function explainOne({ status, headers, text }: Evidence, baseUrl: string): NotAService | undefined {
  if (status === 407 || headers?.has('proxy-authenticate'))
    return {
      reason: `a proxy asks for a user name and a password (${status})`,
      nextStep: 'Sign in to the proxy, or set NO_PROXY for this host.',
    };
  if (status === 511)
    return {
      reason: 'the network asks you to sign in (511)',
      nextStep: 'Open a web page in a browser, sign in to the network, then try again.',
    };
  if (status >= 300 && status < 400) return explainRedirect(status, headers?.get('location'), baseUrl);
  if (!isHtml(text, headers)) return undefined;
  const title = /<title[^>]*>([^<]{1,200})/i.exec(text)?.[1]?.trim();
  const page = title ? `a web page (HTML) with the title "${title}"` : 'a web page (HTML)';
  return isLogin(text)
    ? {
        reason: `GET /batch returned ${status} with a login page, ${page}, of a proxy or a web application`,
        nextStep: 'Sign in to the network or the proxy, or check --base-url.',
      }
    : {
        reason: `GET /batch returned ${status} with ${page}`,
        nextStep: 'Check --base-url: it must be the address of the API, not of a web site.',
      };
}

function isHtml(text: string, headers: Headers | undefined): boolean {
  return (
    /\bhtml\b/i.test(headers?.get('content-type') ?? '') || /^\s*<(?:!doctype|html|head|body)\b/i.test(text)
  );
}

function isLogin(text: string): boolean {
  return /type=["']?password|\b(?:log|sign)[ -]?(?:in|on)\b/i.test(text);
}

function explainRedirect(status: number, location: string | null | undefined, baseUrl: string): NotAService {
  const from = new URL(baseUrl);
  if (location == null || !URL.canParse(location, baseUrl))
    return { reason: `GET /batch returned ${status}, a redirect without an address`, nextStep: ADDRESS };
  const to = new URL(location, baseUrl);
  // The query can repeat the key.
  const shown = `${to.origin}${to.pathname}`;
  const reason = `GET /batch redirects to ${shown} (${status})`;
  if (to.protocol === 'https:' && from.protocol === 'http:' && to.hostname === from.hostname)
    return { reason, nextStep: `Try --base-url https://${to.host}${from.pathname.replace(/\/+$/, '')}.` };
  if (isLogin(`${to.hostname}${to.pathname}`) || /\b(?:auth|sso|saml|oauth2?|portal)\b/i.test(shown))
    return {
      reason: `${reason}, a login page`,
      nextStep: 'Sign in to the network or the proxy, or check --base-url.',
    };
  return { reason, nextStep: 'Use the address that it redirects to in --base-url, if that is the API.' };
}

/** Explains what all responses have in common. */
function explainAll(responses: readonly Evidence[], first: ServiceResponse): NotAService {
  const statuses = new Set(responses.map(({ status }) => status));
  const { status, text } = first;
  const example = describe(first);
  if (status >= 500)
    return {
      reason: `GET /batch returned ${status}${example}, so nothing shows which API it has`,
      nextStep: 'Try again when the service works, or check --base-url.',
    };
  if (status === 429)
    return {
      reason: `GET /batch returned 429${example}, so nothing shows which API it has`,
      nextStep: 'Wait, then try again.',
    };
  if (status === 404 || status === 405)
    return { reason: `it does not have GET /batch: ${status}${example}`, nextStep: ADDRESS };
  if (statuses.size === 1 && status >= 400)
    return {
      reason: `it refuses every request with ${status}${example}, also one to a path that no service has`,
      nextStep: 'Check --account-key and --base-url. For another API, use the client of its provider.',
    };
  if (text.trim() === '')
    return {
      reason: `GET /batch returned ${status} without a body, not a list of batches`,
      nextStep: ADDRESS,
    };
  return { reason: `GET /batch returned ${status}${example}, not a list of batches`, nextStep: ADDRESS };
}

const MAX_EXAMPLE_LENGTH = 160;

function describe({ text }: ServiceResponse): string {
  const trimmed = text.trim();
  if (trimmed === '') return ' without a body';
  return ` with ${beginning(trimmed, MAX_EXAMPLE_LENGTH)}`;
}
