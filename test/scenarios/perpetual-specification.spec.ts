/** What the specification says of contract orders, sentence by sentence: what each refuses, and that it is said in nine languages. */
import type { RejectionCode } from '../../shared/rules/codes';
import { LANGUAGES } from '../../shared/wire/languages';
import { ALICE, BOB, accountFrozen, refused, system, type Scenario, type Step } from '../tools/core-fixture';
import { close, leverage, open, opened, perpetuals, perpetualState, stop } from '../tools/perpetual-fixture';

const M = 500_000;
const ZERO = { takeProfit: 0, takeProfitBy: 'last' } as const;
const STRANGER = 10_000_077;
const LONG = () => perpetuals().given(opened(M, 10));
const atOnce = () => perpetuals().given(leverage(BOB, 1));
const unverified = () => perpetuals().given(system({ type: 'RegisterMember', user: STRANGER }));

test.each<[says: string, code: RejectionCode, given: () => Scenario, step: Step]>([
  ['Quantity must be greater than 0', 'quantity.not.positive', perpetuals, open(BOB, 'long', M, 0)],
  ['Balance must be sufficient', 'margin.insufficient', atOnce, open(BOB, 'long', M, 30_000)],
  ['Take-profit cannot be 0', 'stop.zero', LONG, stop(BOB, 'long', 'take_profit', 0)],
  ['Stop-loss cannot be 0', 'stop.zero', LONG, stop(BOB, 'long', 'stop_loss', 0)],
  ['Take-profit brought along cannot be 0', 'stop.zero', perpetuals, open(BOB, 'long', M, 1, ZERO)],
  ['Long: take-profit above the latest price', 'take.profit.wrong.side', LONG, stop(BOB, 'long', 'take_profit', M - 1)],
  ['Long: stop-loss below it', 'stop.loss.wrong.side', LONG, stop(BOB, 'long', 'stop_loss', M + 1)],
  ['Short: take-profit below', 'take.profit.wrong.side', LONG, stop(ALICE, 'short', 'take_profit', M + 1)],
  ['Short: stop-loss above', 'stop.loss.wrong.side', LONG, stop(ALICE, 'short', 'stop_loss', M - 1)],
  ['Pending long not above market', 'long.above.market', LONG, open(BOB, 'long', M + 1, 1)],
  ['Pending short not below market', 'short.below.market', LONG, open(BOB, 'short', M - 1, 1)],
  ['Account not authenticated', 'account.not.authenticated', unverified, open(STRANGER, 'long', M, 1)],
  [
    'Coin under maintenance',
    'coin.under.maintenance',
    () => LONG().given(perpetualState('maintenance')),
    open(BOB, 'long', M, 1),
  ],
  ['Coin not open', 'coin.not.open', () => perpetuals().given(perpetualState('closed')), open(BOB, 'long', M, 1)],
  ['Account frozen', 'account.frozen', () => LONG().given(accountFrozen(BOB)), open(BOB, 'long', M, 1)],
  ['Position to close', 'position.none', perpetuals, close(BOB, 'long', M, 1)],
  ['Leverage within the tiers', 'leverage.too.high', perpetuals, leverage(BOB, 126)],
])('%s: %s', async (_, code, given, step) => {
  given().when(step).then(refused(code));
  for (const language of LANGUAGES) {
    const { code: words } = (await import(`../../shared/wire/messages/${language}.json`)) as {
      code: Record<string, string>;
    };
    expect([language, words[code]?.length ?? 0]).not.toEqual([language, 0]);
  }
});
