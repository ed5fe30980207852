/** A controller whose signal is not an instance of this realm's `AbortSignal`. */
export interface ForeignController {
  readonly signal: AbortSignal;
  abort(): void;
}

/** Creates a controller: that of a frame in a page, otherwise one like those of simulated browsers and polyfills. */
export function createForeignController(): ForeignController {
  const { document } = globalThis as unknown as { document?: PageDocument };
  if (document === undefined) return new Polyfill();
  const frame = document.createElement('iframe');
  document.body.append(frame);
  return new frame.contentWindow.AbortController();
}

interface PageDocument {
  readonly body: { append(element: unknown): void };
  createElement(name: 'iframe'): {
    readonly contentWindow: { readonly AbortController: new () => AbortController };
  };
}

class Polyfill implements ForeignController {
  readonly #target = Object.assign(new EventTarget(), { aborted: false, reason: undefined });

  get signal(): AbortSignal {
    return this.#target as unknown as AbortSignal;
  }

  abort(): void {
    Object.assign(this.#target, { aborted: true, reason: new Error('aborted elsewhere') });
    this.#target.dispatchEvent(new Event('abort'));
  }
}
