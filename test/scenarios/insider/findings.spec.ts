import type { Actor, Command } from '../../../server/core/command';
import type { ListPerpetualMarket } from '../../../server/products/perpetual/core/commands';
import { balanceOf } from '../../../server/core/ledger/ledger';
import { OPEN_PER_PERSON_MAX } from '../../../server/core/staff/decide-proposal';
import {
  ADMIN,
  BOB,
  SECOND,
  STARTED_AT,
  given,
  indexTerms,
  marketState,
  occurred,
  refused,
  system,
  expectThat,
  type Exchange,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { financial, financialTerms } from '../../tools/fixtures/financial-fixture';
import { optionScenario } from '../../tools/fixtures/option-fixture';
import { BTC_PERP, PERP, marketEnd, perpetuals } from '../../tools/fixtures/perpetual-fixture';
import { runningRobot } from '../../tools/fixtures/robot-fixture';
import {
  DAY,
  FIRST_ID,
  HOUR,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  confirmProposal,
  fullAdmins,
  passTime,
  rulesOf,
  sendAs,
  withStaff,
  withReportedStaff,
} from '../../tools/fixtures/staff-fixture';

/** Attacks by one member of staff that once succeeded, request by request. All of them are refused now. */

const PEOPLE = fullAdmins(FIRST_ID, SECOND_ID, THIRD_ID);
const one = (command: Command): Step => sendAs(ADMIN, command);
const house = ({ state }: Exchange, account: 'treasury' | 'insurance' | 'option' | 'financial') =>
  balanceOf(state.ledger, `house/${account}/USDT`);

test('freezing all other admins one by one also freezes the attacker, and the others decide', () => {
  const freeze = (user: number): Step => one({ type: 'FreezeAccount', user, reason: 'x' });
  const scenario = withReportedStaff(given(), PEOPLE).given(freeze(SECOND_ID));
  scenario.when(freeze(THIRD_ID)).then(refused('account.frozen'));
  const release = (actor: Actor, user: number): Step => sendAs(actor, { type: 'UnfreezeAccount', user, reason: 'x' });
  scenario.given(release(THIRD, SECOND_ID));
  scenario
    .when(sendAs(SECOND, { type: 'SetDailyLimit', bindings: 1, limit: 5n }), confirmProposal(1, THIRD))
    .then(occurred('StaffProposed'), occurred('StaffConfirmed'));
  // Between two admins a freeze needs both.
  withReportedStaff(given(), PEOPLE.slice(1))
    .when(sendAs(SECOND, freeze(THIRD_ID).command))
    .then(occurred('StaffProposed'));
});

describe('listing a contract on own terms', () => {
  const LISTED: ListPerpetualMarket = { ...BTC_PERP, market: 'ETH-USDT-PERP', base: 'ETH', index: 'ETH-USDT' };
  const TERMS: ListPerpetualMarket = { ...LISTED, openInterestMax: 900n };
  const before = () =>
    withReportedStaff(
      given(
        indexTerms({ symbol: 'BTC-USDT', decimals: 1, sourcesMin: 3 }),
        indexTerms({ symbol: 'ETH-USDT', decimals: 1, sourcesMin: 3 }),
        one({ type: 'FundHouse', asset: 'USDT', amount: 9n, reason: 'capital' }),
        one({ type: 'FundInsurance', asset: 'USDT', amount: 9n, reason: 'capital' }),
      ),
      PEOPLE,
    );

  test.each<[string, Partial<ListPerpetualMarket>, 'market.terms.out.of.bounds' | 'open.interest.above.fund']>([
    [
      'a thousand times',
      { tierCaps: [900_000_000n], tierLeverages: [1_000], tierRatesPpb: [900_000], takerFeesPpb: [1] },
      'market.terms.out.of.bounds',
    ],
    ['no fee', { makerFeesPpb: [0], takerFeesPpb: [0] }, 'market.terms.out.of.bounds'],
    ['a price limit of nine tenths', { priceLimitPpb: 900_000_000 }, 'market.terms.out.of.bounds'],
    ['the index of another coin', { index: 'BTC-USDT' }, 'market.terms.out.of.bounds'],
    ['an open interest that the fund has not', { openInterestMax: 901n }, 'open.interest.above.fund'],
  ])('%s: is refused outright', (_, fields, code) => {
    const scenario = before();
    const outcome = scenario.exchange.take(one({ ...TERMS, ...fields }));
    expect(outcome).toMatchObject({ rejected: code });
  });

  test('within bounds takes two admins and a day, and so does opening it', () => {
    const scenario = before();
    scenario.when(one(TERMS)).then(occurred('StaffProposed', { command: 'ListPerpetualMarket', waits: 1 }));
    scenario
      .given(confirmProposal(1))
      .when(passTime(DAY))
      .then(occurred('StaffApplied'), occurred('PerpetualMarketListed'));
    scenario
      .when(one({ type: 'SetPerpetualMarketState', market: TERMS.market, state: 'open' }))
      .then(occurred('StaffProposed', { waits: 1 }));
  });
});

test('creating house funds and moving them behind products is impossible for one admin', () => {
  const amount = 5n;
  const scenario = withReportedStaff(optionScenario(), PEOPLE);
  const { exchange } = scenario;
  const pools = () => (['treasury', 'insurance', 'option', 'financial'] as const).map((pool) => house(exchange, pool));
  const before = pools();
  const fund = { asset: 'USDT', amount, reason: 'x' } as const;
  scenario.when(one({ type: 'FundHouse', ...fund })).then(refused('statement.line.missing'));
  scenario.when(one({ type: 'FundHouse', ...fund, reference: 'tx' })).then(occurred('StaffProposed'));
  scenario.given(confirmProposal(1));
  expect(pools()).toEqual([before[0] + amount, ...before.slice(1)]);
  for (const command of [
    { type: 'FundInsurance', ...fund },
    { type: 'FundOptions', ...fund, act: 'fund' },
    { type: 'FundFinancial', ...fund, act: 'fund' },
  ] as const)
    scenario.when(one(command)).then(occurred('StaffProposed', { waits: 0 }));
  expect(pools()).toEqual([before[0] + amount, ...before.slice(1)]);
});

describe('ending a market', () => {
  test('of contracts takes two admins, their delay and a week of notice; two admins call it off', () => {
    const scenario = withReportedStaff(perpetuals(), PEOPLE);
    scenario.when(marketEnd(scenario.exchange.now + 2 * HOUR)).then(refused('terms.from.invalid'));
    scenario.when(marketEnd(STARTED_AT + 20 * DAY)).then(occurred('StaffProposed', { waits: 1 }));
    scenario.given(confirmProposal(1));
    scenario.exchange.take(passTime(DAY));
    const ending = () => scenario.exchange.state.perpetual.contracts.get(PERP)?.ending?.endsAt;
    expect(ending()).toBe(STARTED_AT + 20 * DAY);
    scenario.given(one({ type: 'CallOffPerpetualEnd', market: PERP, reason: 'x' }), confirmProposal(2));
    expect(ending()).toBeUndefined();
  });

  test('or reopening it takes two admins and a delay; a halt by one leaves robots and orders in place', () => {
    const scenario = withReportedStaff(runningRobot(), PEOPLE);
    const { exchange } = scenario;
    const alive = () => [exchange.state.robots.running.size, exchange.state.orders.size];
    const before = alive();
    expect(before[0]).toBe(1);
    scenario.when(marketState('closed', 'ETH-USDT')).then(occurred('StaffProposed', { waits: 1 }));
    scenario.given(marketState('cancel_only', 'ETH-USDT'));
    for (const _ of [1, 2]) exchange.take(passTime(3 * HOUR));
    expect(exchange.state.markets.get('ETH-USDT')?.state).toBe('open');
    expect(alive()).toEqual(before);
  });
});

test('filling the proposal list stops at ten per person and leaves room for others and for restores', () => {
  const terms = (minimum: bigint): Command => ({
    ...{ type: 'SetRechargeTerms', asset: 'USDT', chain: 'ERC20', confirmations: 2 },
    minimum,
  });
  const setting = (name: string): Command => ({ type: 'SetDeskSetting', name, hash: 'ab'.repeat(32) });
  const scenario = withStaff(one({ type: 'FreezeAccount', user: BOB, reason: 'x' }));
  // Repeated proposals on one subject count as one.
  for (let minimum = 1n; minimum <= 50n; minimum++) scenario.given(one(terms(minimum)));
  expect(scenario.exchange.state.staff.proposals.size).toBe(1);
  for (let place = 1; place < OPEN_PER_PERSON_MAX; place++) scenario.given(one(setting(`text.${place}`)));
  scenario.when(one(setting('text.10'))).then(refused('proposals.too.many', { maximum: OPEN_PER_PERSON_MAX }));
  scenario.when(sendAs(SECOND, { type: 'UnfreezeAccount', user: BOB, reason: 'x' })).then(occurred('StaffProposed'));
  scenario.when(sendAs(SECOND, setting('text.10'))).then(occurred('StaffProposed'));
});

test('selling a product at any rate takes two admins, a day and a rate below the configured maximum', () => {
  const scenario = withReportedStaff(financial(), PEOPLE).given(system(rulesOf({ earnRatePpbMax: 500_000_000 })));
  const evil = { product: 'USDT-EVIL', termDays: 1, annualRatePpb: 500_000_000 };
  scenario.when(financialTerms({ ...evil, annualRatePpb: 1_000_000_000 })).then(refused('earn.rate.above.maximum'));
  scenario.when(financialTerms(evil), confirmProposal(1)).then(
    occurred('StaffProposed', { waits: 1 }),
    occurred('StaffConfirmed'),
    expectThat(({ state }) => expect(state.financial.products.has('USDT-EVIL')).toBe(false)),
  );
});
