/**
 * What a fill of a liquidation's order makes of the position that is liquidated. Everything passes through its collateral, nothing
 * comes from or goes to what its owner has free: the loss and the fee of the taker come out of it; cut to a lower tier it keeps
 * the rest, taken over it gives up the share of the lots that were sold, and what the price was better than the bankruptcy price
 * is the fund's.
 */
import { realised, type Part } from '../../../../../shared/products/perpetual/rules/position';
import { feeOf } from '../../../../../shared/rules/rounding';
import { houseAccount, marketAccount, type Entry } from '../../../../core/ledger/entry';
import {
  feeRateOf,
  perTickOf,
  traderOf,
  type FillMade,
  type FillRefused,
  type FillSide,
  type Sketch,
} from '../orders/sketch';

/** What the fund does in a walk, fill by fill. */
export interface Fund {
  /** Units that it has paid, and the most that it pays. */
  paid: bigint;
  most: bigint;
  /** Units that it got. */
  surplus: bigint;
}

/** Cut: what is not lost stays with what is left. */
export function reducingFill(sketch: Sketch, side: FillSide, price: number, lots: number): FillMade | FillRefused {
  const closed = closedBy(sketch, side, price, lots);
  if (!closed) return 'position_closed';
  const { trader, standing, released, profit, fee } = closed;
  const left = standing.collateral + profit - fee;
  if (left <= 0n) return 'beyond_bankruptcy';
  trader[side.contract.position] = {
    ...standing,
    lots: standing.lots - lots,
    cost: standing.cost - released,
    collateral: left,
  };
  return { position: standing.id, released, fee, entries: moving(sketch, side, standing.hold, profit, fee, 0n) };
}

/**
 * Taken over: the lots that are sold bring their share of the collateral. At the bankruptcy price or better it is enough but for what
 * rounding takes, which the rest of the collateral gives, and at the very end the fee; beyond it the fund pays.
 */
export function takingOver(fund: Fund) {
  return (sketch: Sketch, side: FillSide, price: number, lots: number): FillMade | FillRefused => {
    const closed = closedBy(sketch, side, price, lots);
    if (!closed) return 'position_closed';
    const { trader, standing, released, profit } = closed;
    const isAll = standing.lots === lots;
    const share = isAll ? standing.collateral : (standing.collateral * BigInt(lots)) / BigInt(standing.lots);
    const rest = standing.collateral - share;
    let { fee } = closed;
    let surplus = share + profit - fee;
    let used = share;
    if (surplus < 0n && fund.most === 0n) {
      // A unit always stays, or what is left could not be told from nothing.
      const spare = rest > 0n ? rest - 1n : 0n;
      const more = -surplus < spare ? -surplus : spare;
      used += more;
      surplus += more;
      const waived = -surplus < fee ? -surplus : fee;
      fee -= waived;
      surplus += waived;
    }
    const paid = surplus < 0n ? -surplus : 0n;
    if (fund.paid + paid > fund.most) return 'beyond_bankruptcy';
    fund.paid += paid;
    if (surplus > 0n) fund.surplus += surplus;
    trader[side.contract.position] = isAll
      ? null
      : {
          ...standing,
          lots: standing.lots - lots,
          cost: standing.cost - released,
          collateral: standing.collateral - used,
        };
    return { position: standing.id, released, fee, entries: moving(sketch, side, standing.hold, profit, fee, surplus) };
  };
}

function closedBy(sketch: Sketch, { user, contract }: FillSide, price: number, lots: number) {
  const trader = traderOf(sketch, user);
  const standing = trader[contract.position];
  if (!standing || standing.lots < lots) return null;
  const { market } = sketch;
  const position = { side: contract.position, perTick: perTickOf(market, standing.lots), cost: standing.cost };
  const part: Part = { lots, of: standing.lots };
  const fee = feeOf(perTickOf(market, lots) * BigInt(price), feeRateOf(sketch, user, contract.level, false));
  return { trader, standing, fee, ...realised(position, part, price) };
}

/** Out of the collateral and into it, what comes in first. */
export function moving(
  sketch: Sketch,
  { user, contract: { position } }: Pick<FillSide, 'user' | 'contract'>,
  hold: number,
  profit: bigint,
  fee: bigint,
  surplus: bigint,
): Entry[] {
  const { market } = sketch;
  const { market: name, quote } = market.terms;
  const { locked } = traderOf(sketch, user).buckets;
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
