/**
 * Compares two texts in a time that does not depend on their content, so it does not reveal how much of a guess was
 * correct. It compares the encoded texts and not the bytes, because base64 can write the same bytes in several ways.
 *
 * @param expected - The signature as computed.
 * @param received - The signature as received.
 */
export function equalsInConstantTime(expected: string, received: string): boolean {
  let difference = expected.length ^ received.length;
  for (let index = 0; index < expected.length; index++) {
    difference |= expected.charCodeAt(index) ^ received.charCodeAt(index);
  }
  return difference === 0;
}
