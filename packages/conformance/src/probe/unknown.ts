/** A well-formed key that belongs to no account. */
export const UNKNOWN_KEY = '00000000000000000000000000000000';

/** A UUID of no resource. */
export const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';
