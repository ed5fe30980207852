/** The content of a reminder. */
export interface Visit {
  /** The name of the patient, in the vocative if the language has one. */
  readonly name: string;
  /** Day of March. */
  readonly day: number;
  /** Time of day, such as 9:20. */
  readonly clock: string;
  /** The clinic's name. */
  readonly clinic: string;
}

/** The patients, clinics and sentences of one language. */
export interface Language {
  /** First names and forms of address; `*` is replaced by the surname. */
  readonly given: readonly (readonly [name: string, called: string])[];
  /** Surnames that fit every first name. */
  readonly surnames: readonly string[];
  /** Names of clinics. */
  readonly clinics: readonly string[];
  /** The essentials, for texts of one unit. */
  readonly brief: (visit: Visit) => string;
  /** The same with the clinic and a greeting, for longer texts. */
  readonly full: (visit: Visit) => string;
  /** Sentences that can follow, in any order. */
  readonly advice: readonly string[];
}
