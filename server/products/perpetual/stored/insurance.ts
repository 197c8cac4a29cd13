/** The insurance fund of each asset, entry by entry with the balance after each. */
import type { InsuranceCause } from '../../../../shared/products/perpetual/liquidations';
import type { CoreEvent, EventType } from '../../../core/event';
import { parseAccount, type Entry } from '../../../core/ledger/entry';
import type { Handlers, Projection, EventContext } from '../../../views/stored/projection';

/** Events that move money of the fund, with the reason if the entry's kind does not give it. */
const CAUSE_OF_EVENT = {
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

type InsuranceEvent = Extract<CoreEvent, { type: keyof typeof CAUSE_OF_EVENT }>;

const FUND = 'house/insurance/';

export const insuranceProjection: Projection = {
  name: 'insurance fund',
  tables: ['insuranceFunds', 'insuranceEntries'],
  reads: handleInsuranceEvents(({ entries }, { rows }) => {
    for (const entry of entries) if (touchesFund(entry)) rows.insuranceFunds.prefetch(assetOf(entry));
  }),
  writes: handleInsuranceEvents((event, context) => {
    event.entries.forEach((entry, entryIndex) => {
      if (touchesFund(entry)) addEntry(event, entry, entryIndex, context);
    });
  }),
};

function handleInsuranceEvents(handler: (event: InsuranceEvent, context: EventContext) => void): Handlers {
  return Object.fromEntries(Object.keys(CAUSE_OF_EVENT).map((type) => [type, handler]));
}

function touchesFund({ debit, credit }: Entry): boolean {
  return debit.startsWith(FUND) || credit.startsWith(FUND);
}

function assetOf({ debit, credit }: Entry): string {
  return parseAccount(debit.startsWith(FUND) ? debit : credit).asset;
}

function addEntry(
  event: InsuranceEvent,
  entry: Entry,
  entryIndex: number,
  { rows, eventPosition, at, position }: EventContext,
): void {
  const asset = assetOf(entry);
  const amount = entry.debit.startsWith(FUND) ? -entry.amount : entry.amount;
  let fund = rows.insuranceFunds.find(asset);
  if (!fund) rows.insuranceFunds.put((fund = { asset, balance: 0n, position }));
  fund.balance += amount;
  fund.position = position;
  rows.insuranceFunds.markChanged(fund);
  const market = 'market' in event ? event.market : null;
  const { balance } = fund;
  const cause = entry.kind === 'liquidation_surplus' ? 'liquidation_surplus' : CAUSE_OF_EVENT[event.type];
  rows.insuranceEntries.add({ asset, eventPosition, entryIndex, market, cause, amount, balance, at, position });
}
