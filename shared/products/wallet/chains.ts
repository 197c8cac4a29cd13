/** Money on its way in: the chains that bring coins, the bank transfer that brings legal currency, the demo's faucet. */
import { z } from 'zod';
import { assetName, chainName, decimal, settingAnswer, textLine } from '../../wire/fields';
import type { Route } from '../../wire/route';

const BANK_TEXT_LENGTH_MAX = 120;

export const rechargeChain = z.object({
  asset: assetName,
  chain: chainName,
  /** What people call the network. */
  chainName: z.string().meta({ example: 'Ethereum (ERC-20)' }),
  /** The least amount that is credited; equal counts, less is neither credited nor returned. */
  minimum: decimal,
  /** Confirmations after which it is credited. */
  confirmations: z.int(),
  /** Digits that the network itself knows of this coin: an amount to withdraw may have no more. */
  decimals: z.int(),
  /** Blocks of no value, made by the exchange. */
  simulated: z.boolean(),
  /** How much of the coin the faucet gives a user a day; null where there is no faucet. */
  faucetMaximum: decimal.nullable(),
});
export type RechargeChain = z.infer<typeof rechargeChain>;

export const rechargeAddressRequest = z.strictObject({ asset: assetName, chain: chainName });
export type RechargeAddressRequest = z.infer<typeof rechargeAddressRequest>;
export const rechargeAddress = rechargeChain.extend({
  /** The user's own on this chain; it stays the same. */
  address: z.string(),
  /** What a QR code of it should say. */
  uri: z.string().meta({ example: 'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }),
});
export type RechargeAddress = z.infer<typeof rechargeAddress>;

const bankText = textLine.min(1).max(BANK_TEXT_LENGTH_MAX);
/** Where legal currency is sent to. */
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
  /** Must stand on the transfer: it says whose money it is. */
  reference: z.string().meta({ example: 'OX-10000001-8' }),
});
export type BankTransfer = z.infer<typeof bankTransfer>;

/** `amount` is sent on the simulated chain to the user's own address, and is worth nothing. */
export const faucetRequest = z.strictObject({ asset: assetName, chain: chainName, amount: decimal });
export type FaucetRequest = z.infer<typeof faucetRequest>;
export const faucetAnswer = z.object({ transaction: z.string() });

/** How a chain is followed. */
export const chainStatus = z.object({
  chain: chainName,
  chainName: z.string(),
  simulated: z.boolean(),
  /** Coins it brings here. */
  assets: z.array(assetName),
  /** Height of its newest block; null while it does not answer. */
  tip: z.int().nullable(),
  /** Height up to which its payments have been handed over. */
  followed: z.int().nullable(),
  /** Height up to which it takes nothing back: what was credited from there may leave; null while nobody can tell. */
  settled: z.int().nullable(),
  /** Addresses of users that are watched. */
  addresses: z.int(),
  /** What went wrong last; null when the last look went well. */
  fault: z.string().nullable(),
});
export type ChainStatus = z.infer<typeof chainStatus>;

/** How many staff are shown, the newest: alarms are rare, and each is in the metrics and in the logs as well. */
export const CHAIN_ALARMS_SHOWN_MAX = 100;

/** What staff must look at: a chain took back what was credited, or shows what cannot be. */
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
      /** Legal currency that comes by bank transfer. */
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
