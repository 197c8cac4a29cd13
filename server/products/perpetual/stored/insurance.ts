/** The insurance fund of each asset, entry by entry with what was left then. */
import type { InsuranceCause } from '../../../../shared/products/perpetual/wire';
import type { CoreEvent, EventType } from '../../../core/event';
import { parseAccount, type Entry } from '../../../core/ledger/entry';
import type { Handlers, Projection, Scene } from '../../../views/stored/projection';

/** What touches the fund, and why that is when the kind of the entry does not say it. */
const TOUCHES_FUND = {
  FundingSettled: 'funding_cover',
  FundingClosed: 'funding_rest',
  PerpetualTraded: 'liquidation_surplus',
  LiquidationReduced: 'liquidation_fee',
  CrossPositionReduced: 'liquidation_fee',
  InsurancePaid: 'liquidation_cover',
  PositionDeleveraged: 'deleveraging_cover',
  PositionSettled: 'settlement_cover',
  InsuranceFunded: 'funded',
} as const satisfies Partial<Record<EventType, InsuranceCause>>;

type TouchesFund = Extract<CoreEvent, { type: keyof typeof TOUCHES_FUND }>;

const FUND = 'house/insurance/';

export const insuranceProjection: Projection = {
  name: 'insurance fund',
  tables: ['insuranceFunds', 'insuranceEntries'],
  reads: forEachToucher(({ entries }, { rows }) => {
    for (const entry of entries) if (touches(entry)) rows.insuranceFunds.want(assetOf(entry));
  }),
  writes: forEachToucher((event, scene) => {
    event.entries.forEach((entry, entryIndex) => {
      if (touches(entry)) post(event, entry, entryIndex, scene);
    });
  }),
};

function forEachToucher(handler: (event: TouchesFund, scene: Scene) => void): Handlers {
  return Object.fromEntries(Object.keys(TOUCHES_FUND).map((type) => [type, handler]));
}

function touches({ debit, credit }: Entry): boolean {
  return debit.startsWith(FUND) || credit.startsWith(FUND);
}

function assetOf({ debit, credit }: Entry): string {
  return parseAccount(debit.startsWith(FUND) ? debit : credit).asset;
}

function post(
  event: TouchesFund,
  entry: Entry,
  entryIndex: number,
  { rows, eventPosition, at, position }: Scene,
): void {
  const asset = assetOf(entry);
  const amount = entry.debit.startsWith(FUND) ? -entry.amount : entry.amount;
  let fund = rows.insuranceFunds.find(asset);
  if (!fund) rows.insuranceFunds.put((fund = { asset, balance: 0n, position }));
  fund.balance += amount;
  fund.position = position;
  rows.insuranceFunds.touch(fund);
  const market = 'market' in event ? event.market : null;
  const { balance } = fund;
  const cause = entry.kind === 'liquidation_surplus' ? 'liquidation_surplus' : TOUCHES_FUND[event.type];
  rows.insuranceEntries.add({ asset, eventPosition, entryIndex, market, cause, amount, balance, at, position });
}
