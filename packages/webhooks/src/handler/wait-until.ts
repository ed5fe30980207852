import { WebhookVerificationError } from '../errors/errors.ts';
import type { WebhookHandlerOptions } from './options.ts';

/** The context that a platform passes with each request, such as the `ExecutionContext` of Workers. */
export interface RequestContext {
  /** Keeps the request alive until a promise settles. */
  waitUntil(work: Promise<unknown>): void;
}

/**
 * Returns the first context among the arguments that follow a request: platforms pass it second or third.
 *
 * @param rest - The arguments of a handler after the request.
 */
export function contextOf(rest: readonly unknown[]): RequestContext | undefined {
  return rest.find(
    (one): one is RequestContext =>
      typeof (one as Partial<RequestContext> | null | undefined)?.waitUntil === 'function',
  );
}

/**
 * Passes work on to the option `waitUntil`. A function that was detached from its object, such as `ctx.waitUntil`, is called
 * on the context of the request.
 *
 * @param waitUntil - The option.
 * @param context - The context of the request.
 * @param work - The work, which never rejects.
 * @param report - Receives errors.
 * @returns Whether the work was passed on. If not, the handler has to wait for it before it responds.
 */
export function passOn(
  waitUntil: WebhookHandlerOptions['waitUntil'],
  context: RequestContext | undefined,
  work: Promise<void>,
  report: (error: unknown) => void,
): boolean {
  if (waitUntil === undefined || waitUntil === false) return false;
  try {
    if (waitUntil === true) {
      if (context === undefined)
        throw new TypeError('no context with a function waitUntil came with the call');
      context.waitUntil(work);
      return true;
    }
    // A function of an option may be async, because its type is compatible.
    const passed: unknown = waitUntil.call(context as unknown as WebhookHandlerOptions, work);
    void Promise.resolve(passed).catch(report);
    return true;
  } catch (cause) {
    const problem = `waitUntil cannot be used: ${String(cause)}. The handler responded after the action instead.`;
    const fix =
      'Pass waitUntil: true and the context with each call, handler(request, context), or a function that keeps its object: (work) => context.waitUntil(work).';
    report(new WebhookVerificationError('invalid_options', problem, { cause, fix }));
    return false;
  }
}
