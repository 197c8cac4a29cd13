/** Why a question has no answer, though the journal is as it must be. */

/** A journal has nothing of what was asked. */
export class NothingError extends Error {
  constructor() {
    super('the journal knows nothing of it in that time');
  }
}

/** It would be more than an answer or a bundle can hold. */
export class TooLargeError extends Error {}
