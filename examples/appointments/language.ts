/** What a reminder says. */
export interface Visit {
  /** How the patient is called, in the vocative where the language has one. */
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
  /** First names, and how the person is called; `*` stands for the surname. */
  readonly given: readonly (readonly [name: string, called: string])[];
  /** Surnames that fit every first name. */
  readonly surnames: readonly string[];
  /** Where they go. */
  readonly clinics: readonly string[];
  /** All that must be said, for texts of one unit. */
  readonly brief: (visit: Visit) => string;
  /** The same with the clinic and a greeting, for longer texts. */
  readonly full: (visit: Visit) => string;
  /** Sentences that can follow, in any order. */
  readonly advice: readonly string[];
}
