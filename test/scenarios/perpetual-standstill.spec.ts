/** A market stands still while it or one of its coins is under maintenance: nobody can act there, so nothing is done to anybody either. */
import type { CoreEvent } from '../../server/core/event';
import { fundingDue } from '../../shared/rules/perpetual/funding';
import {
  ALICE,
  BOB,
  CAROL,
  assetState,
  later,
  refused,
  restarted,
  type Scenario,
  type Step,
} from '../tools/core-fixture';
import { ETH, both, marks, moved as movedBoth } from '../tools/cross-fixture';
import {
  PERP,
  close,
  fund,
  leverage,
  marketEnd,
  moved,
  open,
  opened,
  perpetuals,
  perpetualState,
  quiet,
  stop,
} from '../tools/perpetual-fixture';
import { usdt } from '../tools/perpetual-terms';

const M = 500_000;
const HOUR = 3_600_000;

const of = ({ exchange }: Scenario, act: () => void): CoreEvent['type'][] => {
  const from = exchange.batches.length;
  act();
  return exchange.batches.slice(from).flatMap(({ events }) => events.map(({ type }) => type));
};

describe.each<[string, Step, Step]>([
  ['the market', perpetualState('maintenance'), perpetualState('open')],
  ['its coin', assetState('BTC', { trading: 'maintenance' }), assetState('BTC')],
  ['the coin that margin is in', assetState('USDT', { trading: 'maintenance' }), assetState('USDT')],
])('while %s is under maintenance', (_, begins, ends) => {
  const long = () => perpetuals({ fundingIntervalMs: HOUR }).given(leverage(BOB, 100), opened(M, 10));

  test('nobody is liquidated, who cannot close or add margin; afterwards by the first mark', () => {
    const scenario = quiet(long(), M).given(begins);
    expect(of(scenario, () => quiet(scenario, M - 6_000))).not.toContain('LiquidationStarted');
    scenario.when(close(BOB, 'long', M, 1)).then(refused('coin.under.maintenance'));
    expect(of(scenario, () => scenario.given(ends, moved(scenario, M - 6_000)))).toContain('LiquidationStarted');
  });

  test('nobody pays funding, neither at the hour nor for the part of it at the end of the market', () => {
    const scenario = long().given(begins);
    const { exchange } = scenario;
    const hour = fundingDue(exchange.now, HOUR);
    exchange.now = hour - 70_000;
    quiet(scenario, M);
    exchange.now = hour;
    const skipped = of(scenario, () => exchange.take(leverage(CAROL, 3)));
    expect(skipped).toContain('FundingSkipped');
    expect(skipped).not.toContain('FundingFixed');
    const endsAt = exchange.now + HOUR / 2 + 60_000;
    scenario.given(marketEnd(endsAt));
    while (exchange.now < endsAt - 11_000) scenario.given(moved(scenario, M));
    exchange.now = endsAt;
    const ended = of(scenario, () => exchange.take(leverage(CAROL, 3)));
    expect(ended).toContain('SettlementFixed');
    expect(ended).not.toContain('FundingFixed');
  });

  test('what is reached by the mark goes on waiting, without a word at each mark; the first one afterwards reaches it', () => {
    const scenario = quiet(long(), M).given(
      stop(BOB, 'long', 'stop_loss', M - 100, { triggerBy: 'mark' }),
      close(BOB, 'long', null, 3, { kind: 'stop_market', trigger: M - 100, triggerBy: 'mark' }),
      open(CAROL, 'long', M - 1_000, 50),
      begins,
    );
    const during = of(scenario, () => {
      for (let turn = 0; turn < 20; turn++) scenario.given(moved(scenario, M - 200));
    });
    expect(new Set(during)).toEqual(new Set(['IndexPublished', 'MarkPublished']));
    restarted(scenario).given(ends);
    const after = of(scenario, () => scenario.given(moved(scenario, M - 200)));
    expect(after).toEqual(expect.arrayContaining(['StopTriggered', 'PerpetualOrderTriggered']));
    expect(after).not.toContain('StopAmended');
    expect(scenario.exchange.state.perpetual.holdings.get(BOB)?.get(PERP)?.long ?? null).toBeNull();
  });
});

test('what one coin does stops no market of another', () => {
  const scenario = quiet(perpetuals().given(leverage(BOB, 100), opened(M, 10)), M);
  const eth = both().given(fund(BOB, usdt('16')), assetState('ETH', { trading: 'maintenance' }));
  expect(of(scenario, () => quiet(scenario, M - 6_000))).toContain('LiquidationStarted');
  // Alice stands by herself, and bitcoin goes on.
  eth.given(later(1_500, marks(M, 30_000, eth.exchange.now + 1_500)));
  expect(of(eth, () => eth.given(movedBoth(eth, 610_000, 30_000)))).toContain('LiquidationStarted');
  expect(eth.exchange.state.perpetual.holdings.get(ALICE)?.get(ETH)?.long).not.toBeNull();
});
