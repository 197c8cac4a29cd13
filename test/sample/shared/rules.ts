/** Rules of timers that both sides know. */
export const TIMER_ASSET = 'USDT';
export const TIMER_SECONDS_MAX = 86_400;
