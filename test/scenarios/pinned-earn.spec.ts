/** What one wrong line of the core would change for products that earn and for rebates, an example each. */
import type { CoreEvent, EventOf } from '../../server/core/event';
import { ALICE, BOB, CAROL, SECOND, occurred, refused, type Scenario } from '../tools/core-fixture';
import { financial, financialTerms, fundedFinancial, midnight, nudged, saved } from '../tools/financial-fixture';
import { behind, mined, mining } from '../tools/mining-fixture';
import { usdt } from '../tools/option-fixture';
import { named, nextDay, referral, traded } from '../tools/referral-fixture';

function all<T extends CoreEvent['type']>({ exchange }: Scenario, type: T): EventOf<T>[] {
  return exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === type)) as EventOf<T>[];
}
const notRenewed = (scenario: Scenario) => all(scenario, 'FinancialEnded').map((event) => event.notRenewed ?? null);

describe('renewals at one midnight', () => {
  test('share what covers their incomes: of two, the second is not covered', () => {
    const income = 9_589_041n;
    const scenario = financial().given(
      saved(BOB, usdt(100), { renew: 'on' }),
      saved(ALICE, usdt(100), { renew: 'on' }),
      // Both incomes are promised; beside them there is one more.
      fundedFinancial('release', usdt(1_000) - 3n * income),
    );
    nudged(midnight(scenario, 8));
    expect(notRenewed(scenario)).toEqual([null, 'earn.not.covered']);
  });

  test("share their owner's maximum: what the first leaves free the second may take", () => {
    const scenario = financial().given(
      saved(BOB, usdt(100), { renew: 'on' }),
      saved(BOB, usdt(100), { renew: 'on' }),
      ...[financialTerms({ userMax: usdt(150) }), financialTerms({ userMax: usdt(150) }, SECOND)],
    );
    nudged(midnight(scenario, 8));
    expect(notRenewed(scenario)).toEqual(['earn.cap.user', null]);
  });
});

test('a rebate that is paid at the purchase is covered beside all incomes, to the unit', () => {
  // 1,000 USDT bring 1 USDT on each of five days; who invited gets a thousandth of them at once.
  const atOnce = { rebate: 'purchase', rebatePpb: 1_000_000 } as const;
  const asked = usdt(5) + usdt(1);
  mining(atOnce)
    .given(behind('release', 'USDT', usdt(10_000) - asked + 1n))
    .when(mined(BOB))
    .then(refused('earn.not.covered'));
  mining(atOnce)
    .given(behind('release', 'USDT', usdt(10_000) - asked))
    .when(mined(BOB))
    .then(occurred('MiningBought', { inviter: ALICE, rebate: usdt(1) }));
});

test('nobody gets a rebate of the second level as long as no document says who they are', () => {
  const scenario = nextDay(referral({}, [named(BOB), named(CAROL)]).given(traded(CAROL, 1_000)));
  expect(all(scenario, 'RebatePaid').map(({ user, level }) => [user, level])).toEqual([[BOB, 1]]);
});
