/** Lists of a user's purchases of financial products and mining, as pages and files, and their income by day. */
import { dayName } from '../../../../shared/rules/days';
import {
  type EarnDay,
  FINANCIAL_ROUTES,
  type FinancialHolding,
  MINING_ROUTES,
  type MiningHolding,
} from '../../../../shared/products/earn/wire';
import { toWireFinancial, toWireMining } from '../live/wire-records';
import type { LiveViews } from '../../../views/live/live-views';
import { FINANCIAL_PURCHASES, financialDays, MINING_PURCHASES, miningDays, type IncomeDay } from '../stored/queries';
import type { FinancialPurchaseRow, MiningPurchaseRow } from '../stored/tables';
import { DaysOf } from '../../../features/shared/days';
import { ListFileOf, PagesOf, recordList } from '../../../features/shared/endpoints/list';

const FINANCIAL_COLUMNS = [
  ...['purchase', 'product', 'name', 'asset', 'amount', 'termDays', 'annualRatePpb', 'renew', 'boughtAt'],
  ...['startsAt', 'expiresAt', 'expected', 'generated', 'status', 'endedAt'],
] as const;

const MINING_COLUMNS = [
  ...['purchase', 'product', 'name', 'asset', 'amount', 'incomeAsset', 'termDays', 'dailyRatePpb', 'payout'],
  ...['incomeADay', 'boughtAt', 'allocatingFrom', 'startsAt', 'expiresAt', 'nextPayoutAt', 'expected', 'generated'],
  'status',
] as const;

const FINANCIAL = recordList(FINANCIAL_PURCHASES, { record: financialRecord, columns: FINANCIAL_COLUMNS });
const MINING = recordList(MINING_PURCHASES, { record: miningRecord, columns: MINING_COLUMNS });

export const FinancialRecords = PagesOf(FINANCIAL_ROUTES.records, FINANCIAL);
export const MiningRecords = PagesOf(MINING_ROUTES.records, MINING);
export const FinancialFile = ListFileOf(
  FINANCIAL_ROUTES.export,
  () => 'financial-products.csv',
  () => FINANCIAL,
);
export const MiningFile = ListFileOf(
  MINING_ROUTES.export,
  () => 'mining.csv',
  () => MINING,
);
export const FinancialDays = DaysOf(FINANCIAL_ROUTES.calendar, financialDays, dayRecords);
export const MiningDays = DaysOf(MINING_ROUTES.calendar, miningDays, dayRecords);

function dayRecords(days: readonly IncomeDay[], { markets }: LiveViews): EarnDay[] {
  return days.map(({ day, asset, principal, income }) => ({
    ...{ day: dayName(day), asset },
    principal: markets.amount(asset, principal),
    income: markets.amount(asset, income),
  }));
}

/** Uses the product's current name. */
function financialRecord(row: FinancialPurchaseRow, { earn, markets }: LiveViews, now: number): FinancialHolding {
  const { product, asset, renew, outcome, endedAt } = row;
  const name = earn.financial.nameOf(product);
  const details = { ...row, name, scale: markets.scale(asset) ?? 0, renew: renew === 1 };
  const ending = outcome === null || endedAt === null ? null : { end: outcome, at: endedAt };
  return toWireFinancial(details, ending, now);
}

function miningRecord(row: MiningPurchaseRow, { earn, markets }: LiveViews, now: number): MiningHolding {
  const name = earn.mining.nameOf(row.product);
  const scale = (asset: string): number => markets.scale(asset) ?? 0;
  const details = { ...row, paid: row.incomesPaid, name, scale: scale(row.asset), incomeScale: scale(row.incomeAsset) };
  return toWireMining(details, row.endedAt !== null, now);
}
