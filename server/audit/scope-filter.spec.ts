import { EVENT_FIELDS } from '../products/core';
import { limitToScope, maskEvent, USERS } from './scope-filter';

const ONE = 10000001;
const OTHER = 10000002;
const AT = 1_000;
const SEEN = { type: 'RechargeSeen', user: ONE, asset: 'BTC', amount: '5', recharge: 1 };
const RESTED = { type: 'OrderRested', user: ONE, market: 'BTC-USDT', order: 3, price: 50_000 };
const ENTRY = { kind: 'fee', debit: `${ONE}/spot/BTC/available`, credit: 'house/fees/BTC', amount: '1' };

describe('an event without entries', () => {
  it('is shown if neither accounts nor assets are limited', () => {
    for (const event of [SEEN, RESTED]) {
      expect(maskEvent({ personal: 1 }, AT, event)).toEqual(event);
      expect(maskEvent({ users: [ONE], personal: 1 }, AT, event)).toEqual(event);
      expect(maskEvent({ users: [OTHER], personal: 1 }, AT, event)).toBeNull();
    }
  });

  it('is left out where assets are bounded and it names none within', () => {
    expect(maskEvent({ assets: ['BTC'], personal: 1 }, AT, SEEN)).toEqual(SEEN);
    expect(maskEvent({ assets: ['ETH'], personal: 1 }, AT, SEEN)).toBeNull();
    expect(maskEvent({ users: [ONE], assets: ['BTC'], personal: 1 }, AT, RESTED)).toBeNull();
    expect(maskEvent({ assets: ['BTC'], personal: 1 }, AT, { ...RESTED, entries: [] })).toBeNull();
  });

  it('is omitted if accounts are limited, because it names none', () => {
    for (const event of [SEEN, RESTED])
      expect(maskEvent({ users: [ONE], accounts: ['spot'], personal: 1 }, AT, event)).toBeNull();
    const moved = { ...RESTED, entries: [ENTRY] };
    expect(maskEvent({ users: [ONE], accounts: ['spot'], personal: 1 }, AT, moved)).toMatchObject({ order: 3 });
  });
});

describe('the fields that name users', () => {
  /** All other numbers of events. A new field must be listed here or, if it names a user, in `USERS`. */
  const OTHERS = `
    act against alone annualRatePpb approvesFrom at bandPpb bankruptcy baseHold basis batch bindings bound callbackBp
    callbackTicks card closePpb closes complete confirmations confirmationsMin contract conversion count cut cycle
    cycleEndsAt dailyRatePpb day decimals difference dueAt durationMs durationsMs earnRatePpbMax endNoticeMs endsAt expiresAt extreme
    feesPpb fiat filled first from fundingCapPpb fundingIntervalMs goesOn halted hold hours index key last left level
    level1Ppb level2Ppb leverage limit lines liquidation long lossLimitPpb lots lower makerFeesPpb makerOrder
    makerPosition mark needed newcomerMs nextAt notBefore open openBefore openMs openOrdersMax order orders other p1 p2
    payment payoutPpb payoutsPpb position positionsFrom premium price priceBefore priceHighest priceLimitPpb
    priceLowest proposal provisional purchase quantity quantityMax quantityMin quoteHold quoted rank rate
    ratePpb rebatePpb recharge referencePrice renews request rested robot rule scale sells short sourceStaleMs
    sourcesMin staleMs startsAt step stop stopLoss takeProfit takerFeesPpb takerOrder takerPosition termDays
    through tier tierLeverages tierRatesPpb trade trades transfer trigger until upTo upper waitMs waits
    withdrawal
  `
    .trim()
    .split(/\s+/);

  it('are distinguished from every other number of an event', () => {
    const numbers = new Set(
      Object.values(EVENT_FIELDS).flatMap((fields) =>
        Object.entries(fields).flatMap(([field, { code }]) => (/^integers?$/.test(code) ? [field] : [])),
      ),
    );
    expect([...numbers].filter((field) => !USERS.has(field)).sort()).toEqual(OTHERS);
    expect([...USERS].filter((field) => !numbers.has(field))).toEqual([]);
  });

  it('are masked for auditors outside their users', () => {
    const event = { type: 'PositionDeleveraged', user: ONE, otherUser: OTHER, entries: [ENTRY] };
    expect(maskEvent({ users: [ONE], personal: 1 }, AT, event)).toMatchObject({ user: ONE, otherUser: '…' });
  });
});

describe('totals of all users', () => {
  it.each(['trial', 'liabilities'] as const)('%s is refused to whom users or accounts bound', (ask) => {
    expect(limitToScope({ users: [ONE], personal: 1 }, { ask }, AT)).toBeNull();
    expect(limitToScope({ accounts: ['spot'], personal: 1 }, { ask }, AT)).toBeNull();
    expect(limitToScope({ assets: ['BTC'], personal: 1 }, { ask }, AT)).toEqual({ ask });
  });
});
