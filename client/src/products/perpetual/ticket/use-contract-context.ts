/** Context of a contract order: market, the user's position and funds, and the current book. */
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { selectAccounts, selectBalancesPosition } from '../../../kit/entities/balance/balance-slice';
import { useMark, useMarks } from '../../../kit/entities/contract/marks';
import { outcomeTermsOf, type OutcomeTerms } from '../../../kit/entities/contract/outcomes';
import { crossStandingOf, reckonAccount, type CrossStanding } from '../../../kit/entities/contract/reckoning';
import { useContractAccount, useContractSetting } from '../../../kit/entities/contract/positions';
import { useFeeLevel } from '../../../kit/entities/fee/fee-api';
import { feesAt } from '../../../kit/entities/fee/rates';
import { useMarkets } from '../../../kit/entities/market/market-api';
import { useLastPrice } from '../../../kit/entities/market/use-quote-shown';
import type { OrderKind } from '../../../kit/entities/order/order-terms';
import { selectIsLogin, selectUser } from '../../../kit/entities/session/session-slice';
import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import type { ContractOrderState, PositionState } from '../../../../../shared/products/perpetual/stream';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { compare, differenceOf, productOf, sumOf } from '../../../kit/lib/numbers/exact';
import type { Act, SizeUnit } from './contract-draft';
import type { ContractContext, TimeInForce, TriggerBy } from './contract-context';
import { useSelected } from '../../../kit/lib/hooks/use-selected';

export interface Choices {
  act: Act;
  kind: OrderKind;
  timeInForce: TimeInForce;
  triggerBy: TriggerBy;
  unit: SizeUnit;
  stops: ContractContext['stops'];
}

export type ContractMarketContext = Omit<ContractContext, 'book'>;

/** Terms for outcome calculations with this user's fees; null if the market is not a perpetual. */
export function useOutcomeTerms(market: MarketRecord): OutcomeTerms | null {
  const level = useFeeLevel(useSelector(selectUser)?.userId ?? null, market.product);
  const { takerPpb } = feesAt(market, level);
  return useMemo(() => outcomeTermsOf(market, takerPpb), [market, takerPpb]);
}

const selectContractAvailable = (state: Parameters<typeof selectAccounts>[0], asset: string) =>
  selectAccounts(state).contract?.[asset]?.available;

/** Null if the account is unknown, as for visitors. */
function useContractAvailable(asset: string): string | null {
  const isLogin = useSelector(selectIsLogin);
  const isKnown = useSelector(selectBalancesPosition) !== null;
  const available = useSelected(selectContractAvailable, asset);
  return isLogin && isKnown ? (available ?? '0') : null;
}

/**
 * Free balance and cross-margin state. Losses and margin requirements of cross positions are not free. Null if the
 * account is unknown. Positions without a known mark are left out.
 */
export function useContractFunds(asset: string, scale: number): { free: string | null; cross: CrossStanding | null } {
  const available = useContractAvailable(asset);
  const account = useContractAccount();
  const markets = useMarkets();
  const allPositions = account?.positions;
  const orders = account?.orders;
  const isCross = allPositions?.some(({ mode }) => mode === 'cross') === true;
  const marks = useMarks(isCross ? allPositions.map(({ market }) => market) : []);
  return useMemo(() => {
    if (available === null) return { free: null, cross: null };
    const positions = (allPositions ?? []).flatMap((state) => {
      const market = markets.find(({ name }) => name === state.market);
      const terms = market && outcomeTermsOf(market, 0);
      const mark = marks[state.market]?.mark;
      return terms && mark && market.quote === asset ? [{ terms, state, mark }] : [];
    });
    const { free } = reckonAccount({ available, frozen: '0', locked: '0' }, positions, orders ?? []);
    return { free, cross: crossStandingOf(available, positions, orders ?? [], scale) };
  }, [available, asset, scale, allPositions, orders, markets, marks]);
}

export function useContractMarketContext(
  market: MarketRecord,
  outcome: OutcomeTerms,
  side: PositionSide,
  { act, kind, timeInForce, triggerBy, unit, stops }: Choices,
): ContractMarketContext {
  const account = useContractAccount();
  const { leverage, marginMode, positionMode } = useContractSetting(market.name);
  const { free: available, cross } = useContractFunds(market.quote, outcome.scale);
  const last = useLastPrice(market.name);
  const mark = useMark(market.name)?.mark ?? null;
  const positionOn = (requestedSide: PositionSide) =>
    account?.positions.find((one) => one.market === market.name && one.side === requestedSide) ?? null;
  const position = positionOn(side);
  const opposite = positionMode === 'one_way' && act === 'open' ? positionOn(side === 'long' ? 'short' : 'long') : null;
  const orders = account?.orders;
  return useMemo(() => {
    const rests = kind === 'limit' && (timeInForce === 'gtc' || timeInForce === 'post_only');
    const resting = rests ? (orders ?? []) : [];
    const closable = position && closableQuantity(position, resting);
    const closeTarget = opposite && { position: opposite, closable: closableQuantity(opposite, resting) };
    return {
      ...{ market, outcome, act, side, kind, timeInForce, triggerBy, unit, stops, leverage },
      isCross: marginMode === 'cross',
      cross: marginMode === 'cross' ? cross : null,
      ...{ available, position, closable, closeTarget, last, mark },
      openOrderValue: openOrderValueOn(orders ?? [], market.name, side, mark),
    };
  }, [
    market,
    outcome,
    act,
    side,
    kind,
    timeInForce,
    triggerBy,
    unit,
    stops,
    leverage,
    marginMode,
    cross,
    available,
    position,
    opposite,
    orders,
    last,
    mark,
  ]);
}

/** Part of a position that no resting order closes. */
export function closableQuantity(
  { market, side, quantity }: PositionState,
  orders: readonly ContractOrderState[],
): string {
  const closing = orders
    .filter((order) => order.market === market && order.phase === 'resting')
    .map(({ act, position, quantity: orderQuantity, filledQuantity, against: closingQuantity }) => {
      if (act === 'close') return position === side ? differenceOf(orderQuantity, filledQuantity) : '0';
      // In one-way mode an order that opens the opposite side closes this position first.
      return position === side ? '0' : closingQuantity;
    });
  const remaining = differenceOf(quantity, sumOf(closing));
  return compare(remaining, '0') > 0 ? remaining : '0';
}

/** Value of orders that open on one side, each at its price or the mark, whichever is higher. */
export function openOrderValueOn(
  orders: readonly ContractOrderState[],
  market: string,
  side: PositionSide,
  mark: string | null,
): string {
  const opening = orders.filter((order) => order.market === market && order.position === side && order.act === 'open');
  return sumOf(
    opening.map(({ price, trigger, quantity, filledQuantity, against: closingQuantity }) => {
      const orderPrice = price ?? trigger ?? mark ?? '0';
      return productOf(
        differenceOf(differenceOf(quantity, filledQuantity), closingQuantity),
        mark !== null && compare(mark, orderPrice) > 0 ? mark : orderPrice,
      );
    }),
  );
}
