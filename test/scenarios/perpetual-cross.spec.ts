import { canonicalLines, restoreState } from '../../server/core/canonical-state';
import type { PositionSide } from '../../shared/rules/perpetual/position';
import { ALICE, BOB, CAROL, available, occurred, refused, staff, that, type Exchange } from '../tools/core-fixture';
import { fundingDue } from '../../shared/rules/perpetual/funding';
import { ETH, both, lockedFunding, marks, moved, transferred, two } from '../tools/cross-fixture';
import {
  BTC_PERP,
  PERP,
  close,
  fund,
  leverage,
  margin,
  marginMode,
  open,
  opened,
  perpetuals,
} from '../tools/perpetual-fixture';
import { usdt } from '../tools/perpetual-terms';

const free = (user: number, amount: bigint) => available(user, 'USDT', amount, 'contract');

function standing({ state }: Exchange, user: number, market: string, side: PositionSide) {
  const position = state.perpetual.holdings.get(user)?.get(market)?.[side];
  return position && [position.lots, position.cost, state.holds.get(position.hold)?.remaining];
}
const has = (market: string, side: PositionSide, lots: number, cost: bigint, locked: bigint) =>
  that((exchange) => expect(standing(exchange, BOB, market, side)).toEqual([lots, cost, locked]));

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

// Maker fees are 0.02 %: 10 and 6 USDT of the 10,000.
const FEES = usdt('16');
const LOCKED = usdt('5024.75') + usdt('3018.15');

describe('what is free beside cross positions', () => {
  test('is what is available as long as nothing is lost', () => {
    const scenario = both();
    scenario
      .when(moved(scenario, 500_000, 30_000))
      .then(
        occurred('IndexPublished'),
        occurred('MarkPublished', { market: PERP, mark: 500_000 }),
        occurred('MarkPublished', { market: ETH, mark: 30_000 }),
        has(PERP, 'long', 1_000, usdt('50,000'), usdt('5024.75')),
        has(ETH, 'short', 1_000, usdt('30,000'), usdt('3018.15')),
        free(BOB, usdt('10,000') - LOCKED - FEES),
      );
    scenario.when(transferred(BOB, usdt('10,000') - LOCKED - FEES)).then(occurred('FundsTransferred'));
  });

  test('is less by what all of them have lost together, and by margin that the mark asks for: then nothing leaves', () => {
    // As worked out by hand: −2,000 lost, 81.85 more for the short's margin of 3,100; the fees are added to the account first.
    const scenario = both().given(fund(BOB, FEES));
    scenario
      .given(moved(scenario, 490_000, 31_000))
      .when(transferred(BOB, 1n))
      .then(refused('balance.insufficient'), free(BOB, usdt('1957.10')));
    scenario.when(open(BOB, 'short', 500_000, 1)).then(refused('margin.insufficient'));
    scenario
      .when(
        staff({ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 1n, account: 'contract', reason: 'inquiry' }),
      )
      .then(refused('balance.insufficient'));
    // 124.75 more and one unit: that unit is free.
    scenario.given(fund(BOB, usdt('124.75') + 1n));
    scenario.when(transferred(BOB, 2n)).then(refused('balance.insufficient'));
    scenario.when(transferred(BOB, 1n)).then(occurred('FundsTransferred'));
  });

  // Mango Markets, Oct 2022
  test('does not grow by what is won: profit not realised buys nothing', () => {
    const scenario = both();
    scenario
      .given(moved(scenario, 510_000, 30_000))
      .when(transferred(BOB, usdt('10,000') - LOCKED - FEES + 1n))
      .then(refused('balance.insufficient'));
  });

  test('of an order that takes beyond the mark gets back what is lost at once', () => {
    const scenario = two().given(open(ALICE, 'short', 500_100, 100));
    // 10 USDT behind the mark: it is held, and then available, where the account counts it as lost.
    scenario.when(open(BOB, 'long', 500_100, 100)).then(
      occurred('PerpetualOrderPlaced', { disposition: 'takes' }),
      occurred('PerpetualTraded', { price: 500_100 }),
      // 500.1 and 0.055 % of 4,500.9.
      has(PERP, 'long', 100, usdt('5,001'), usdt('500.1') + usdt('2.475495')),
      free(BOB, usdt('10,000') - usdt('500.1') - usdt('2.475495') - usdt('2.75055')),
    );
  });
});

test('an order that takes holds all of it at once: what its first fill gives back pays for no other', () => {
  const scenario = two().given(open(BOB, 'short', 500_000, 1_000), open(ALICE, 'long', 500_000, 1_000));
  // 2,000 are won, so that 200 lost at once by each fill make nothing less free.
  scenario.given(moved(scenario, 480_000, 30_000));
  const available = scenario.exchange.state.ledger.wallets.contract.get(BOB)?.get('USDT')?.available.balance ?? 0n;
  scenario.given(transferred(BOB, available - usdt('1300')));
  // Margin 500, fee 2.75, reserve 2.475, and those 200.
  for (const user of [ALICE, CAROL]) scenario.given(open(user, 'short', 500_000, 100));
  scenario.when(open(BOB, 'long', 500_000, 200, { timeInForce: 'ioc' })).then(refused('margin.insufficient'));
  scenario
    .when(open(BOB, 'long', 500_000, 100, { timeInForce: 'ioc' }))
    .then(occurred('PerpetualOrderPlaced'), occurred('PerpetualTraded'), free(BOB, usdt('1300') - usdt('505.225')));
  scenario.given(transferred(BOB, usdt('94.775')));
  // What rests behind it neither.
  scenario.when(open(BOB, 'long', 500_000, 101)).then(refused('margin.insufficient'));
});

describe('closing', () => {
  test('wins and loses for the account, and gives back the part of the margin', () => {
    const scenario = both();
    scenario.given(open(CAROL, 'long', 500_000, 500));
    const before = usdt('10,000') - LOCKED - FEES;
    scenario.when(close(BOB, 'long', 500_000, 500)).then(
      occurred('PerpetualOrderPlaced'),
      occurred('PerpetualTraded', { takerFee: usdt('13.75') }),
      has(PERP, 'long', 500, usdt('25,000'), usdt('2512.375')),
      // 0.055 % of 25,000.
      free(BOB, before + usdt('2512.375') - usdt('13.75')),
    );
  });

  test('with a loss that neither margin nor what is available covers takes what others have won, then their margins', () => {
    const scenario = both();
    scenario.given(transferred(BOB, usdt('10,000') - LOCKED - FEES));
    // The long loses 5,600, the short has won 500: 575.25 and 24.42 of fees are missing beside the margin of 5,024.75.
    scenario.given(moved(scenario, 444_000, 29_500), open(CAROL, 'long', 444_000, 1_000));
    scenario
      .when(close(BOB, 'long', 444_000, 1_000))
      .then(
        occurred('PerpetualOrderPlaced'),
        occurred('ProfitSettled', { market: ETH, side: 'short', price: 29_500, profit: usdt('500') }),
        occurred('MarginDrawn', { market: ETH, side: 'short', amount: usdt('99.67') }),
        occurred('PerpetualTraded', { price: 444_000, takerFee: usdt('24.42') }),
        has(ETH, 'short', 1_000, usdt('29,500'), usdt('3018.15') - usdt('99.67')),
        free(BOB, 0n),
      );
  });

  test('is refused beyond what the account is worth', () => {
    const scenario = both().given(transferred(BOB, usdt('1,000')));
    scenario.given(moved(scenario, 430_000, 31_000), open(CAROL, 'long', 410_000, 1_000));
    scenario
      .when(close(BOB, 'long', 410_000, 1_000, { timeInForce: 'ioc' }))
      .then(occurred('PerpetualOrderPlaced'), occurred('PerpetualOrderCancelled', { reason: 'beyond_bankruptcy' }));
  });
});

test('margin is not put into a cross position, and its leverage is changed as far as that is free', () => {
  const scenario = both();
  scenario.when(margin('add', BOB, 'long', 1n)).then(refused('margin.of.cross'));
  scenario.when(leverage(BOB, 20)).then(
    occurred('LeverageSet'),
    // 2,500 and 0.055 % of 47,500.
    has(PERP, 'long', 1_000, usdt('50,000'), usdt('2526.125')),
    free(BOB, usdt('10,000') - LOCKED - FEES + usdt('2498.625')),
  );
  scenario.when(leverage(BOB, 5)).then(refused('margin.insufficient'));
});

test('funding comes out of the margin, and what it brings is available', () => {
  const scenario = both();
  const hour = fundingDue(scenario.exchange.now + 1_000, BTC_PERP.fundingIntervalMs);
  scenario.exchange.now = hour - 1_000;
  scenario.given(marks(500_000, 30_000, hour - 1_000));
  scenario.exchange.now = hour;
  // Whatever is asked next settles first. 0.01 % of 50,000 is paid, of 30,000 received.
  scenario.exchange.take(margin('add', ALICE, 'long', 0n));
  expect(standing(scenario.exchange, BOB, PERP, 'long')?.[2]).toBe(usdt('5019.75'));
  expect(standing(scenario.exchange, BOB, ETH, 'short')?.[2]).toBe(usdt('3018.15'));
  const wallet = scenario.exchange.state.ledger.wallets.contract.get(BOB)?.get('USDT');
  expect(wallet?.available.balance).toBe(usdt('10,000') - LOCKED - FEES + usdt('3'));
});

test('funding of a position that staff have locked is paid by its account, not by the fund', () => {
  const { exchange } = lockedFunding();
  const had = exchange.state.ledger.wallets.contract.get(BOB)?.get('USDT')?.available.balance ?? 0n;
  const since = exchange.batches.length;
  exchange.take(margin('add', ALICE, 'long', 0n));
  const settled = exchange.batches
    .slice(since)
    .flatMap(({ events }) => events)
    .find((event) => event.type === 'FundingSettled' && event.user === BOB && event.side === 'long');
  // 0.01 % of 50,000; a unit stays where there are lots.
  expect(settled).toMatchObject({
    entries: [
      { kind: 'margin_add_frozen', amount: usdt('5') - 9n },
      { kind: 'funding_paid_frozen', amount: usdt('5') },
    ],
  });
  expect(standing(exchange, BOB, PERP, 'long')?.[2]).toBe(1n);
  const now = exchange.state.ledger.wallets.contract.get(BOB)?.get('USDT')?.available.balance;
  // What the other position receives is the account's.
  expect(now).toBe(had - (usdt('5') - 9n) + usdt('3'));
});
