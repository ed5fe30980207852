/** Something that the suite has started for its applications. */
export interface Service extends AsyncDisposable {
  /** Environment variables that name it. Each call empties a database, or creates another one. */
  fresh(): Promise<Readonly<Record<string, string>>>;
}
