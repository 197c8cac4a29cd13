/** Figures from the specification’s worked examples. */
import type { PositionState } from '../../../../../shared/products/perpetual/stream';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { MARKET } from '../../../testing/market';
import { POSITION } from '../../../testing/position';
import { outcomeTermsOf, type OutcomeTerms } from './outcomes';
import {
  crossPriceOf,
  crossRatio,
  crossStandingOf,
  fundingOf,
  reckonAccount,
  reckonPosition,
  withdrawableMarginOf,
  withMargin,
  withOpened,
} from './reckoning';

const TIERS = [
  { cap: '50000', leverageMax: 125, ratePpb: 4_000_000, amount: '0' },
  { cap: '250000', leverageMax: 100, ratePpb: 5_000_000, amount: '50' },
];
const contract = (multiplier: string): MarketRecord['contract'] => ({
  index: 'BTC-USDT',
  multiplier,
  tiers: TIERS,
  orderTiers: TIERS,
  positionsFrom: null,
  endsAt: null,
  closeFeePpb: 550_000,
  fundingIntervalMs: 28_800_000,
  fundingCapPpb: 3_000_000,
  openInterestMax: '1000000',
});
const TERMS = outcomeTermsOf({ ...MARKET, tick: '0.1', contract: contract('0.001') }, 550_000) as OutcomeTerms;
const ETH = outcomeTermsOf({ ...MARKET, tick: '0.1', contract: contract('0.01') }, 550_000) as OutcomeTerms;

const state = (change: Partial<PositionState>): PositionState => ({ ...POSITION, ...change });

describe('isolated position at its mark', () => {
  it('is still covered one tick before liquidation, and not at that tick', () => {
    const before = reckonPosition(TERMS, state({}), '57229.1');
    expect(before).toMatchObject({ value: '28614.55', unrealised: '-1385.45', requirement: '130.1962025' });
    // 130.1962025 / 130.225.
    expect(before.marginRatio).toBe('0.999778');
    expect(reckonPosition(TERMS, state({}), '57229').marginRatio).toBe('1.000161');
  });

  it('shows profit relative to its initial margin and the distance to liquidation', () => {
    expect(reckonPosition(TERMS, state({}), '63000')).toMatchObject({
      entry: '60000',
      unrealised: '1500',
      rate: '1',
      distance: '0.091603',
    });
    const short = state({ side: 'short', liquidationPrice: '66000' });
    expect(reckonPosition(TERMS, short, '60000')).toMatchObject({ unrealised: '0', rate: '0', distance: '0.1' });
    expect(reckonPosition(TERMS, state({ liquidationPrice: null }), '60000').distance).toBeNull();
  });

  it('breaks even at the first tick that covers both fees', () => {
    // Opening costs 16.5. At 60,066.1 closing costs 16.52 and gains 33.05; one tick less gains 33.
    expect(reckonPosition(TERMS, state({}), '60000').breakEven).toBe('60066.1');
    expect(reckonPosition(TERMS, state({ side: 'short' }), '60000').breakEven).toBe('59934');
  });

  it('without cover has no margin ratio', () => {
    expect(reckonPosition(TERMS, state({}), '40000').marginRatio).toBeNull();
  });
});

describe('next funding', () => {
  it('is rounded up for paying longs and down for receiving shorts', () => {
    const at = { rate: '0.000123457', mark: '50012.3' };
    const of = (side: 'long' | 'short', lots: number) => fundingOf(TERMS, [state({ side, lots })], at);
    expect([of('long', 7), of('short', 3), of('short', 4)]).toEqual(['-0.04322058', '0.0185231', '0.02469747']);
    const both = [state({ lots: 7 }), state({ side: 'short', lots: 7 })];
    expect(fundingOf(TERMS, both, at)).toBe('-0.00000001');
    expect(fundingOf(TERMS, [state({ lots: 7 })], { ...at, rate: '-0.000123457' })).toBe('0.04322057');
  });
});

describe('futures account', () => {
  const held = { available: '1957.1', frozen: '0', locked: '8042.9' };
  const btc = state({
    mode: 'cross',
    leverage: 10,
    quantity: '1',
    lots: 1_000,
    cost: '50000',
    margin: '5024.75',
  });
  const eth = state({
    id: '2',
    market: 'ETH-PERP',
    side: 'short',
    mode: 'cross',
    leverage: 10,
    quantity: '10',
    lots: 1_000,
    cost: '30000',
    margin: '3018.15',
  });
  const positions = [
    { terms: TERMS, state: btc, mark: '49000' },
    { terms: ETH, state: eth, mark: '3100' },
  ];

  it('has equity of wallet plus unrealised profit; nothing is free while margin is short', () => {
    expect(reckonAccount(held, positions, [])).toEqual({
      equity: '8000',
      wallet: '10000',
      unrealised: '-2000',
      free: '0',
      used: '8042.9',
      // 364 / 8,000.
      marginRatio: '0.0455',
    });
  });

  it('is liquidated at the exchange’s price in each of its markets', () => {
    const standing = crossStandingOf('1957.10', positions, [], 8);
    expect(crossPriceOf(standing, 'BTC-PERP', 'long', TERMS.tick)).toBe('41329');
    expect(crossPriceOf(standing, 'ETH-PERP', 'short', ETH.tick)).toBe('3860.2');
    expect(crossPriceOf(standing, 'SOL-PERP', 'short', ETH.tick)).toBeNull();
    expect(crossRatio(standing)).toBe('0.0455');
    expect(crossRatio(crossStandingOf('10', [], [], 8))).toBeNull();
  });

  it('is liquidated sooner with more on the same side, later with an opposite position', () => {
    const standing = crossStandingOf('1957.10', positions, [], 8);
    const opened = (side: 'long' | 'short') =>
      withOpened(standing, TERMS, {
        ...{ name: 'BTC-PERP', mark: '49000', side, quantity: '0.5', cost: '24500', fee: '13.475', leverage: 10 },
      });
    expect(Number(crossPriceOf(opened('long'), 'BTC-PERP', 'long', TERMS.tick))).toBeGreaterThan(41_329);
    expect(Number(crossPriceOf(opened('short'), 'BTC-PERP', 'long', TERMS.tick))).toBeLessThan(41_329);
  });

  it('counts margin held by cross orders as cover, but not that of isolated orders', () => {
    const more = { ...held, frozen: '2000' };
    const orders = (mode: 'cross' | 'isolated') => reckonAccount(more, positions, [{ held: '2000', mode }]);
    expect(orders('cross').marginRatio).toBe('0.0364');
    expect(orders('isolated').marginRatio).toBe('0.0455');
  });

  it('frees excess margin but no unrealised profit', () => {
    const up = [{ terms: TERMS, state: btc, mark: '51000' }];
    // Initial margin at 51,000 is 5,100: 75.25 more than is locked.
    expect(reckonAccount(held, up, [])).toMatchObject({ unrealised: '1000', free: '1881.85' });
  });

  it('with only isolated positions has free = available and no margin ratio', () => {
    const isolated = [{ terms: TERMS, state: state({}), mark: '59000' }];
    expect(reckonAccount({ available: '10', frozen: '1', locked: '1515.675' }, isolated, [])).toEqual({
      equity: '1026.675',
      wallet: '1526.675',
      unrealised: '-500',
      free: '10',
      used: '1516.675',
      marginRatio: null,
    });
  });
});

describe('margin of an isolated position', () => {
  it('can be withdrawn except for losses, the initial margin and the closing reserve', () => {
    // At the entry price all margin is needed; 500 added can be withdrawn again.
    expect(withdrawableMarginOf(TERMS, state({}), '60000')).toBe('0');
    expect(withdrawableMarginOf(TERMS, state({ margin: '2015.675' }), '60000')).toBe('500');
    // A loss of 100 stays in the position. Profit frees nothing: the required margin grows with the value.
    expect(withdrawableMarginOf(TERMS, state({ margin: '2015.675' }), '59800')).toBe('400');
    expect(withdrawableMarginOf(TERMS, state({ margin: '2015.675' }), '60200')).toBe('495');
  });
  it('moves liquidation and bankruptcy price as in the worked example', () => {
    expect(withMargin(TERMS, state({}), '2015.675')).toEqual({
      liquidationPrice: '56224.4',
      bankruptcyPrice: '55999.5',
    });
    expect(withMargin(TERMS, state({}), '1515.675')).toEqual({ liquidationPrice: '57229', bankruptcyPrice: '57000' });
  });
});
