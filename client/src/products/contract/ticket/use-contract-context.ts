/** What a contract order is judged by: the market, the user's position and money in it, and the book as it is. */
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { selectAccounts, selectBalancesPosition } from '../../../entities/balance/balance-slice';
import { useMark, useMarks } from '../../../entities/contract/marks';
import { outcomeTermsOf, type OutcomeTerms } from '../../../entities/contract/outcomes';
import { crossStandingOf, reckonAccount, type CrossStanding } from '../../../entities/contract/reckoning';
import { useContractAccount, useContractSetting } from '../../../entities/contract/positions';
import { useFeeLevel } from '../../../entities/fee/fee-api';
import { feesAt } from '../../../entities/fee/rates';
import { useMarkets } from '../../../entities/market/market-api';
import { useLastPrice } from '../../../entities/market/use-quote-shown';
import type { OrderKind } from '../../../entities/order/order-terms';
import { selectIsLogin, selectUser } from '../../../entities/session/session-slice';
import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import type { ContractOrderState, PositionState } from '../../../../../shared/products/perpetual/stream';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { compare, differenceOf, productOf, sumOf } from '../../../shared/lib/numbers/exact';
import type { Act, SizeUnit } from './contract-draft';
import type { ContractContext, TimeInForce, TriggerBy } from './contract-context';
import { useSelected } from '../../../shared/lib/hooks/use-selected';

export interface Choices {
  act: Act;
  kind: OrderKind;
  timeInForce: TimeInForce;
  triggerBy: TriggerBy;
  unit: SizeUnit;
  stops: ContractContext['stops'];
}

export type ContractSurroundings = Omit<ContractContext, 'book'>;

/** The terms that orders of this user are reckoned by; null for a market that is no perpetual. */
export function useOutcomeTerms(market: MarketRecord): OutcomeTerms | null {
  const level = useFeeLevel(useSelector(selectUser)?.userId ?? null, market.product);
  const { takerPpb } = feesAt(market, level);
  return useMemo(() => outcomeTermsOf(market, takerPpb), [market, takerPpb]);
}

const selectContractAvailable = (state: Parameters<typeof selectAccounts>[0], asset: string) =>
  selectAccounts(state).contract?.[asset]?.available;

/** Null where the account is not known, as of a visitor. */
function useContractAvailable(asset: string): string | null {
  const isLogin = useSelector(selectIsLogin);
  const isKnown = useSelector(selectBalancesPosition) !== null;
  const available = useSelected(selectContractAvailable, asset);
  return isLogin && isKnown ? (available ?? '0') : null;
}

/**
 * What may be held, and what cross positions share: a loss of theirs is not free, nor is margin that their marks ask for. Null as above.
 * What an unknown mark would tell is left out.
 */
export function useContractFunds(asset: string, scale: number): { free: string | null; cross: CrossStanding | null } {
  const available = useContractAvailable(asset);
  const account = useContractAccount();
  const markets = useMarkets();
  const held = account?.positions;
  const orders = account?.orders;
  const isCross = held?.some(({ mode }) => mode === 'cross') === true;
  const marks = useMarks(isCross ? held.map(({ market }) => market) : []);
  return useMemo(() => {
    if (available === null) return { free: null, cross: null };
    const positions = (held ?? []).flatMap((state) => {
      const market = markets.find(({ name }) => name === state.market);
      const terms = market && outcomeTermsOf(market, 0);
      const mark = marks[state.market]?.mark;
      return terms && mark && market.quote === asset ? [{ terms, state, mark }] : [];
    });
    const { free } = reckonAccount({ available, frozen: '0', locked: '0' }, positions, orders ?? []);
    return { free, cross: crossStandingOf(available, positions, orders ?? [], scale) };
  }, [available, asset, scale, held, orders, markets, marks]);
}

export function useContractSurroundings(
  market: MarketRecord,
  outcome: OutcomeTerms,
  side: PositionSide,
  { act, kind, timeInForce, triggerBy, unit, stops }: Choices,
): ContractSurroundings {
  const account = useContractAccount();
  const { leverage, marginMode, positionMode } = useContractSetting(market.name);
  const { free: available, cross } = useContractFunds(market.quote, outcome.scale);
  const last = useLastPrice(market.name);
  const mark = useMark(market.name)?.mark ?? null;
  const positionOn = (named: PositionSide) =>
    account?.positions.find((one) => one.market === market.name && one.side === named) ?? null;
  const position = positionOn(side);
  const opposite = positionMode === 'one_way' && act === 'open' ? positionOn(side === 'long' ? 'short' : 'long') : null;
  const orders = account?.orders;
  return useMemo(() => {
    const rests = kind === 'limit' && (timeInForce === 'gtc' || timeInForce === 'post_only');
    const resting = rests ? (orders ?? []) : [];
    const closable = position && closableOf(position, resting);
    const against = opposite && { position: opposite, closable: closableOf(opposite, resting) };
    return {
      ...{ market, outcome, act, side, kind, timeInForce, triggerBy, unit, stops, leverage },
      isCross: marginMode === 'cross',
      cross: marginMode === 'cross' ? cross : null,
      ...{ available, position, closable, against, last, mark },
      ordered: orderedOn(orders ?? [], market.name, side, mark),
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

/** What of a position no resting order closes yet. */
export function closableOf({ market, side, quantity }: PositionState, orders: readonly ContractOrderState[]): string {
  const closing = orders
    .filter((order) => order.market === market && order.phase === 'resting')
    .map(({ act, position, quantity: whole, filledQuantity, against }) => {
      if (act === 'close') return position === side ? differenceOf(whole, filledQuantity) : '0';
      // In one-way mode what opens the other side closes this one first.
      return position === side ? '0' : against;
    });
  const left = differenceOf(quantity, sumOf(closing));
  return compare(left, '0') > 0 ? left : '0';
}

/** What orders that open on one side count as, each at its price or the mark if that is higher. */
export function orderedOn(
  orders: readonly ContractOrderState[],
  market: string,
  side: PositionSide,
  mark: string | null,
): string {
  const opening = orders.filter((order) => order.market === market && order.position === side && order.act === 'open');
  return sumOf(
    opening.map(({ price, trigger, quantity, filledQuantity, against }) => {
      const own = price ?? trigger ?? mark ?? '0';
      return productOf(
        differenceOf(differenceOf(quantity, filledQuantity), against),
        mark !== null && compare(mark, own) > 0 ? mark : own,
      );
    }),
  );
}
