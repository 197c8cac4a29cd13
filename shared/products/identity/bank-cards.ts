/** Bank cards for withdrawals of money. */
import { z } from 'zod';
import { epochMs, id, textLine } from '../../wire/fields';
import { destinationProof } from './proofs';

const CARD_NUMBER_LENGTH_MAX = 40;
const BANK_NAME_LENGTH_MAX = 80;
const REAL_NAME_LENGTH_MAX = 80;

export const bankCardRecord = z.object({
  card: id,
  bankName: z.string(),
  /** Masked except for the last four digits. */
  cardNumber: z.string(),
  realName: z.string(),
  createdAt: epochMs,
  /** From when on withdrawals to it are possible. */
  usableAt: epochMs,
});
export type BankCardRecord = z.infer<typeof bankCardRecord>;
export const addBankCardRequest = z.strictObject({
  bankName: textLine.min(1).max(BANK_NAME_LENGTH_MAX),
  cardNumber: z.string().trim().min(1).max(CARD_NUMBER_LENGTH_MAX).meta({ example: '6222 0212 3456 7894' }),
  realName: textLine.min(1).max(REAL_NAME_LENGTH_MAX).meta({ description: 'must be the verified name' }),
  ...destinationProof,
});
export type AddBankCardRequest = z.infer<typeof addBankCardRequest>;
