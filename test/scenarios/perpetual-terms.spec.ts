/** Terms of a perpetual that change: announced, for new orders first and for positions a day later where they get tighter. */
import type { CoreEvent, EventOf } from '../../server/core/event';
import { ALICE, BOB, CAROL, later, occurred, refused, restarted, staff, type Scenario } from '../tools/core-fixture';
import {
  BTC_PERP,
  PERP,
  changedTerms,
  leverage,
  mark,
  open,
  opened,
  perpetuals,
  perpetualState,
} from '../tools/perpetual-fixture';
import { usdt } from '../tools/perpetual-terms';

const M = 500_000;
const DAY = 86_400_000;
const { tierCaps, tierLeverages, tierRatesPpb } = BTC_PERP;
/** Of half the size, and so everything sooner. */
const TIGHTER = { tierCaps: tierCaps.map((cap) => cap / 2n), tierLeverages, tierRatesPpb };
const LOOSER = { tierCaps: tierCaps.map((cap) => cap * 2n), tierLeverages, tierRatesPpb };

const contractOf = ({ exchange }: Scenario) => {
  const contract = exchange.state.perpetual.contracts.get(PERP);
  if (!contract) throw new Error('there is no contract');
  return contract;
};
const capOf = (tiers: readonly { cap: bigint }[]): bigint | undefined => tiers.at(-1)?.cap;
const applied = ({ exchange }: Scenario): EventOf<'PerpetualTermsApplied'>[] =>
  exchange.batches
    .flatMap(({ events }): CoreEvent[] => events)
    .filter((event) => event.type === 'PerpetualTermsApplied');
/** Time goes by, and somebody else asks for something. */
function after(scenario: Scenario, ms: number, times: number): void {
  const { exchange } = scenario;
  exchange.now += ms;
  restarted(scenario).given(leverage(CAROL, times));
}

test('tighter tiers are those of new orders at once, and of positions a day later', () => {
  const scenario = perpetuals().given(opened(M, 600), leverage(BOB, 100));
  // 30,000 USDT are in the first tier of before, and in the second of now.
  scenario.given(changedTerms(TIGHTER));
  const { exchange } = scenario;
  scenario.when(leverage(ALICE, 125)).then(refused('leverage.too.high', { maximum: 100 }));
  const first = exchange.now;
  expect([capOf(contractOf(scenario).orderTiers), capOf(contractOf(scenario).terms.tiers)]).toEqual([
    usdt('20,000,000'),
    usdt('40,000,000'),
  ]);
  after(scenario, DAY - 1_000, 3);
  expect(capOf(contractOf(scenario).terms.tiers)).toBe(usdt('40,000,000'));
  after(scenario, 1_000, 4);
  expect(capOf(contractOf(scenario).terms.tiers)).toBe(usdt('20,000,000'));
  expect(applied(scenario).map(({ scope, dueAt }) => [scope, dueAt - applied(scenario)[0].dueAt])).toEqual([
    ['orders', 0],
    ['positions', DAY],
  ]);
  expect(first).toBeGreaterThanOrEqual(applied(scenario)[0].dueAt);
  expect(contractOf(scenario).change).toBeNull();
});

test('looser ones, and all that is no tier, are in effect for everything at their time', () => {
  const scenario = perpetuals();
  const { exchange } = scenario;
  const from = exchange.now + 5_000;
  scenario
    .when(changedTerms({ ...LOOSER, from, fundingCapPpb: 7, openInterestMax: usdt('1'), impactNotional: 9n }))
    .then(occurred('PerpetualTermsChanged', { from, positionsFrom: from, fundingCapPpb: 7 }));
  expect(contractOf(scenario).terms.fundingCapPpb).toBe(BTC_PERP.fundingCapPpb);
  // At the millisecond before, nothing.
  exchange.now = from - 1;
  scenario.given(leverage(CAROL, 3));
  expect(applied(scenario)).toEqual([]);
  restarted(scenario).given(leverage(CAROL, 4));
  expect(applied(scenario)).toMatchObject([{ scope: 'all', dueAt: from }]);
  expect(contractOf(scenario).terms).toMatchObject({
    fundingCapPpb: 7,
    openInterestMax: usdt('1'),
    impactNotional: 9n,
  });
  expect(capOf(contractOf(scenario).orderTiers)).toBe(usdt('80,000,000'));
  expect(contractOf(scenario).terms.tiers).toEqual(contractOf(scenario).orderTiers);
  scenario.given(later(1_500, mark(M, exchange.now + 1_500)));
  scenario.when(open(BOB, 'long', M, 5)).then(refused('open.interest.full'));
});

test('both steps of a change that nobody was there for are made up for, in their order and once', () => {
  const scenario = perpetuals().given(changedTerms(TIGHTER));
  after(scenario, 9 * DAY, 3);
  after(scenario, 1_000, 4);
  expect(applied(scenario).map(({ scope }) => scope)).toEqual(['orders', 'positions']);
});

test.each([
  ['nothing', {}, 'terms.unchanged'],
  ['what it is already', { fundingCapPpb: BTC_PERP.fundingCapPpb }, 'terms.unchanged'],
  ['the tiers there are', { tierCaps, tierLeverages, tierRatesPpb }, 'terms.unchanged'],
  ['two lists of tiers alone', { tierCaps, tierLeverages }, 'market.terms.invalid'],
  ['lists of different lengths', { ...TIGHTER, tierRatesPpb: tierRatesPpb.slice(1) }, 'market.terms.invalid'],
  ['tiers that are none', { tierCaps: [], tierLeverages: [], tierRatesPpb: [] }, 'market.terms.invalid'],
  [
    'tiers that are tighter here and looser there',
    { ...LOOSER, tierRatesPpb: tierRatesPpb.map((rate, place) => (place === 0 ? rate + 1 : rate)) },
    'market.terms.invalid',
  ],
  ['a cap below nothing', { fundingCapPpb: -1 }, 'market.terms.invalid'],
  ['no size', { openInterestMax: 0n }, 'market.terms.invalid'],
  ['the time before', { fundingCapPpb: 1, from: 1 }, 'terms.from.invalid'],
  ['a market that is none', { fundingCapPpb: 1, market: 'BTC-USDT' }, 'market.unknown'],
] as const)('refuses %s', (_, fields, code) => {
  perpetuals()
    .when(changedTerms(structuredClone(fields) as Parameters<typeof changedTerms>[0]))
    .then(refused(code));
});

test('refuses a second change while one is to come', () => {
  perpetuals()
    .given(changedTerms(TIGHTER))
    .when(staff(changedTerms({ fundingCapPpb: 1 }).command))
    .then(refused('terms.changes.too.many', { maximum: 1 }));
});

test('under maintenance nothing is owed for the time, and terms go on', () => {
  const scenario = perpetuals().given(opened(M, 5), perpetualState('maintenance'), changedTerms(TIGHTER));
  after(scenario, DAY, 3);
  const told = scenario.exchange.batches.flatMap(({ events }) => events.map(({ type }) => type));
  expect(told).not.toContain('FundingFixed');
  expect(applied(scenario)).toHaveLength(2);
});
