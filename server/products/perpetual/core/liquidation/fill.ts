/**
 * Effect of a liquidation order's fill on the liquidated position. All amounts pass through its collateral; the owner's available balance
 * is not touched. The collateral pays the loss and the taker fee. After a cut to a lower tier the position keeps the rest. In a takeover it
 * gives up the share of the sold lots, and any improvement on the bankruptcy price goes to the fund.
 */
import { realised, type Part } from '../../../../../shared/products/perpetual/rules/position';
import { feeOf } from '../../../../../shared/rules/arithmetic/rounding';
import { houseAccount, marketAccount, type Entry } from '../../../../core/ledger/entry';
import {
  feeRateOf,
  unitsPerTick,
  traderOf,
  type SimulatedFill,
  type FillRefusal,
  type FillSide,
  type MatchSimulation,
} from '../orders/match-simulation';

/** Insurance fund's payments in a walk, fill by fill. */
export interface InsuranceDraw {
  /** Units paid, and the maximum. */
  paidAmount: bigint;
  paidMax: bigint;
  /** Units received. */
  surplus: bigint;
}

/** Cut: the collateral that is not lost stays with the remaining position. */
export function reduceFill(
  simulation: MatchSimulation,
  side: FillSide,
  price: number,
  lots: number,
): SimulatedFill | FillRefusal {
  const closed = closeAtPrice(simulation, side, price, lots);
  if (!closed) return 'position_closed';
  const { trader, openPosition, released, profit, fee } = closed;
  const remainingCollateral = openPosition.collateral + profit - fee;
  if (remainingCollateral <= 0n) return 'beyond_bankruptcy';
  trader[side.contract.position] = {
    ...openPosition,
    lots: openPosition.lots - lots,
    cost: openPosition.cost - released,
    collateral: remainingCollateral,
  };
  return {
    position: openPosition.id,
    released,
    fee,
    entries: collateralEntries(simulation, side, openPosition.hold, profit, fee, 0n),
  };
}

/**
 * Takeover: the sold lots bring their share of the collateral. At the bankruptcy price or better the share suffices, except for rounding,
 * which the rest of the collateral pays, and the fee at the very end. Beyond that price the fund pays.
 */
export function takeoverFill(fund: InsuranceDraw) {
  return (simulation: MatchSimulation, side: FillSide, price: number, lots: number): SimulatedFill | FillRefusal => {
    const closed = closeAtPrice(simulation, side, price, lots);
    if (!closed) return 'position_closed';
    const { trader, openPosition, released, profit } = closed;
    const isAll = openPosition.lots === lots;
    const share = isAll
      ? openPosition.collateral
      : (openPosition.collateral * BigInt(lots)) / BigInt(openPosition.lots);
    const rest = openPosition.collateral - share;
    let { fee } = closed;
    let surplus = share + profit - fee;
    let used = share;
    if (surplus < 0n && fund.paidMax === 0n) {
      // One unit always stays, since an empty collateral would look like no position.
      const excess = rest > 0n ? rest - 1n : 0n;
      const additionalCollateral = -surplus < excess ? -surplus : excess;
      used += additionalCollateral;
      surplus += additionalCollateral;
      const waived = -surplus < fee ? -surplus : fee;
      fee -= waived;
      surplus += waived;
    }
    const drawnAmount = surplus < 0n ? -surplus : 0n;
    if (fund.paidAmount + drawnAmount > fund.paidMax) return 'beyond_bankruptcy';
    fund.paidAmount += drawnAmount;
    if (surplus > 0n) fund.surplus += surplus;
    trader[side.contract.position] = isAll
      ? null
      : {
          ...openPosition,
          lots: openPosition.lots - lots,
          cost: openPosition.cost - released,
          collateral: openPosition.collateral - used,
        };
    return {
      position: openPosition.id,
      released,
      fee,
      entries: collateralEntries(simulation, side, openPosition.hold, profit, fee, surplus),
    };
  };
}

function closeAtPrice(simulation: MatchSimulation, { user, contract }: FillSide, price: number, lots: number) {
  const trader = traderOf(simulation, user);
  const openPosition = trader[contract.position];
  if (!openPosition || openPosition.lots < lots) return null;
  const { market } = simulation;
  const position = {
    side: contract.position,
    perTick: unitsPerTick(market, openPosition.lots),
    cost: openPosition.cost,
  };
  const part: Part = { lots, totalLots: openPosition.lots };
  const fee = feeOf(unitsPerTick(market, lots) * BigInt(price), feeRateOf(simulation, user, contract.level, false));
  return { trader, openPosition, fee, ...realised(position, part, price) };
}

/** Moves amounts into and out of the collateral, receipts first. */
export function collateralEntries(
  simulation: MatchSimulation,
  { user, contract: { position } }: Pick<FillSide, 'user' | 'contract'>,
  hold: number,
  profit: bigint,
  fee: bigint,
  surplus: bigint,
): Entry[] {
  const { market } = simulation;
  const { market: name, quote } = market.terms;
  const { locked } = traderOf(simulation, user).buckets;
  const clearing = marketAccount('clearing', name, quote);
  const entries: Entry[] = [];
  if (profit > 0n) entries.push({ kind: 'liquidation_profit', debit: clearing, credit: locked, amount: profit, hold });
  if (profit < 0n) entries.push({ kind: 'liquidation_loss', debit: locked, credit: clearing, amount: -profit, hold });
  if (fee > 0n)
    entries.push({
      kind: `liquidation_${position}_fee`,
      debit: locked,
      credit: market.feesQuote,
      amount: fee,
      hold,
    });
  if (surplus > 0n)
    entries.push({
      kind: 'liquidation_surplus',
      debit: locked,
      credit: houseAccount('insurance', quote),
      amount: surplus,
      hold,
    });
  return entries;
}
