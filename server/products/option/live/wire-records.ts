/** A second contract as a record, open or settled, from the state or from stored rows. */
import { breakEvenPpb, reserveOf } from '../../../../shared/products/option/rules/settlement';
import { decimalOf } from '../../../../shared/rules/units';
import type {
  OpenOption,
  OptionPublication,
  OptionStatus,
  SettledOption,
} from '../../../../shared/products/option/stream';
import type { OptionSettled, Publication } from '../core/events';
import type { OptionContract } from '../core/state';

/** Data of a contract known since its purchase and its entry. */
export type OptionFacts = Readonly<
  Omit<OptionContract, 'hold' | 'hit' | 'user' | 'enteredBatch' | 'rule' | 'sourcesMin' | 'entry'>
> & { readonly entry: Publication | null };

/** Outcome of the contract. */
export type OptionOutcome = Readonly<Pick<OptionSettled, 'end' | 'dueAt' | 'paid' | 'income' | 'fee'>> & {
  readonly reason: NonNullable<OptionSettled['reason']> | null;
  readonly by: Publication | null;
  readonly enteredBatch: number | null;
  readonly settledAt: number;
  readonly settledBatch: number;
};

/** Decimals of its numbers. */
export interface OptionScales {
  /** Decimals of the index. */
  price: number;
  /** Decimals of the asset of stakes. */
  amount: number;
}

export function toWireOpenOption(
  contract: OptionFacts & Pick<OptionContract, 'hit'>,
  scales: OptionScales,
  now: number,
): OpenOption {
  const purchase = purchaseFieldsOf(contract, scales);
  return {
    ...purchase,
    status: statusOf(contract, purchase.endsAt, now),
    hit: contract.hit && publicationOf(contract.hit, scales),
  };
}

export function toWireSettledOption(
  contract: OptionFacts,
  outcome: OptionOutcome,
  scales: OptionScales,
): SettledOption {
  const { end, reason, by, enteredBatch, dueAt, paid, income, fee, settledAt, settledBatch } = outcome;
  const amount = (units: bigint): string => decimalOf(units, scales.amount);
  return {
    ...purchaseFieldsOf(contract, scales),
    end,
    reason,
    enteredPosition: enteredBatch,
    settledBy: by && publicationOf(by, scales),
    dueAt,
    paid: amount(paid),
    income: amount(income),
    fee: amount(fee),
    result: amount(paid - contract.stake),
    settledAt,
    settledPosition: settledBatch,
  };
}

function statusOf(
  { entry, hit, startsAt }: Pick<OptionFacts, 'entry' | 'startsAt'> & Pick<OptionContract, 'hit'>,
  endsAt: number | null,
  now: number,
): OptionStatus {
  if (!entry || endsAt === null) return startsAt === null ? 'pending_now' : 'pending_timed';
  return hit || endsAt <= now ? 'settling' : 'holding';
}

function purchaseFieldsOf(contract: OptionFacts, scales: OptionScales) {
  const { id, symbol, direction, asset, stake, durationMs, payoutPpb, fee, startsAt, from, staleMs } = contract;
  const { takeProfit, stopLoss, boughtAt, boughtBatch, entry } = contract;
  const price = (ticks: number | undefined): string | null =>
    ticks === undefined ? null : decimalOf(BigInt(ticks), scales.price);
  const amount = (units: bigint): string => decimalOf(units, scales.amount);
  const payout = stake + reserveOf(contract);
  return {
    contract: String(id),
    symbol,
    direction,
    asset,
    stake: amount(stake),
    durationMs,
    payoutPpb,
    charge: amount(fee),
    startsAt,
    entryFrom: from,
    takeProfit: price(takeProfit),
    stopLoss: price(stopLoss),
    staleMs,
    boughtAt,
    boughtPosition: boughtBatch,
    entry: entry && publicationOf(entry, scales),
    endsAt: entry && entry.at + durationMs,
    payout: amount(payout),
    payoutNet: amount(payout - fee),
    breakEvenPpb: breakEvenPpb(contract),
  };
}

export function publicationOf(
  { price, at, batch }: Publication,
  scales: Pick<OptionScales, 'price'>,
): OptionPublication {
  return { price: decimalOf(BigInt(price), scales.price), at, batch };
}
