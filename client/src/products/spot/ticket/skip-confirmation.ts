/** Storage key of the setting that skips confirmations. */
export const SKIP_CONFIRMATION_KEY = 'trade.skip-confirmation';
