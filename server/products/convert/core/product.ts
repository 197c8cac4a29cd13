/** Conversions and small balances, as rows. */
import { postEntries } from '../../../core/evolve-helpers';
import { monthOnly, type CommandRow, type EventRow } from '../../../core/product';
import type { RejectionUnits } from '../../../core/rejection';
import type { ConvertCommand } from './commands';
import { ConvertCoin, ConvertDust, FundDust, SetDustTerms } from './commands';
import { conversionOf, decideConvertCoin } from './convert';
import { decideConvertDust } from './dust';
import type { ConvertEvent } from './events';
import { Converted, DustConverted, DustFunded, DustTermsSet } from './events';
import { convert, setDustTerms, convertDust } from './evolve';
import { dustTermsRule, fundDustRule } from './staff-rules';
import { decideFundDust, decideSetDustTerms } from './terms';

export const convertCommands: { [T in ConvertCommand['type']]: CommandRow<Extract<ConvertCommand, { type: T }>> } = {
  ConvertCoin: {
    about: 'Converts a coin into another by one market order, or by two over USDT. All or nothing.',
    allowedActors: ['user'],
    message: ConvertCoin,
    idempotencyRetention: null,
    staffForbidden: true,
    decide: decideConvertCoin,
    createdId: conversionOf,
  },
  ConvertDust: {
    about: 'Converts balances worth less than 1 USDT into USDT of the house, once a day (UTC). All or nothing.',
    allowedActors: ['user'],
    message: ConvertDust,
    idempotencyRetention: null,
    staffForbidden: true,
    decide: decideConvertDust,
  },
  SetDustTerms: {
    about: 'Starts or stops taking small balances, and sets how much all users together receive in a day.',
    allowedActors: ['admin'],
    staff: dustTermsRule,
    message: SetDustTerms,
    idempotencyRetention: monthOnly,
    decide: decideSetDustTerms,
  },
  FundDust: {
    about: "Moves owners' USDT into the account behind small balances, or takes back what lies there.",
    allowedActors: ['admin'],
    staff: fundDustRule,
    message: FundDust,
    idempotencyRetention: monthOnly,
    decide: decideFundDust,
  },
};

export const convertEvents: { [T in ConvertEvent['type']]: EventRow<Extract<ConvertEvent, { type: T }>> } = {
  Converted: {
    about: 'A coin was converted into another by the orders of the batch.',
    message: Converted,
    evolve: convert,
  },
  DustConverted: {
    about: 'A small balance was converted into USDT of the house.',
    message: DustConverted,
    evolve: convertDust,
    createdId: ({ conversion }) => conversion,
  },
  DustTermsSet: {
    about: 'Terms of small balances, from now on.',
    message: DustTermsSet,
    evolve: setDustTerms,
  },
  DustFunded: {
    about: "Owners' money went into the account behind small balances, or back.",
    message: DustFunded,
    evolve: (state, { entries }) => postEntries(state, entries),
  },
};

export const convertRejectionUnits: RejectionUnits = {
  'convert.amount.minimum': { minimum: 'asset' },
  'convert.amount.maximum': { maximum: 'asset' },
  'convert.least.not.reached': { received: 'asset', least: 'asset' },
  'convert.dust.day.exceeded': { maximum: 'asset', left: 'asset' },
};
