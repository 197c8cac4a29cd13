/** Lists of perpetual contracts, as pages and as files, and a user's results. */
import { dayName } from '../../../../shared/rules/days';
import { CONTRACT_EXPORTS, CONTRACT_ROUTES } from '../../../../shared/products/perpetual/wire';
import type { ContractDay } from '../../../../shared/products/perpetual/records';
import { Refusal } from '../../../platform/errors/refusal';
import { LIVE_VIEWS } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import * as Lists from '../stored/lists';
import * as Stored from '../stored/queries';
import type { ContractDayRow } from '../stored/tables';
import { idOf } from '../../../features/shared/orders/convert';
import { DaysOf } from '../../../features/shared/days';
import { queryHandler } from '../../../features/shared/endpoints/handlers';
import { ListFileOf, withMarket, PagesOf, recordList } from '../../../features/shared/endpoints/list';
import { Reader } from '../../../features/shared/endpoints/reader';
import * as Told from './contract-lists.records';

const OPEN_ORDERS = recordList(Lists.CONTRACT_ORDERS, {
  fixedFilters: { open: 1 },
  record: withMarket(Told.orderRecord),
});
const ENDED_ORDERS = recordList(Lists.CONTRACT_ORDERS, {
  fixedFilters: { open: 0 },
  record: withMarket(Told.orderRecord),
  columns: CONTRACT_EXPORTS.orders.keyof().options,
});
const OWN_FILLS = recordList(Lists.CONTRACT_FILLS, {
  record: withMarket(Told.fillRecord),
  columns: CONTRACT_EXPORTS.fills.keyof().options,
});
const CLOSED_POSITIONS = recordList(Lists.CONTRACT_POSITIONS, {
  fixedFilters: { open: 0 },
  record: withMarket(Told.closedRecord),
  columns: CONTRACT_EXPORTS.closedPositions.keyof().options,
});
const ENDED_STOPS = recordList(Lists.CONTRACT_STOPS, {
  fixedFilters: { open: 0 },
  record: withMarket(Told.stopRecord),
});
const OWN_FUNDING = recordList(Lists.FUNDING_PAYMENTS, {
  record: withMarket(Told.fundingPaymentRecord),
  columns: CONTRACT_EXPORTS.fundingPayments.keyof().options,
});
const RATES = recordList(Lists.FUNDING_RATES, { record: withMarket(Told.fundingRateRecord) });
const ALL_LIQUIDATIONS = recordList(Lists.LIQUIDATIONS, { record: withMarket(Told.liquidationRecord) });
const INSURANCE = recordList(Lists.INSURANCE_ENTRIES, { record: Told.insuranceRecord });
const FILES = {
  orders: ENDED_ORDERS,
  fills: OWN_FILLS,
  closedPositions: CLOSED_POSITIONS,
  fundingPayments: OWN_FUNDING,
};

export const OpenContractOrders = PagesOf(CONTRACT_ROUTES.currentOrders, OPEN_ORDERS);
export const EndedContractOrders = PagesOf(CONTRACT_ROUTES.historyOrders, ENDED_ORDERS);
export const ContractFills = PagesOf(CONTRACT_ROUTES.fills, OWN_FILLS);
export const EndedStops = PagesOf(CONTRACT_ROUTES.stops, ENDED_STOPS);
export const ClosedPositions = PagesOf(CONTRACT_ROUTES.closedPositions, CLOSED_POSITIONS);
export const FundingPayments = PagesOf(CONTRACT_ROUTES.fundingPayments, OWN_FUNDING);
export const FundingRates = PagesOf(CONTRACT_ROUTES.fundingRates, RATES);
export const Liquidations = PagesOf(CONTRACT_ROUTES.liquidations, ALL_LIQUIDATIONS);
export const InsuranceEntries = PagesOf(CONTRACT_ROUTES.insurance, INSURANCE);
export const ContractFile = ListFileOf(
  CONTRACT_ROUTES.export,
  ({ list }) => `contract-${list}.csv`,
  ({ list }) => FILES[list],
);

export const PositionResults = queryHandler(
  CONTRACT_ROUTES.results,
  [Reader, LIVE_VIEWS],
  async ({ user, request: { minPosition } }, reader, live) => {
    const { markets, positions, adl } = live;
    const stored = await reader.at(minPosition);
    const rows = await Stored.openPositions(stored, user);
    return rows.map((row) => {
      // Stored rows may lag behind the live view, so the position may already be closed.
      const position = positions.positionOf(row.id);
      return Told.resultRecord(row, markets.get(row.market), position ? adl.lightOf(position) : null);
    });
  },
);

export const ContractDays = DaysOf(CONTRACT_ROUTES.days, Stored.contractDays, dayRecords);

/** Combines the markets of one asset. */
function dayRecords(rows: readonly ContractDayRow[], { markets }: LiveViews): ContractDay[] {
  const days = new Map<string, ContractDayRow & { asset: string }>();
  for (const row of rows) {
    const asset = markets.get(row.market).terms.quote;
    const existing = days.get(`${row.day}/${asset}`);
    if (!existing) {
      days.set(`${row.day}/${asset}`, { ...row, asset });
      continue;
    }
    existing.result += row.result;
    existing.fees += row.fees;
    existing.funding += row.funding;
    existing.closed += row.closed;
  }
  return [...days.values()].map(({ day, asset, result, fees, funding, closed }) => ({
    day: dayName(day),
    asset,
    result: markets.amount(asset, result),
    fees: markets.amount(asset, fees),
    funding: markets.amount(asset, funding),
    closed,
  }));
}

/** Another user's liquidation counts as missing. */
export const OneLiquidation = queryHandler(
  CONTRACT_ROUTES.liquidation,
  [Reader, LIVE_VIEWS],
  async ({ user, request: { liquidation, minPosition } }, reader, live) => {
    const stored = await reader.at(minPosition);
    const row = await Stored.liquidationOf(stored, user, idOf(liquidation));
    if (!row) throw new Refusal('liquidation.not.found');
    return Told.liquidationDetail(row, live.markets.get(row.market));
  },
);
