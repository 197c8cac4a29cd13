/** Sources of deposits: the chains of coins, bank transfers of legal currency, and the demo's faucet. */
import { z } from 'zod';
import { assetName, chainName, decimal, settingAnswer, textLine } from '../../wire/fields';
import type { Route } from '../../wire/route';

const BANK_TEXT_LENGTH_MAX = 120;

export const rechargeChain = z.object({
  asset: assetName,
  chain: chainName,
  /** Display name of the network. */
  chainName: z.string().meta({ example: 'Ethereum (ERC-20)' }),
  /** The minimum deposit, inclusive. Smaller amounts are neither credited nor returned. */
  minimum: decimal,
  /** Confirmations after which it is credited. */
  confirmations: z.int(),
  /** Decimals of this coin on the network. A withdrawal amount may have no more. */
  decimals: z.int(),
  /** The exchange itself creates the blocks, which have no value. */
  simulated: z.boolean(),
  /** Maximum amount per user and day from the faucet; null without a faucet. */
  faucetMaximum: decimal.nullable(),
});
export type RechargeChain = z.infer<typeof rechargeChain>;

export const rechargeAddressRequest = z.strictObject({ asset: assetName, chain: chainName });
export type RechargeAddressRequest = z.infer<typeof rechargeAddressRequest>;
export const rechargeAddress = rechargeChain.extend({
  /** The user's own address on this chain. It never changes. */
  address: z.string(),
  /** Content of its QR code. */
  uri: z.string().meta({ example: 'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }),
});
export type RechargeAddress = z.infer<typeof rechargeAddress>;

const bankText = textLine.min(1).max(BANK_TEXT_LENGTH_MAX);
/** Bank account for transfers of legal currency. */
export const bankAccount = z.object({
  asset: assetName,
  bankName: bankText,
  accountName: bankText,
  accountNumber: bankText,
  /** SWIFT, BIC or routing number. */
  bankCode: bankText,
});
export type BankAccount = z.infer<typeof bankAccount>;
export const bankTransfer = bankAccount.extend({
  /** Required on the transfer, since it identifies the user. */
  reference: z.string().meta({ example: 'OX-10000001-8' }),
});
export type BankTransfer = z.infer<typeof bankTransfer>;

/** `amount` is sent on the simulated chain to the user's own address, and has no value. */
export const faucetRequest = z.strictObject({ asset: assetName, chain: chainName, amount: decimal });
export type FaucetRequest = z.infer<typeof faucetRequest>;
export const faucetAnswer = z.object({ transaction: z.string() });

/** State of the observation of a chain. */
export const chainStatus = z.object({
  chain: chainName,
  chainName: z.string(),
  simulated: z.boolean(),
  /** Coins that arrive by this chain. */
  assets: z.array(assetName),
  /** Height of the newest block of its node; null while it does not answer. */
  tip: z.int().nullable(),
  /** Height up to which its payments were processed. */
  followed: z.int().nullable(),
  /** Height up to which blocks are final. Credits up to it may be withdrawn. Null while unknown. */
  settled: z.int().nullable(),
  /** Number of watched user addresses. */
  addresses: z.int(),
  /** The last fault; null after a successful check. */
  fault: z.string().nullable(),
});
export type ChainStatus = z.infer<typeof chainStatus>;

/** Number of the newest alarms shown to staff. Alarms are rare, and each is also in the metrics and the logs. */
export const CHAIN_ALARMS_SHOWN_MAX = 100;

/** An alarm for staff: a chain reverted a credit, or shows an impossible state. */
export const chainAlarm = z.object({
  alarm: z.string(),
  at: z.int(),
  chain: z.string(),
  kind: z.enum([
    'credited_left_chain',
    'reorganised_too_deep',
    'observation_refused',
    'node_mismatch',
    'nodes_disagree',
    'wallets_disagree',
    'second_node_missing',
    'destination_lost',
  ]),
  reference: z.string(),
  facts: z.record(z.string(), z.string()),
});
export type ChainAlarm = z.infer<typeof chainAlarm>;

export const CHAIN_ROUTES = {
  chains: {
    method: 'GET',
    path: '/exchange/app/recharge/chains',
    summary: 'Coins that can be recharged, and on which chains',
    access: 'public',
    query: z.strictObject({ asset: assetName.optional() }),
    answer: z.object({
      records: z.array(rechargeChain),
      /** Legal currencies that arrive by bank transfer. */
      bank: z.array(assetName),
    }),
  },
  address: {
    method: 'POST',
    path: '/exchange/app/recharge/address',
    summary: "The user's own address for a coin on a chain; made when it is first asked for",
    access: 'user',
    body: rechargeAddressRequest,
    answer: rechargeAddress,
  },
  bank: {
    method: 'GET',
    path: '/exchange/app/recharge/bank',
    summary: 'Where to send legal currency, and with which reference',
    access: 'user',
    query: z.strictObject({ asset: assetName }),
    answer: bankTransfer,
  },
  faucet: {
    method: 'POST',
    path: '/exchange/app/recharge/faucet',
    summary: 'Coins of no value on the simulated chain, in the demo alone',
    access: 'user',
    body: faucetRequest,
    answer: faucetAnswer,
  },
  setBank: {
    method: 'POST',
    path: '/exchange/admin/recharge/setBank',
    summary: 'Where users send legal currency to',
    access: 'admin',
    right: 'settings',
    body: z.strictObject(bankAccount.shape),
    failure: 'save.failed',
    answer: settingAnswer,
  },
  status: {
    method: 'GET',
    path: '/exchange/admin/chain/status',
    summary: `How the chains are followed, and the newest ${CHAIN_ALARMS_SHOWN_MAX} things to look at, newest first`,
    access: 'admin',
    right: 'recharges',
    answer: z.object({ chains: z.array(chainStatus), alarms: z.array(chainAlarm).max(CHAIN_ALARMS_SHOWN_MAX) }),
  },
} as const satisfies Record<string, Route>;
