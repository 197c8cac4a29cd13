/** What is typed for a robot, the grid that it makes, and what stands in the way, in the order in which the exchange looks. */
import { PPB } from '../../../../../shared/rules/rounding';
import {
  isGrid,
  linesOf,
  stakeMinimum,
  stepAmounts,
  stepsCoverFees,
  type Grid,
  type GridMarket,
} from '../../../../../shared/products/robot/rules/grid';
import { stopValue } from '../../../../../shared/products/robot/rules/result';
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import type { RobotProduct, StartRobotRequest } from '../../../../../shared/products/robot/wire';
import {
  compare,
  differenceOf,
  exact,
  floorTo,
  isAbove,
  isMultiple,
  productOf,
} from '../../../shared/lib/numbers/exact';
import { EMPTY, decimalOfTyped, typedOf, type Typed } from '../../../shared/lib/numbers/typed';

export interface RobotDraft {
  amount: Typed;
  lower: Typed;
  upper: Typed;
  lines: Typed;
  /** Percent of the stake. */
  loss: Typed;
  secretKey: string;
}
export type RobotField = keyof RobotDraft;

export type RobotWish = Omit<StartRobotRequest, 'clientId'>;

/** `code` is the exchange's own for the same refusal; `amount` the bound that was crossed. Null: the field says it itself. */
export interface RobotFault {
  field: RobotField;
  code: string | null;
  amount?: string;
  bound?: 'minimum' | 'maximum';
}

export interface Surroundings {
  product: RobotProduct;
  terms: Pick<MarketRecord, 'quantityMin' | 'quantityMax' | 'notionalMin'>;
  /** In the spot account; null while it is not known. */
  available: string | null;
  /** Stakes of the user's robots that run in this market. */
  staked: string;
}

const LINES = 11;
const AROUND = ['0.95', '1.05'] as const;
const LOSS_PERCENT = '10';
/** Percent of parts per billion. */
const PERCENT_SCALE = 7;

/** A grid of a tenth around the price, for who has no wish of their own. */
export function suggested({ price, tick }: Pick<RobotProduct, 'price' | 'tick'>): RobotDraft {
  const [lower, upper] = AROUND.map((part) =>
    price === null ? EMPTY : typedOf(floorTo(productOf(price, part), tick)),
  );
  return { amount: EMPTY, lower, upper, lines: typedOf(String(LINES)), loss: typedOf(LOSS_PERCENT), secretKey: '' };
}

/** In ticks; null where it is none. */
export function gridOf({ lower, upper, lines }: RobotDraft, { tick }: Pick<RobotProduct, 'tick'>): Grid | null {
  const [low, high, count] = [lower, upper, lines].map(decimalOfTyped);
  if (low === null || high === null || count === null) return null;
  if (!isMultiple(low, tick) || !isMultiple(high, tick) || !isMultiple(count, '1')) return null;
  const grid = { lower: ticksOf(low, tick), upper: ticksOf(high, tick), lines: Number(count) };
  return isGrid(grid) ? grid : null;
}

/** Prices of the lines, from the lowest up. */
export function pricesOf(grid: Grid, tick: string): string[] {
  return linesOf(grid).map((line) => productOf(String(line), tick));
}

/** Parts per billion; null where it is no number that is one. */
export function lossPpbOf({ loss }: Pick<RobotDraft, 'loss'>): number | null {
  const percent = decimalOfTyped(loss);
  return percent === null || scaleOf(percent) > PERCENT_SCALE ? null : Number(exact(percent, PERCENT_SCALE));
}

export interface Preview {
  /** From line to line, the narrowest. */
  step: string;
  /** What each step has of the amount, and what the grid needs at the least. */
  each: string | null;
  minimum: string;
  /** It stops when it is worth this or less. */
  stop: string | null;
}

/** Of a grid; null where there is none. */
export function previewOf(
  draft: RobotDraft,
  { product, terms }: Pick<Surroundings, 'product' | 'terms'>,
): Preview | null {
  const grid = gridOf(draft, product);
  if (!grid) return null;
  const { tick, quoteScale } = product;
  const lines = linesOf(grid);
  const narrowest = lines.slice(1).reduce((least, line, place) => Math.min(least, line - lines[place]), Infinity);
  const amount = amountOf(draft, quoteScale);
  const lossPpb = lossPpbOf(draft);
  const told = (units: bigint): string => decimalOf(units, quoteScale);
  return {
    step: productOf(String(narrowest), tick),
    each: amount === null ? null : told(stepAmounts(amount, grid.lines)[1]),
    minimum: minimumOf(grid, { product, terms }),
    stop: amount === null || lossPpb === null || BigInt(lossPpb) > PPB ? null : told(stopValue(amount, lossPpb)),
  };
}

export function checks(draft: RobotDraft, around: Surroundings): RobotFault[] {
  const { product, available, staked } = around;
  const faults: RobotFault[] = [];
  const amount = decimalOfTyped(draft.amount);
  const grid = gridOf(draft, product);
  if (draft.amount.kind === 'refused') faults.push({ field: 'amount', code: null });
  else if (amount === null || compare(amount, '0') <= 0) faults.push({ field: 'amount', code: 'amount.not.positive' });
  for (const field of ['lower', 'upper', 'lines'] as const)
    if (draft[field].kind === 'refused') faults.push({ field, code: null });
  if (!grid) {
    if (!faults.some(({ field }) => field !== 'amount')) faults.push({ field: 'lower', code: 'robot.grid.invalid' });
  } else if (!stepsCoverFees(grid, marketOf(around), product.makerFeePpb)) {
    faults.push({ field: 'lines', code: 'robot.grid.too.narrow' });
  }
  const lossPpb = lossPpbOf(draft);
  if (lossPpb === null || lossPpb < product.lossLimitMinPpb || lossPpb > product.lossLimitMaxPpb)
    faults.push({ field: 'loss', code: draft.loss.kind === 'refused' ? null : 'robot.loss.limit.invalid' });
  if (amount !== null && grid && !faults.some(({ field }) => field === 'amount')) {
    const fault = faultOfAmount(amount, minimumOf(grid, around), { product, available, staked });
    if (fault) faults.push(fault);
  }
  if (draft.secretKey.trim() === '') faults.push({ field: 'secretKey', code: 'secret.key.wrong' });
  return faults;
}

function faultOfAmount(
  amount: string,
  minimum: string,
  { product, available, staked }: Pick<Surroundings, 'product' | 'available' | 'staked'>,
): RobotFault | null {
  const field = 'amount';
  if (isAbove(minimum, amount)) return { field, code: 'robot.amount.minimum', amount: minimum, bound: 'minimum' };
  const left = leftOf(product, staked);
  if (isAbove(amount, left)) return { field, code: 'robot.cap.user', amount: left, bound: 'maximum' };
  return available !== null && isAbove(amount, available) ? { field, code: 'balance.insufficient' } : null;
}

/** What may still be at work of the user's in this market. */
export function leftOf({ userMax }: Pick<RobotProduct, 'userMax'>, staked: string): string {
  const left = differenceOf(userMax, staked);
  return left.startsWith('-') ? '0' : left;
}

/** Null as long as something is wrong with the grid, the amount or the limit. */
export function wishOf(draft: RobotDraft, { market, tick }: Pick<RobotProduct, 'market' | 'tick'>): RobotWish | null {
  const grid = gridOf(draft, { tick });
  const [amount, lower, upper] = [draft.amount, draft.lower, draft.upper].map(decimalOfTyped);
  const lossLimitPpb = lossPpbOf(draft);
  if (!grid || amount === null || lower === null || upper === null || lossLimitPpb === null) return null;
  return { market, amount, grid: { lower, upper, lines: grid.lines }, secretKey: draft.secretKey.trim(), lossLimitPpb };
}

function minimumOf(grid: Grid, around: Pick<Surroundings, 'product' | 'terms'>): string {
  const { amountMin, quoteScale, makerFeePpb } = around.product;
  const minimum = decimalOf(stakeMinimum(grid, marketOf(around), makerFeePpb), quoteScale);
  return isAbove(amountMin, minimum) ? amountMin : minimum;
}

/** As the exchange reckons: lots and ticks as units of both coins. */
function marketOf({ product, terms }: Pick<Surroundings, 'product' | 'terms'>): GridMarket {
  const { tick, lot, baseScale, quoteScale } = product;
  const lots = (quantity: string): number => Number(exact(quantity, baseScale) / exact(lot, baseScale));
  return {
    basePerLot: exact(lot, baseScale),
    quotePerTickLot: exact(productOf(tick, lot), quoteScale),
    quantityMin: lots(terms.quantityMin),
    quantityMax: lots(terms.quantityMax),
    notionalMin: exact(terms.notionalMin, quoteScale),
  };
}

function amountOf({ amount }: RobotDraft, scale: number): bigint | null {
  const decimal = decimalOfTyped(amount);
  return decimal === null || scaleOf(decimal) > scale || compare(decimal, '0') <= 0 ? null : exact(decimal, scale);
}

function ticksOf(price: string, tick: string): number {
  const scale = Math.max(scaleOf(price), scaleOf(tick));
  return Number(exact(price, scale) / exact(tick, scale));
}
