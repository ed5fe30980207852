/** How far a call has come. */
export interface Progress {
  /** How often the request was handed to the network. */
  attempts: number;
  /** Whether one of the attempts may have been carried out. */
  maybeSent: boolean;
}

/** Where every call begins. */
export function noProgress(): Progress {
  return { attempts: 0, maybeSent: false };
}
