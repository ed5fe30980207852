import { APP } from '@messaging-service/stories';

/**
 * The addresses of the application's server in a story: paths of one server that stands for it. Hosts, logins and queries are left
 * out, because a program that is shared must not contain what they may: secrets of another place.
 */
export class AppUrls {
  readonly #paths = new Map<string, string>();

  /** The path that stands for a URL: its own, or with a number if another URL has that. */
  pathOf(url: string): string {
    const known = this.#paths.get(url);
    if (known !== undefined) return known;
    const { pathname } = new URL(url);
    const taken = new Set(this.#paths.values());
    let path = pathname;
    for (let number = 2; taken.has(path); number++) path = `${pathname.replace(/\/$/, '')}-${number}`;
    this.#paths.set(url, path);
    return path;
  }

  /** The URL that stands for another. */
  urlOf(url: string): string {
    return APP + this.pathOf(url);
  }
}
