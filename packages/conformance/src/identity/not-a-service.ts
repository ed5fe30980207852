/** Why something is not a service with this API. */
export interface NotAService {
  /** The reason, without a full stop. */
  readonly reason: string;
  /** What to do, as a sentence. */
  readonly nextStep: string;
}
