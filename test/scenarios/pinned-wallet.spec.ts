/** What one wrong line of the core would change for money that comes in or leaves, an example each. */
import { given, lastPrice, occurred, withdraw } from '../tools/core-fixture';

const HOUR = 3_600_000;
/** USDT units of scale 8. */
const USDT = 100_000_000n;

test.each([
  ['in the last millisecond of the twenty-fourth hour', 24 * HOUR - 1, (1_015n * USDT) / 1_000n],
  ['a millisecond later no more', 24 * HOUR, USDT],
])('what was traded counts for what a coin is worth: %s', (_, after, value) => {
  const scenario = given();
  const { exchange } = scenario;
  const hour = Math.ceil(exchange.now / HOUR) * HOUR;
  exchange.now = hour;
  // Ten lots at 1.04, then ten at 0.99: 1.015 on average, which is more than the reference price of 1.
  scenario.given(lastPrice(104), lastPrice(99));
  exchange.now = hour + after;
  scenario.when(withdraw('BTC', 1_000n)).then(occurred('WithdrawalApplied', { value }));
});
