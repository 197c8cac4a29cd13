/** Lists of perpetual contracts, as pages and as files, and a user's results. */
import { dayName } from '../../../../shared/rules/days';
import { CONTRACT_EXPORTS, CONTRACT_ROUTES, type ContractDay } from '../../../../shared/products/perpetual/wire';
import { Refusal } from '../../../platform/errors/refusal';
import { LIVE_VIEWS } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import * as Lists from '../stored/lists';
import * as Stored from '../stored/queries';
import type { ContractDayRow } from '../stored/tables';
import { idOf } from '../../../features/shared/orders/convert';
import { DaysOf } from '../../../features/shared/days';
import { answers } from '../../../features/shared/endpoints/handles';
import { ListFileOf, ofMarket, PagesOf, told } from '../../../features/shared/endpoints/list';
import { Reader } from '../../../features/shared/endpoints/reader';
import * as Told from './contract-lists.records';

const OPEN_ORDERS = told(Lists.CONTRACT_ORDERS, { where: { open: 1 }, record: ofMarket(Told.orderRecord) });
const ENDED_ORDERS = told(Lists.CONTRACT_ORDERS, {
  where: { open: 0 },
  record: ofMarket(Told.orderRecord),
  columns: CONTRACT_EXPORTS.orders.keyof().options,
});
const OWN_FILLS = told(Lists.CONTRACT_FILLS, {
  record: ofMarket(Told.fillRecord),
  columns: CONTRACT_EXPORTS.fills.keyof().options,
});
const CLOSED_POSITIONS = told(Lists.CONTRACT_POSITIONS, {
  where: { open: 0 },
  record: ofMarket(Told.closedRecord),
  columns: CONTRACT_EXPORTS.closedPositions.keyof().options,
});
const ENDED_STOPS = told(Lists.CONTRACT_STOPS, { where: { open: 0 }, record: ofMarket(Told.stopRecord) });
const OWN_FUNDING = told(Lists.FUNDING_PAYMENTS, {
  record: ofMarket(Told.fundingPaymentRecord),
  columns: CONTRACT_EXPORTS.fundingPayments.keyof().options,
});
const RATES = told(Lists.FUNDING_RATES, { record: ofMarket(Told.fundingRateRecord) });
const ALL_LIQUIDATIONS = told(Lists.LIQUIDATIONS, { record: ofMarket(Told.liquidationRecord) });
const INSURANCE = told(Lists.INSURANCE_ENTRIES, { record: Told.insuranceRecord });
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

export const PositionResults = answers(
  CONTRACT_ROUTES.results,
  [Reader, LIVE_VIEWS],
  async ({ user, request: { minPosition } }, reader, live) => {
    const { markets, positions, adl } = live;
    const stored = await reader.at(minPosition);
    const rows = await Stored.openPositions(stored, user);
    return rows.map((row) => {
      // What is stored may be behind, or the position closed since.
      const position = positions.positionOf(row.id);
      return Told.resultRecord(row, markets.get(row.market), position ? adl.lightOf(position) : null);
    });
  },
);

export const ContractDays = DaysOf(CONTRACT_ROUTES.days, Stored.contractDays, dayRecords);

/** Markets of one asset together. */
function dayRecords(rows: readonly ContractDayRow[], { markets }: LiveViews): ContractDay[] {
  const days = new Map<string, ContractDayRow & { asset: string }>();
  for (const row of rows) {
    const asset = markets.get(row.market).terms.quote;
    const known = days.get(`${row.day}/${asset}`);
    if (!known) {
      days.set(`${row.day}/${asset}`, { ...row, asset });
      continue;
    }
    known.result += row.result;
    known.fees += row.fees;
    known.funding += row.funding;
    known.closed += row.closed;
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

/** Another's does not exist, as far as this user is concerned. */
export const OneLiquidation = answers(
  CONTRACT_ROUTES.liquidation,
  [Reader, LIVE_VIEWS],
  async ({ user, request: { liquidation, minPosition } }, reader, live) => {
    const stored = await reader.at(minPosition);
    const row = await Stored.liquidationOf(stored, user, idOf(liquidation));
    if (!row) throw new Refusal('liquidation.not.found');
    return Told.liquidationDetail(row, live.markets.get(row.market));
  },
);
