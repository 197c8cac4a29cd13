import fc from 'fast-check';
import type { Actor, Command } from '../../server/core/command';
import type { ChangeMarketTerms } from '../../server/core/market/commands';
import type { ChangePerpetualTerms } from '../../server/products/perpetual/core/terms/commands';
import type { StaffState } from '../../server/core/staff/state';
import { canonicalLines, restoreState } from '../../server/products/core';
import { scopeText, WHOLE_SCOPE, type AuditScope } from '../../shared/rules/audit-scope';
import { STAFF_RIGHTS } from '../../shared/rules/staff-rights';
import {
  ADMIN,
  ALICE,
  BOB,
  ETH_USDT,
  staff,
  CAROL,
  DAVE,
  SECOND,
  STARTED_AT,
  approve,
  given,
  system,
  withdraw,
} from '../tools/fixtures/core-fixture';
import {
  AUDITOR_ID,
  DAY,
  FIRST_ID,
  NAME,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  confirmProposal,
  passTime,
  restore,
  rulesOf,
  sendAs,
  setStaff,
  importLines,
  withReportedStaff,
} from '../tools/fixtures/staff-fixture';
import { BTC_PERP, PERP } from '../tools/fixtures/perpetual-fixture';
import { StaffAudit } from './audits/staff-audit';

const HOUR = 3_600_000;
const PEOPLE = [FIRST_ID, SECOND_ID, THIRD_ID, AUDITOR_ID, ALICE, BOB, CAROL, DAVE];
/** DAVE shares the first staff member's document; CAROL is a new approver. */
const ACTORS: readonly Actor[] = [
  ...([ADMIN, SECOND, THIRD, `admin/${DAVE}`, `admin/${CAROL}`] as const),
  ...([`admin/${AUDITOR_ID}`, 'admin/10000055'] as const),
];

const person = fc.constantFrom(...PEOPLE);
/** Sometimes a staff member: the frozen one and the one who froze cannot act any more. */
const frozen = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(ALICE, BOB) }, { weight: 1, arbitrary: person });
const small = fc.nat(6);
const gate = fc.constantFrom('open', 'suspended');
const rights = fc.subarray([...STAFF_RIGHTS]);
const scope = fc.constantFrom<AuditScope>(WHOLE_SCOPE, { users: [BOB], personal: 0 }).map(scopeText);

/** A change takes effect at once, or some time after the history begins. */
const later = fc.oneof(
  fc.constant({}),
  fc.nat(9).map((days) => ({ from: STARTED_AT + (days + 2) * DAY })),
);
const INDEX = { symbol: 'BTC-USDT', decimals: 1, sourceStaleMs: 10_000, staleMs: 15_000, sourcesMin: 3 };
/** Some looser than the current terms, some tighter, some equal. */
const MARKET_TERMS: readonly ((n: number) => Partial<ChangeMarketTerms>)[] = [
  (n) => ({ quantityMin: 1 + n }),
  (n) => ({ quantityMax: ETH_USDT.quantityMax - 3 + n, openOrdersMax: ETH_USDT.openOrdersMax - 3 + n }),
  (n) => ({ bandPpb: 100_000_000 + n }),
  (n) => ({ takerFeesPpb: [2_000_000, 1_000_000 - 3 + n] }),
  (n) => ({ makerFeesPpb: [1_000_000 + n, 500_000 + n, 500_000 + n], notionalMin: 7n + BigInt(n) }),
  (n) => ({ referencePrice: ETH_USDT.referencePrice + (n % 2) }),
];
const CONTRACT_TERMS: readonly ((n: number) => Partial<ChangePerpetualTerms>)[] = [
  (n) => ({ fundingCapPpb: 3_000_000 - 3 + n }),
  (n) => ({ openInterestMax: BTC_PERP.openInterestMax - 3n + BigInt(n) }),
  (n) => ({ impactNotional: BTC_PERP.impactNotional - 3n + BigInt(n) }),
  (n) => ({
    tierCaps: BTC_PERP.tierCaps.map((cap, place) => (place === 0 ? cap - 3n + BigInt(n) : cap)),
    ...{ tierLeverages: BTC_PERP.tierLeverages, tierRatesPpb: BTC_PERP.tierRatesPpb },
  }),
];

/** Commands of staff, weighted so that proposals meet confirmations. */
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: small.map((proposal): Command => ({ type: 'ConfirmStaff', proposal: -proposal })) },
  {
    weight: 2,
    arbitrary: small.map((proposal): Command => ({ type: 'DeclineStaff', proposal: -proposal, reason: 'x' })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(person, fc.constantFrom('user', 'auditor', 'admin'), rights, fc.nat(3), scope)
      .map(([user, role, words, months, seen]) => ({
        ...({ type: 'SetStaff', user, role, reason: 'x' } as const),
        ...(role === 'auditor' ? { until: STARTED_AT + (1 + months) * 90 * DAY, scope: seen } : {}),
        rights: role === 'admin' ? words.join(' ') : '',
      })),
  },
  { weight: 2, arbitrary: frozen.map((user): Command => ({ type: 'FreezeAccount', user, reason: 'x' })) },
  { weight: 4, arbitrary: frozen.map((user): Command => ({ type: 'UnfreezeAccount', user, reason: 'x' })) },
  {
    weight: 1,
    arbitrary: fc.tuple(person, fc.boolean()).map(([user, known]): Command => {
      return { type: 'VerifyMember', user, ...(known ? { document: NAME } : {}) };
    }),
  },
  {
    weight: 1,
    arbitrary: small.map((n): Command => ({ type: 'SetWithdrawalReview', secondApprovalAbove: BigInt(n) })),
  },
  { weight: 2, arbitrary: small.map((n): Command => ({ type: 'SetDailyLimit', bindings: n % 2, limit: BigInt(n) })) },
  // Feedback starts at 48 hours, as `StaffAudit` assumes.
  {
    weight: 1,
    arbitrary: small.map((n): Command => ({ type: 'SetOverdueHours', wait: 'feedback', hours: 46 + n })),
  },
  {
    weight: 1,
    arbitrary: small.map((n): Command => ({ type: 'SetDeskSetting', name: 'bank', hash: `a${n}`.repeat(32) })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(small, small).map(([n, m]): Command => {
      return { type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: BigInt(n), confirmations: m + 9 };
    }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(person, small).map(([user, tier]): Command => ({ type: 'AssignFeeTier', user, tier })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(person, small).map(([user, n]): Command => {
      return { type: 'CreditRecharge', user, asset: 'USD', amount: 5n, reference: `bank/${n}`, name: NAME };
    }),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(person, fc.nat(999_999)).map(([user, n]): Command => restore(user, n).command),
  },
  { weight: 1, arbitrary: small.map((n): Command => approve(n + 1).command) },
  { weight: 3, arbitrary: small.map((act): Command => ({ type: 'KeepStaffAct', act: -act })) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('open', 'cancel_only', 'maintenance', 'closed').map((state): Command => {
      return { type: 'SetMarketState', market: 'BTC-USDT', state };
    }),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(gate, gate, fc.nat(9)).map(([deposits, withdrawals, roll]): Command => {
      const trading = roll === 0 ? 'maintenance' : 'open';
      return { type: 'SetAssetState', asset: 'USDT', trading, deposits, withdrawals, reason: 'x' };
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('BTC-USDT', ETH_USDT.market).map((market): Command => {
      return { type: 'CancelAllOrders', user: BOB, market };
    }),
  },
  {
    weight: 1,
    arbitrary: small.map((n): Command => {
      return { type: 'FundHouse', asset: 'USD', amount: 5n, reference: `bank/${n}`, reason: 'x' };
    }),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(small, later, fc.constantFrom(...MARKET_TERMS)).map(([n, from, terms]): Command => {
      return { type: 'ChangeMarketTerms', market: ETH_USDT.market, reason: 'x', ...from, ...terms(n) };
    }),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(small, later, fc.constantFrom(...CONTRACT_TERMS)).map(([n, from, terms]): Command => {
      return { type: 'ChangePerpetualTerms', market: PERP, reason: 'x', ...from, ...terms(n) };
    }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(small, small).map(([n, m]): Command => {
      return { type: 'SetIndexTerms', ...INDEX, sourcesMin: 1 + (n % 4), staleMs: 13_000 + m * 1_000, reason: 'x' };
    }),
  },
);

const act = fc.record({
  actor: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ACTORS.slice(0, 5)) }, fc.constantFrom(...ACTORS)),
  command,
  after: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.constantFrom(HOUR, 13 * HOUR, 25 * HOUR)),
});

test('every one-person act is allowed and expires, and every other change had two entitled people and its waiting time', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(act, { minLength: 40, maxLength: 120 }), (acts) => {
      const scenario = withReportedStaff(
        given(staff({ type: 'SetIndexTerms', ...INDEX, reason: 'listed' }), staff(BTC_PERP)),
      )
        .given(
          system(rulesOf({ newcomerMs: 30 * HOUR })),
          importLines(...[1, 2, 3, 4, 5, 6].map((n) => ({ reference: `bank/${n}`, amount: 5n }))),
          withdraw('USDT', 100n),
          withdraw('USDT', 100n),
          [
            setStaff(DAVE, 'admin', STAFF_RIGHTS),
            confirmProposal(1),
            setStaff(CAROL, 'admin', STAFF_RIGHTS),
            confirmProposal(2),
          ],
        )
        .when(passTime(25 * HOUR))
        .given([FIRST_ID, DAVE].map((user) => sendAs(SECOND, { type: 'VerifyMember', user, document: NAME })));
      const { exchange } = scenario;
      const audit = new StaffAudit();
      for (const batch of exchange.batches) audit.follow(batch);
      for (const { actor, command: asked, after } of acts) {
        const before = exchange.batches.length;
        const sender = asked.type === 'RestoreStaff' && after > 0 ? 'operator' : actor;
        exchange.take({ actor: sender, command: aimed(asked, exchange.state.staff), after });
        for (const batch of exchange.batches.slice(before)) audit.follow(batch);
      }
      const told = [...canonicalLines(exchange.state)];
      expect([...canonicalLines(restoreState(told))]).toEqual(told);
      for (const [type, times] of [...audit.applied, ...audit.alone]) seen.set(type, (seen.get(type) ?? 0) + times);
    }),
    { numRuns: 150, seed: 20261124 },
  );
  // Guards against a run that exercises nothing.
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining([
      ...['AccountUnfrozen', 'StaffNamed', 'RechargeCredited', 'DeskSettingSet', 'RechargeTermsSet'],
      ...['IndexTermsSet', 'MarketTermsChanged', 'PerpetualTermsChanged', 'MarketStateChanged', 'AssetStateChanged'],
      ...[
        'StaffRestored',
        'StaffDeclined',
        'SetMarketState',
        'SetAssetState',
        'FreezeAccount',
        'SetDailyLimit',
        'SetRechargeTerms',
      ],
    ]),
  );
});

/** A proposal or one-person act, counted back from the newest. */
function aimed(asked: Command, { next, nextAct }: StaffState): Command {
  if (asked.type === 'KeepStaffAct') return { ...asked, act: nextAct - 1 + asked.act };
  return 'proposal' in asked ? { ...asked, proposal: next - 1 + asked.proposal } : asked;
}
