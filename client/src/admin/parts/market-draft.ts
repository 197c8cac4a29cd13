/**
 * Draft of market terms: edited fields over the terms that apply at the change's start time. Untouched fields follow those terms and are
 * not sent.
 */
import { OPEN_ORDERS_MAX } from '../../../../shared/rules/open-orders';
import { decimalOf, unitsOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { MarketTermsAnswer, MarketTermsRecord } from '../../../../shared/wire/terms';
import { isFixed } from '../../kit/entities/fee/rates';
import { compare, isMultiple } from '../../kit/lib/numbers/exact';
import { decimalOfTyped, typedOf, type Typed } from '../../kit/lib/numbers/typed';

export const SIDES = ['maker', 'taker'] as const;
export type Side = (typeof SIDES)[number];
/** `percent`: share of the received amount. `fixed`: amount per order. */
export type Charge = 'percent' | 'fixed';

export interface MarketDraft {
  /** By term name, or by `feeField`. */
  inputs: Readonly<Record<string, Typed>>;
  charges: Readonly<Partial<Record<Side, Charge>>>;
  /** Number of fee levels; absent: as many as the terms have. */
  levels?: number;
}

export const UNTOUCHED: MarketDraft = { inputs: {}, charges: {} };

/** Terms with a single decimal value. */
export const AMOUNTS = [
  'quantityMin',
  'quantityMax',
  'notionalMin',
  'priceLowest',
  'priceHighest',
  'referencePrice',
] as const;
export const NUMBERS = [...AMOUNTS, 'openOrdersMax', 'bandPpb'] as const;
export type NumberTerm = (typeof NUMBERS)[number];

export const FEE_LEVELS_MAX = 20;
/** Decimals of a percentage in parts per billion: 1 % is 10,000,000 ppb. */
const PERCENT_PLACES = 7;
const PPB_MAX = 1_000_000_000n;

export type Faults = Readonly<Record<string, Fault>>;
/** Code of the server, of its field catalogue, or a text of the admin. */
export type Fault = { kind: 'code' | 'field'; code: string } | { kind: 'rising' };

type Steps = Pick<MarketRecord, 'tick' | 'lot'>;

export function feeField(side: Side, charge: Charge, level: number): string {
  return `${side}.${charge}.${level}`;
}

/** Terms at a time, including announced changes. A new change is compared with these. */
export function termsAt({ present, pending }: MarketTermsAnswer, at: number | null): MarketTermsRecord {
  const dueChanges = at === null ? [] : pending.filter(({ from }) => from <= at);
  const latestChange = dueChanges.at(-1);
  if (!latestChange) return present;
  const { from: _from, reason: _reason, changed: _changed, ...terms } = latestChange;
  return terms;
}

export function chargeOf(draft: MarketDraft, base: MarketTermsRecord, side: Side): Charge {
  return draft.charges[side] ?? (fixedOf(base, side).some(isFixed) ? 'fixed' : 'percent');
}

export function levelsOf(draft: MarketDraft, base: MarketTermsRecord): number {
  const levelCounts = SIDES.map((side) => {
    return chargeOf(UNTOUCHED, base, side) === 'fixed' ? fixedOf(base, side).length : ratesOf(base, side).length;
  });
  return draft.levels ?? Math.max(...levelCounts);
}

/** Value of a field: the input, otherwise the current term. */
export function shownIn(draft: MarketDraft, base: MarketTermsRecord, name: string): Typed {
  return draft.inputs[name] ?? typedOf(heldIn(base, name));
}

function heldIn(base: MarketTermsRecord, name: string): string | null {
  if (name === 'openOrdersMax') return String(base.openOrdersMax);
  if (name === 'bandPpb') return percentOf(base.bandPpb);
  if (isAmount(name)) return base[name];
  const [side, charge, level] = name.split('.') as [Side, Charge, string];
  if (charge === 'percent') return percentOf(servingAt(ratesOf(base, side), Number(level)) ?? 0);
  const amount = servingAt(fixedOf(base, side), Number(level));
  return amount !== undefined && isFixed(amount) ? amount : null;
}

/** The change to send, and its faults by the server's rules. */
export function changeIn(
  draft: MarketDraft,
  base: MarketTermsRecord,
  steps: Steps,
): { change: Partial<MarketTermsRecord>; terms: MarketTermsRecord; errors: Faults } {
  const errors: Record<string, Fault> = {};
  const read = (name: string): string => {
    const input = shownIn(draft, base, name);
    const decimal = decimalOfTyped(input);
    if (decimal === null) errors[name] = { kind: 'field', code: input.kind === 'empty' ? 'required' : 'decimal' };
    return decimal ?? '0';
  };
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, read(name)])) as Record<
    (typeof AMOUNTS)[number],
    string
  >;
  const terms: MarketTermsRecord = {
    ...base,
    ...amounts,
    openOrdersMax: Number(read('openOrdersMax')),
    bandPpb: ppbOf(read('bandPpb')),
  };
  for (const side of SIDES) {
    const charge = chargeOf(draft, base, side);
    const levels = Array.from({ length: levelsOf(draft, base) }, (_, level) => read(feeField(side, charge, level)));
    Object.assign(terms, feesOf(side, charge, levels, base));
    Object.assign(errors, { ...feeFaults(side, charge, levels), ...errors });
  }
  Object.assign(errors, { ...limitFaults(terms, steps), ...errors });
  return { change: differing(terms, base), terms, errors };
}

/** With fixed amounts the rates are kept, because only the amounts are charged. Removed amounts are sent as 0. */
function feesOf(side: Side, charge: Charge, levels: readonly string[], base: MarketTermsRecord) {
  const fixed = side === 'maker' ? 'makerFeesFixed' : 'takerFeesFixed';
  const rates = side === 'maker' ? 'makerFeesPpb' : 'takerFeesPpb';
  if (charge === 'fixed') return { [fixed]: levels };
  const none = fixedOf(base, side).some(isFixed) ? { [fixed]: ['0'] } : {};
  return { [rates]: levels.map(ppbOf), ...none };
}

function feeFaults(side: Side, charge: Charge, levels: readonly string[]): Faults {
  return Object.fromEntries(
    levels.flatMap((value, level): [string, Fault][] => {
      const field = feeField(side, charge, level);
      if (charge === 'percent' && (ppbOf(value) < 0 || ppbOf(value) > Number(PPB_MAX)))
        return [[field, { kind: 'field', code: 'out.of.range' }]];
      if (charge === 'fixed' && !isFixed(value)) return [[field, { kind: 'code', code: 'amount.not.positive' }]];
      if (level > 0 && compare(value, levels[level - 1]) > 0) return [[field, { kind: 'rising' }]];
      return [];
    }),
  );
}

function limitFaults(terms: MarketTermsRecord, { tick, lot }: Steps): Faults {
  const errors: Record<string, Fault> = {};
  const outside = { kind: 'field', code: 'out.of.range' } as const;
  const { quantityMin, quantityMax, priceLowest, priceHighest, referencePrice, openOrdersMax, bandPpb } = terms;
  for (const [name, step, code] of [
    ['quantityMin', lot, 'quantity.off.lot'],
    ['quantityMax', lot, 'quantity.off.lot'],
    ['priceLowest', tick, 'price.off.tick'],
    ['priceHighest', tick, 'price.off.tick'],
    ['referencePrice', tick, 'price.off.tick'],
  ] as const) {
    if (compare(terms[name], '0') <= 0) errors[name] = outside;
    else if (!isMultiple(terms[name], step)) errors[name] = { kind: 'code', code };
  }
  if (compare(quantityMax, quantityMin) < 0) errors.quantityMax ??= outside;
  if (compare(priceHighest, priceLowest) < 0) errors.priceHighest ??= outside;
  if (compare(referencePrice, priceLowest) < 0 || compare(referencePrice, priceHighest) > 0) {
    errors.referencePrice ??= outside;
  }
  if (!Number.isSafeInteger(openOrdersMax) || openOrdersMax < 1 || openOrdersMax > OPEN_ORDERS_MAX) {
    errors.openOrdersMax = outside;
  }
  if (bandPpb < 0 || bandPpb > Number(PPB_MAX)) errors.bandPpb = outside;
  return errors;
}

function differing(terms: MarketTermsRecord, base: MarketTermsRecord): Partial<MarketTermsRecord> {
  const names = Object.keys(terms) as (keyof MarketTermsRecord)[];
  return Object.fromEntries(
    names.filter((name) => !isSame(terms[name], base[name])).map((name) => [name, terms[name]]),
  );
}

/** The last fee applies to all higher levels, so repeating it is no change. */
function isSame(one: MarketTermsRecord[keyof MarketTermsRecord], other: typeof one): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  const levels = Math.max(one.length, other.length);
  return Array.from({ length: levels }, (_, level) => level).every((level) => {
    return (servingAt<unknown>(one, level) ?? '0') === (servingAt<unknown>(other, level) ?? '0');
  });
}

export function percentOf(ppb: number): string {
  return decimalOf(BigInt(ppb), PERCENT_PLACES);
}

/** -1 if the value is finer than one part per billion. */
export function ppbOf(percent: string): number {
  const units = unitsOf(percent, PERCENT_PLACES);
  return typeof units === 'bigint' ? Number(units) : -1;
}

function isAmount(name: string): name is (typeof AMOUNTS)[number] {
  return (AMOUNTS as readonly string[]).includes(name);
}

function ratesOf(terms: MarketTermsRecord, side: Side): readonly number[] {
  return side === 'maker' ? terms.makerFeesPpb : terms.takerFeesPpb;
}

function fixedOf({ makerFeesFixed, takerFeesFixed }: MarketTermsRecord, side: Side): readonly string[] {
  return side === 'maker' ? makerFeesFixed : takerFeesFixed;
}

function servingAt<Value>(values: readonly Value[], level: number): Value | undefined {
  return values[Math.min(level, values.length - 1)];
}
