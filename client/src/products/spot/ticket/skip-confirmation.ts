/** Under which a user's wish not to be asked twice is kept. */
export const SKIP_CONFIRMATION_KEY = 'trade.skip-confirmation';
