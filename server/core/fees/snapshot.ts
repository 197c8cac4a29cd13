/** Fee levels in the canonical state: the tables, and each member's level. */
import { getOrThrow, sortedByKey } from '../evolve-helpers';
import { snapshotRow, snapshotRowsOf, type SnapshotRows } from '../product';
import { addId } from './ordered-ids';
import { FEE_PRODUCTS, type FeeProduct, type FeesState } from './state';

type FeesLine = [is: 'fees', product: FeeProduct, open: number, reckoned: number, through: number];

const feesLine = snapshotRow<FeesLine>(
  'fees',
  function* ({ fees }) {
    for (const product of FEE_PRODUCTS) {
      const { open, reckoned, through } = fees[product];
      if (open !== null) yield ['fees', product, open, reckoned, through];
    }
  },
  ({ fees }, [, product, open, reckoned, through]) => {
    Object.assign(fees[product], { open, reckoned, through });
  },
);

const tableLine = snapshotRow<[is: 'fee_table', product: FeeProduct, from: number, volumes: string[]]>(
  'fee_table',
  function* ({ fees }) {
    for (const product of FEE_PRODUCTS)
      for (const { from, volumes } of fees[product].tables) yield ['fee_table', product, from, volumes.map(String)];
  },
  ({ fees }, [, product, from, volumes]) => {
    fees[product].tables.push({ from, volumes: volumes.map(BigInt) });
  },
);

const dayLine = snapshotRow<[is: 'fee_day', product: FeeProduct, day: number, price: string]>(
  'fee_day',
  function* ({ fees }) {
    for (const product of FEE_PRODUCTS)
      for (const [day, price] of sortedByKey(fees[product].prices)) yield ['fee_day', product, day, `${price}`];
  },
  ({ fees }, [, product, day, price]) => {
    fees[product].prices.set(day, BigInt(price));
  },
);

type NextTuple = [level: number, volume: string, from: number];
type MemberFeesLine = [
  is: 'member_fees',
  product: FeeProduct,
  user: number,
  level: number,
  volume: string,
  next: NextTuple | null,
  days: [day: number, traded: string][],
];

const memberFeesLine = snapshotRow<MemberFeesLine>(
  'member_fees',
  function* ({ members }) {
    for (const product of FEE_PRODUCTS) {
      for (const [user, { fees }] of sortedByKey(members)) {
        const memberFees = fees[product];
        if (memberFees === null) continue;
        const next: NextTuple | null = memberFees.next && [
          memberFees.next.level,
          `${memberFees.next.volume}`,
          memberFees.next.from,
        ];
        const days = memberFees.days.map((day, index): [number, string] => [day, `${memberFees.traded[index]}`]);
        yield ['member_fees', product, user, memberFees.level, `${memberFees.volume}`, next, days];
      }
    }
  },
  ({ members, fees }, [, product, user, level, volume, next, days]) => {
    getOrThrow(members, user).fees[product] = {
      level,
      volume: BigInt(volume),
      next: next && { level: next[0], volume: BigInt(next[1]), from: next[2] },
      days: days.map(([day]) => day),
      traded: days.map(([, traded]) => BigInt(traded)),
    };
    addId(fees[product].active, user);
  },
);

const FEES: SnapshotRows<FeesState> = { spot: [feesLine, tableLine, dayLine, memberFeesLine], perpetual: 'with spot' };

export const feesSnapshotRows = snapshotRowsOf(FEES);
