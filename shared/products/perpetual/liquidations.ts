/** Liquidations, step by step, and the fund that insures them. */
import { z } from 'zod';
import { decimal, id, marketName } from '../../wire/fields';
import { marginMode, positionSide, signedDecimal } from './stream';

export const liquidationStepKind = z.enum([
  'started',
  'orders_cancelled',
  'legs_netted',
  'reduced',
  'taken_over',
  'covered',
  'deleveraged',
  'finished',
]);
export type LiquidationStepKind = z.infer<typeof liquidationStepKind>;

/** One step of a liquidation, without names. */
export const liquidationStep = z.strictObject({
  /** Place in the journal: position of the batch and number of the event in it. */
  position: z.int(),
  event: z.int(),
  kind: liquidationStepKind,
  at: z.int(),
  lots: z.int().nullable(),
  price: decimal.nullable(),
  fee: decimal.nullable(),
  /** Above zero: to the fund; below zero: from the fund. */
  insurance: signedDecimal.nullable(),
  treasury: signedDecimal.nullable(),
  /** Rank of the counterparty, 1 first; only for deleveraging. */
  rank: z.int().nullable(),
});
export type LiquidationStep = z.infer<typeof liquidationStep>;
/** Public, therefore without users. */
export const liquidationRecord = z.strictObject({
  liquidation: id,
  market: marketName,
  side: positionSide,
  mode: marginMode,
  quantity: decimal,
  bankruptcyPrice: decimal,
  mark: decimal,
  insurance: signedDecimal,
  at: z.int(),
});
export type LiquidationRecord = z.infer<typeof liquidationRecord>;
/** The user's own liquidation, with everything that decided it. */
export const liquidationDetail = liquidationRecord.extend({
  contract: id,
  /** Inputs at the time of the decision. */
  inputs: z.strictObject({
    cost: decimal,
    lots: z.int(),
    leverage: z.int(),
    collateral: signedDecimal,
    unrealised: signedDecimal,
    requirement: decimal,
    tierRatePpb: z.int(),
    tierAmount: decimal,
    closeFeePpb: z.int(),
    index: decimal,
    sources: z.array(z.object({ name: z.string(), price: decimal, at: z.int() })),
    p1: decimal,
    p2: decimal,
    last: decimal,
    /** Maximum distance of the mark from the index; null without such a bound. */
    bound: decimal.nullable(),
    /** Journal position of the mark's publication. */
    markPosition: z.int(),
  }),
  steps: z.array(liquidationStep),
  /** Margin over the hour before, oldest first. */
  path: z.array(z.strictObject({ at: z.int(), mark: decimal })),
});
export type LiquidationDetail = z.infer<typeof liquidationDetail>;

/**
 * Reason for a change of the insurance fund: transfers from the owners; rounding remainders of funding; fees and
 * remainders of liquidations; and funding that positions could not pay, in a liquidation, at a deleveraging and at the
 * end of a market.
 */
export const insuranceCause = z.enum([
  'funded',
  'funding_rest',
  'liquidation_fee',
  'liquidation_surplus',
  'funding_cover',
  'liquidation_cover',
  'deleveraging_cover',
  'settlement_cover',
]);
export type InsuranceCause = z.infer<typeof insuranceCause>;

export const insuranceRecord = z.strictObject({
  at: z.int(),
  position: z.int(),
  market: marketName.nullable(),
  cause: insuranceCause,
  amount: signedDecimal,
  balance: decimal,
  asset: z.string(),
});
export type InsuranceRecord = z.infer<typeof insuranceRecord>;
