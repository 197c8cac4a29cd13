import { canonicalLines, restoreState } from '../../server/core/canonical-state';
import type { PositionSide } from '../../shared/rules/perpetual/position';
import { ALICE, BOB, CAROL, occurred, staff, that, type Exchange } from '../tools/core-fixture';
import { ETH, both, moved, transferred, two } from '../tools/cross-fixture';
import { PERP, fund, leverage, open } from '../tools/perpetual-fixture';
import { usdt } from '../tools/perpetual-terms';

const FEES = usdt('16');

function lotsOf({ state }: Exchange, user: number, market: string, side: PositionSide): number {
  return state.perpetual.holdings.get(user)?.get(market)?.[side]?.lots ?? 0;
}
const types = ({ batches }: Exchange, from: number) =>
  batches.slice(from).flatMap(({ events }) => events.map(({ type }) => type));

describe('a cross account', () => {
  test('is liquidated at the tick that follows by hand, and not a tick before', () => {
    // Wallet 10,000, the short at 3,100.0: 41,329.097393.
    const scenario = both().given(fund(BOB, FEES), moved(both(), 490_000, 31_000));
    scenario.given(moved(scenario, 420_000, 31_000));
    scenario.when(moved(scenario, 413_291, 31_000)).then(
      occurred('IndexPublished'),
      occurred('MarkPublished', { market: PERP, mark: 413_291 }),
      occurred('MarkPublished'),
      that((exchange) => expect(exchange.state.liquidations.accounts.size).toBe(0)),
    );
    scenario.when(moved(scenario, 413_290, 31_000)).then(
      occurred('IndexPublished'),
      occurred('MarkPublished', { market: PERP, mark: 413_290 }),
      occurred('MarkPublished'),
      occurred('CrossLiquidationStarted', { user: BOB, wallet: usdt('10,000'), profit: -usdt('9,671') }),
    );
  });
});
