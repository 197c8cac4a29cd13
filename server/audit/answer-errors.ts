/** Reasons why a question has no answer although the journal is valid. */

/** The journal has no data for the question. */
export class NoDataError extends Error {
  constructor() {
    super('the journal knows nothing of it in that time');
  }
}

/** The answer or bundle would exceed its maximum. */
export class TooLargeError extends Error {}
