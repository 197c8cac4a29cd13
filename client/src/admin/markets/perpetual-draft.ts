/** Draft of a perpetual's tiers and caps, validated by the server's rules before sending. */
import { areTiersValid, changeOfTiers, riskTiers, type Tier } from '../../../../shared/products/perpetual/rules/tiers';
import { unitsOf } from '../../../../shared/rules/units';
import type { PerpetualTermsAnswer } from '../../../../shared/products/perpetual/staff';
import { compare } from '../../kit/lib/numbers/exact';
import { decimalOfTyped, EMPTY, typedOf, type Typed } from '../../kit/lib/numbers/typed';
import { percentOf, ppbOf } from '../parts/market-draft';

export type PerpetualTerms = PerpetualTermsAnswer['present'];
export type TierRecord = PerpetualTerms['tiers'][number];

export const TIER_FIELDS = ['cap', 'leverage', 'rate'] as const;
export type TierField = (typeof TIER_FIELDS)[number];
export type TierDraft = Readonly<Record<TierField, Typed>>;

export const CAP_FIELDS = ['fundingCapPpb', 'openInterestMax', 'impactNotional'] as const;
export type CapField = (typeof CAP_FIELDS)[number];

export interface PerpetualDraft {
  tiers: readonly TierDraft[];
  caps: Readonly<Record<CapField, Typed>>;
}

export const TIERS_MAX = 32;
const LEVERAGE_MAX = 1_000;
const PPB_MAX = 1_000_000_000;

/** Codes of the catalogue's `field`, by field name. */
export type Faults = Readonly<Record<string, string>>;

/** Facts of the market needed to validate tiers. */
export interface PerpetualScale {
  /** Decimals of quote amounts. */
  digits: number;
  /** Cost of closing, in parts per billion. */
  closePpb: number;
}

export function tierField(field: TierField, place: number): string {
  return `${field}.${place}`;
}

export function draftOf({ tiers, fundingCapPpb, openInterestMax, impactNotional }: PerpetualTerms): PerpetualDraft {
  return {
    tiers: tiers.map(({ cap, leverageMax, ratePpb }) => ({
      cap: typedOf(cap),
      leverage: typedOf(String(leverageMax)),
      rate: typedOf(percentOf(ratePpb)),
    })),
    caps: {
      fundingCapPpb: typedOf(percentOf(fundingCapPpb)),
      openInterestMax: typedOf(openInterestMax),
      impactNotional: typedOf(impactNotional),
    },
  };
}

export function withTier(draft: PerpetualDraft): PerpetualDraft {
  return { ...draft, tiers: [...draft.tiers, { cap: EMPTY, leverage: EMPTY, rate: EMPTY }] };
}

/** The change to send and its faults. `isMixed`: some tiers tighten and others loosen, which needs two changes. */
export function changeIn(
  draft: PerpetualDraft,
  present: PerpetualTerms,
  scale: PerpetualScale,
): { change: Partial<PerpetualTerms>; faults: Faults; isMixed: boolean } {
  const errors: Record<string, string> = {};
  const read = (name: string, input: Typed): string | null => {
    const decimal = decimalOfTyped(input);
    if (decimal === null) errors[name] = input.kind === 'empty' ? 'required' : 'decimal';
    return decimal;
  };
  const tiers = draft.tiers.map((tier, place) => {
    const readField = (field: TierField) => read(tierField(field, place), tier[field]);
    const [cap, leverage, rate] = [readField('cap'), readField('leverage'), readField('rate')];
    return { cap: cap ?? '0', leverageMax: Number(leverage ?? '0'), ratePpb: rate === null ? 0 : ppbOf(rate) };
  });
  const fundingCap = read('fundingCapPpb', draft.caps.fundingCapPpb);
  const terms: PerpetualTerms = {
    tiers,
    fundingCapPpb: fundingCap === null ? 0 : ppbOf(fundingCap),
    openInterestMax: read('openInterestMax', draft.caps.openInterestMax) ?? '0',
    impactNotional: read('impactNotional', draft.caps.impactNotional) ?? '0',
  };
  for (const [name, code] of [...tierFaults(tiers, scale), ...capFaults(terms, scale)]) errors[name] ??= code;
  if (Object.keys(errors).length > 0) return { change: {}, faults: errors, isMixed: false };
  const kind = changeOfTiers(riskTiers(unitsIn(present.tiers, scale)), riskTiers(unitsIn(tiers, scale)));
  const caps = CAP_FIELDS.filter((field) => terms[field] !== present[field]);
  const change = {
    ...(kind === 'same' ? {} : { tiers }),
    ...Object.fromEntries(caps.map((field) => [field, terms[field]])),
  };
  return { change, faults: errors, isMixed: kind === 'mixed' };
}

function tierFaults(tiers: readonly TierRecord[], { digits, closePpb }: PerpetualScale): [string, string][] {
  return tiers.flatMap(({ cap, leverageMax, ratePpb }, place): [string, string][] => {
    const previousTier = place === 0 ? null : tiers[place - 1];
    const isCapValid = typeof unitsOf(cap, digits) === 'bigint' && compare(cap, previousTier?.cap ?? '0') > 0;
    const isLeverageValid = leverageMax >= 1 && leverageMax <= (previousTier?.leverageMax ?? LEVERAGE_MAX);
    const isRateValid = ratePpb > (previousTier?.ratePpb ?? 0) && ratePpb <= PPB_MAX;
    // A new position must not be liquidatable immediately: the maintenance margin must be less than the initial margin.
    const [singleTier] = unitsIn([{ cap: '1', leverageMax, ratePpb }], { digits });
    const isCovered = !isLeverageValid || !isRateValid || areTiersValid([singleTier], closePpb);
    return [
      ...(isCapValid ? [] : [[tierField('cap', place), 'out.of.range'] as [string, string]]),
      ...(isLeverageValid && isCovered ? [] : [[tierField('leverage', place), 'out.of.range'] as [string, string]]),
      ...(isRateValid ? [] : [[tierField('rate', place), 'out.of.range'] as [string, string]]),
    ];
  });
}

function capFaults(terms: PerpetualTerms, { digits }: PerpetualScale): [string, string][] {
  const { fundingCapPpb } = terms;
  const isCap = fundingCapPpb >= 0 && fundingCapPpb <= PPB_MAX;
  const amounts = (['openInterestMax', 'impactNotional'] as const).filter((field) => {
    const units = unitsOf(terms[field], digits);
    return typeof units !== 'bigint' || units <= 0n;
  });
  return [...(isCap ? [] : ['fundingCapPpb']), ...amounts].map((name) => [name, 'out.of.range']);
}

function unitsIn(tiers: readonly TierRecord[], { digits }: Pick<PerpetualScale, 'digits'>): Tier[] {
  return tiers.map(({ cap, leverageMax, ratePpb }) => ({ cap: unitsOf(cap, digits) as bigint, leverageMax, ratePpb }));
}
