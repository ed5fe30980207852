/** What every view gets: the rest of the address. */
export interface ViewProps {
  readonly parameters: Readonly<Record<string, string>>;
}
