import { canonicalLines, restoreState } from '../../server/core/canonical-state';
import { ALICE, BOB, occurred, refused } from '../tools/core-fixture';
import { PERP, marginMode, open, opened, perpetuals } from '../tools/perpetual-fixture';

describe('choosing cross margin', () => {
  test('is kept for the market, and by a restart', () => {
    const scenario = perpetuals();
    scenario.when(marginMode(BOB, 'cross')).then(occurred('MarginModeSet', { user: BOB, market: PERP, mode: 'cross' }));
    const { state } = scenario.exchange;
    const restored = restoreState(canonicalLines(state));
    expect([...canonicalLines(restored)]).toEqual([...canonicalLines(state)]);
    expect(restored.perpetual.holdings.get(BOB)?.get(PERP)?.mode).toBe('cross');
    scenario.when(marginMode(BOB, 'cross')).then(refused('margin.mode.unchanged'));
  });

  test('is refused while there is an order or a position, and for the one of another user not', () => {
    const scenario = perpetuals().given([open(ALICE, 'short', 500_000, 5)]);
    scenario.when(marginMode(ALICE, 'cross')).then(refused('margin.mode.in.use'));
    scenario.when(marginMode(BOB, 'cross')).then(occurred('MarginModeSet'));
    perpetuals().given(opened(500_000, 5)).when(marginMode(BOB, 'cross')).then(refused('margin.mode.in.use'));
  });
});
