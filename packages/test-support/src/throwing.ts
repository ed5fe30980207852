/** Creates a function that throws an error, as functions and getters of third-party code may do. */
export function throwing(error: Error): () => never {
  return () => {
    throw error;
  };
}
