/** Input for a robot, the resulting grid, and checks in the server's order. */
import { PPB } from '../../../../../shared/rules/arithmetic/rounding';
import {
  isGrid,
  gridPrices,
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
import { compare, differenceOf, exact, floorTo, isAbove, isMultiple, productOf } from '../../../kit/lib/numbers/exact';
import { EMPTY, decimalOfTyped, typedOf, type Typed } from '../../../kit/lib/numbers/typed';

export interface RobotDraft {
  amount: Typed;
  lower: Typed;
  upper: Typed;
  lines: Typed;
  /** Loss limit in percent of the stake. */
  loss: Typed;
  secretKey: string;
}
export type RobotField = keyof RobotDraft;

export type RobotRequest = Omit<StartRobotRequest, 'clientId'>;

/** `code` is the server's code for the same refusal, `amount` the exceeded bound. Null: the field shows its own message. */
export interface RobotFault {
  field: RobotField;
  code: string | null;
  amount?: string;
  bound?: 'minimum' | 'maximum';
}

export interface RobotContext {
  product: RobotProduct;
  terms: Pick<MarketRecord, 'quantityMin' | 'quantityMax' | 'notionalMin'>;
  /** Balance in the spot account; null until known. */
  available: string | null;
  /** Total stakes of the user's running robots in this market. */
  staked: string;
}

const LINES = 11;
const AROUND = ['0.95', '1.05'] as const;
const LOSS_PERCENT = '10';
/** Decimals of a percentage in parts per billion. */
const PERCENT_SCALE = 7;

/** Default grid from 95 % to 105 % of the price. */
export function suggestedDraft({ price, tick }: Pick<RobotProduct, 'price' | 'tick'>): RobotDraft {
  const [lower, upper] = AROUND.map((factor) =>
    price === null ? EMPTY : typedOf(floorTo(productOf(price, factor), tick)),
  );
  return { amount: EMPTY, lower, upper, lines: typedOf(String(LINES)), loss: typedOf(LOSS_PERCENT), secretKey: '' };
}

/** Grid in ticks; null if the input is invalid or off tick. */
export function gridOf({ lower, upper, lines }: RobotDraft, { tick }: Pick<RobotProduct, 'tick'>): Grid | null {
  const [low, high, count] = [lower, upper, lines].map(decimalOfTyped);
  if (low === null || high === null || count === null) return null;
  if (!isMultiple(low, tick) || !isMultiple(high, tick) || !isMultiple(count, '1')) return null;
  const grid = { lower: ticksOf(low, tick), upper: ticksOf(high, tick), lines: Number(count) };
  return isGrid(grid) ? grid : null;
}

/** Prices of the lines in ascending order. */
export function pricesOf(grid: Grid, tick: string): string[] {
  return gridPrices(grid).map((line) => productOf(String(line), tick));
}

/** Loss limit in parts per billion; null if it is missing or finer than one part per billion. */
export function lossPpbOf({ loss }: Pick<RobotDraft, 'loss'>): number | null {
  const percent = decimalOfTyped(loss);
  return percent === null || scaleOf(percent) > PERCENT_SCALE ? null : Number(exact(percent, PERCENT_SCALE));
}

export interface Preview {
  /** Smallest distance between two lines. */
  step: string;
  /** Amount per step, and the minimum amount of the grid. */
  each: string | null;
  minimum: string;
  /** The robot stops at this value or below. */
  stop: string | null;
}

/** Figures of the grid; null if it is invalid. */
export function previewOf(
  draft: RobotDraft,
  { product, terms }: Pick<RobotContext, 'product' | 'terms'>,
): Preview | null {
  const grid = gridOf(draft, product);
  if (!grid) return null;
  const { tick, quoteScale } = product;
  const lines = gridPrices(grid);
  const narrowest = lines.slice(1).reduce((min, line, place) => Math.min(min, line - lines[place]), Infinity);
  const amount = amountOf(draft, quoteScale);
  const lossPpb = lossPpbOf(draft);
  const toDecimal = (units: bigint): string => decimalOf(units, quoteScale);
  return {
    step: productOf(String(narrowest), tick),
    each: amount === null ? null : toDecimal(stepAmounts(amount, grid.lines)[1]),
    minimum: minimumOf(grid, { product, terms }),
    stop: amount === null || lossPpb === null || BigInt(lossPpb) > PPB ? null : toDecimal(stopValue(amount, lossPpb)),
  };
}

export function faultsOf(draft: RobotDraft, context: RobotContext): RobotFault[] {
  const { product, available, staked } = context;
  const errors: RobotFault[] = [];
  const amount = decimalOfTyped(draft.amount);
  const grid = gridOf(draft, product);
  if (draft.amount.kind === 'refused') errors.push({ field: 'amount', code: null });
  else if (amount === null || compare(amount, '0') <= 0) errors.push({ field: 'amount', code: 'amount.not.positive' });
  for (const field of ['lower', 'upper', 'lines'] as const)
    if (draft[field].kind === 'refused') errors.push({ field, code: null });
  if (!grid) {
    if (!errors.some(({ field }) => field !== 'amount')) errors.push({ field: 'lower', code: 'robot.grid.invalid' });
  } else if (!stepsCoverFees(grid, marketOf(context), product.makerFeePpb)) {
    errors.push({ field: 'lines', code: 'robot.grid.too.narrow' });
  }
  const lossPpb = lossPpbOf(draft);
  if (lossPpb === null || lossPpb < product.lossLimitMinPpb || lossPpb > product.lossLimitMaxPpb)
    errors.push({ field: 'loss', code: draft.loss.kind === 'refused' ? null : 'robot.loss.limit.invalid' });
  if (amount !== null && grid && !errors.some(({ field }) => field === 'amount')) {
    const amountError = faultOfAmount(amount, minimumOf(grid, context), { product, available, staked });
    if (amountError) errors.push(amountError);
  }
  if (draft.secretKey.trim() === '') errors.push({ field: 'secretKey', code: 'secret.key.wrong' });
  return errors;
}

function faultOfAmount(
  amount: string,
  minimum: string,
  { product, available, staked }: Pick<RobotContext, 'product' | 'available' | 'staked'>,
): RobotFault | null {
  const field = 'amount';
  if (isAbove(minimum, amount)) return { field, code: 'robot.amount.minimum', amount: minimum, bound: 'minimum' };
  const remaining = amountLeft(product, staked);
  if (isAbove(amount, remaining)) return { field, code: 'robot.cap.user', amount: remaining, bound: 'maximum' };
  return available !== null && isAbove(amount, available) ? { field, code: 'balance.insufficient' } : null;
}

/** Amount the user may still stake in this market. */
export function amountLeft({ userMax }: Pick<RobotProduct, 'userMax'>, staked: string): string {
  const remaining = differenceOf(userMax, staked);
  return remaining.startsWith('-') ? '0' : remaining;
}

/** Null if the grid, amount or loss limit is invalid. */
export function requestOf(
  draft: RobotDraft,
  { market, tick }: Pick<RobotProduct, 'market' | 'tick'>,
): RobotRequest | null {
  const grid = gridOf(draft, { tick });
  const [amount, lower, upper] = [draft.amount, draft.lower, draft.upper].map(decimalOfTyped);
  const lossLimitPpb = lossPpbOf(draft);
  if (!grid || amount === null || lower === null || upper === null || lossLimitPpb === null) return null;
  return { market, amount, grid: { lower, upper, lines: grid.lines }, secretKey: draft.secretKey.trim(), lossLimitPpb };
}

function minimumOf(grid: Grid, context: Pick<RobotContext, 'product' | 'terms'>): string {
  const { amountMin, quoteScale, makerFeePpb } = context.product;
  const minimum = decimalOf(stakeMinimum(grid, marketOf(context), makerFeePpb), quoteScale);
  return isAbove(amountMin, minimum) ? amountMin : minimum;
}

/** Market in the server's units: lots and ticks as smallest units of both coins. */
function marketOf({ product, terms }: Pick<RobotContext, 'product' | 'terms'>): GridMarket {
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
