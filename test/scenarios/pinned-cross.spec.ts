/** What one wrong line of the core would change for accounts in cross margin, an example each. */
import { ALICE, BOB, CAROL, available, occurred, refused, type Scenario } from '../tools/core-fixture';
import { ETH, both, moved, transferred } from '../tools/cross-fixture';
import { PERP, close, fund, open } from '../tools/perpetual-fixture';
import { usdt } from '../tools/perpetual-terms';

const free = (user: number, amount: bigint) => available(user, 'USDT', amount, 'contract');
const freeOf = ({ exchange: { state } }: Scenario) =>
  state.ledger.wallets.contract.get(BOB)?.get('USDT')?.available.balance ?? 0n;
const FEES = usdt('16');

/** The ETH book stands 2.0 below its index of 2,952.0, and the mark with it: 2,950.0. */
function markBelowIndex(scenario: Scenario, btc: number): void {
  const eth = { market: ETH };
  scenario.given(
    moved(scenario, btc, 29_520),
    ...[open(CAROL, 'long', 29_500, 2_000, eth), open(ALICE, 'short', 29_500, 2_000, { ...eth, timeInForce: 'ioc' })],
    ...[open(ALICE, 'short', 29_510, 2_000, eth), open(CAROL, 'long', 29_490, 2_000, eth)],
  );
  for (let times = 0; times < 3; times++) scenario.given(moved(scenario, btc, 29_520));
  expect(scenario.exchange.state.perpetual.contracts.get(ETH)?.mark).toMatchObject({ mark: 29_500, index: 29_520 });
}

test('a profit is settled at the worse of mark and index: a short, below its index, at the index', () => {
  const scenario = both();
  scenario.given(transferred(BOB, freeOf(scenario)));
  markBelowIndex(scenario, 444_000);
  scenario.given(open(CAROL, 'long', 444_000, 1_000));
  // The long loses 5,600; with 24.42 of fees 599.67 are missing beside its margin of 5,024.75. At the mark the short has won 500, at the index 480.
  scenario
    .when(close(BOB, 'long', 444_000, 1_000))
    .then(
      occurred('PerpetualOrderPlaced'),
      occurred('ProfitSettled', { market: ETH, side: 'short', price: 29_520, profit: usdt('480') }),
      occurred('MarginDrawn', { market: ETH, side: 'short', amount: usdt('119.67') }),
      occurred('PerpetualTraded', { price: 444_000 }),
      free(BOB, 0n),
    );
});
