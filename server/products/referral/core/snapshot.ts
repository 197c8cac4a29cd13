/** Rebates in the canonical state. */
import { getOrThrow, sortedByKey } from '../../../core/evolve-helpers';
import { snapshotRow, snapshotRowsOf, type SnapshotRows } from '../../../core/product';
import { listRow, recordCodec } from '../../../core/snapshot/record-rows';
import { addFee } from './fee-counting';
import { createReferralDay, type ReferralState, type ReferralTable } from './state';

const TABLE = recordCodec<ReferralTable>()('from', 'level1Ppb', 'level2Ppb');

type ProposalLine = [is: 'referral_proposed', from: number | null, level1Ppb: number, level2Ppb: number, by: number];

const proposalLine = snapshotRow<ProposalLine>(
  'referral_proposed',
  function* ({ referral: { proposed } }) {
    if (proposed === null) return;
    yield ['referral_proposed', proposed.from, proposed.level1Ppb, proposed.level2Ppb, proposed.by];
  },
  ({ referral }, [, from, level1Ppb, level2Ppb, by]) => {
    referral.proposed = { from, level1Ppb, level2Ppb, by };
  },
);

/** Each day before what was paid on it. */
const dayLine = snapshotRow<[is: 'referral_day', day: number, level1Ppb: number, level2Ppb: number]>(
  'referral_day',
  function* ({ referral }) {
    for (const [day, { rates }] of sortedByKey(referral.days))
      yield ['referral_day', day, rates.level1Ppb, rates.level2Ppb];
  },
  ({ referral }, [, day, level1Ppb, level2Ppb]) => {
    referral.days.set(day, createReferralDay({ level1Ppb, level2Ppb }));
  },
);

const feesLine = snapshotRow<[is: 'referral_fees', day: number, user: number, fees: [asset: string, fee: string][]]>(
  'referral_fees',
  function* ({ referral }) {
    for (const [day, { fees }] of sortedByKey(referral.days)) {
      for (const [user, userFees] of sortedByKey(fees)) {
        yield ['referral_fees', day, user, sortedByKey(userFees).map(([asset, fee]) => [asset, `${fee}`])];
      }
    }
  },
  ({ referral }, [, day, user, fees]) => {
    for (const [asset, fee] of fees) addFee(getOrThrow(referral.days, day), user, asset, BigInt(fee));
  },
);

const REFERRAL: SnapshotRows<ReferralState> = {
  tables: listRow('referral', ({ referral }) => referral.tables, TABLE),
  proposed: proposalLine,
  days: [dayLine, feesLine],
};

export const referralSnapshotRows = snapshotRowsOf(REFERRAL);
