/** Asks a network's node about a transaction for one user: payments to their address, and the state of each. */
import { setTimeout as pass } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { DepositReportState, ReportedPayment } from '../../../../../shared/products/wallet/deposit-reports';
import { rechargeReasonOf } from '../../../../../shared/products/wallet/rules/recharge-reasons';
import { decimalOf } from '../../../../../shared/rules/units';
import { depositAmountOf } from '../../../../platform/chains/chain-amounts';
import { compareNode } from '../../../../platform/chains/chain-identities';
import { ChainUnavailable, referenceOf, type ChainPort, type Payment } from '../../../../platform/chains/chain-port';
import type { Chains } from '../../../../platform/chains/chains';
import type { Config } from '../../../../platform/config/config';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables } from '../../../../platform/database/exchange-tables';
import type { DepositAddressRow } from '../../../../platform/database/wallet-tables';
import { Refusal, requestInvalid } from '../../../../platform/errors/refusal';
import { CHAINS, CONFIG, EXCHANGE_DATABASE } from '../../../../platform/tokens';
import { AssetTerms } from '../../../../features/shared/asset-terms.queries';
import { KnownRecharges } from './known-recharges.queries';

/** Stored form in the row of a report. */
export interface FoundPayment extends ReportedPayment {
  output: string;
  /** In units of the asset, decimal digits. */
  units: string;
}

export interface Finding {
  state: DepositReportState;
  confirmations: number | null;
  payments: FoundPayment[];
}

interface Depth {
  confirmations: number;
  /** Never below the height of its block. */
  height: number;
  /** The highest final height of the network; null if unknown. */
  settled: number | null;
  /** Height up to which its payments have been submitted. */
  followedHeight: number;
}

/** Null if the network cannot name them. */
type Payers = readonly string[] | null;

/** A payment to the user, with a lookup of its payer. */
interface OwnPayment extends Payment {
  byContract: boolean;
  payers: () => Promise<Payers>;
}

/** A user's transaction within one check. */
interface Inspection {
  port: ChainPort;
  userId: number;
  transaction: string;
  /** Throws ChainUnavailable after the deadline of the request. */
  refuseLate: () => void;
}

/** Maximum in one transaction; beyond it staff decide. */
const OWN_PAYMENTS_MAX = 20;

const NODE_UNAVAILABLE: Finding = { state: 'away', confirmations: null, payments: [] };
const UNKNOWN_TRANSACTION: Finding = { state: 'unknown', confirmations: null, payments: [] };

@Injectable()
export class DepositFinder {
  /** Deadline of a check in ms, over all its queries. */
  lookMsMax = 20_000;

  constructor(
    private readonly assets: AssetTerms,
    private readonly recharges: KnownRecharges,
    @Inject(CHAINS) private readonly chains: Chains,
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'twoNodesAbove'>,
  ) {}

  /** Returns the network's canonical form. Throws `chain.unavailable`, and `request.invalid` for text that is no transaction id. */
  normal(chain: string, text: string): string {
    const port = this.chains.find(chain);
    if (!port) throw new Refusal('chain.unavailable');
    const transaction = port.normalTransaction(text);
    if (transaction === null) throw requestInvalid([{ path: 'transaction', code: 'format' }]);
    return transaction;
  }

  /** Payments to other users are never mentioned. */
  async inspect(userId: number, chain: string, transaction: string): Promise<Finding> {
    const port = this.chains.find(chain);
    if (!port) return NODE_UNAVAILABLE;
    try {
      return await this.inspectWithTimeout(port, userId, transaction);
    } catch (error) {
      if (error instanceof ChainUnavailable) return NODE_UNAVAILABLE;
      throw error;
    }
  }

  /** The number of nodes that must agree, and the maximum value (USDT units of scale 8) accepted on one node's report. */
  nodeCoverOf(chain: string): { nodes: number; aloneUpTo: bigint | undefined } {
    const port = this.chains.find(chain);
    if (port?.second) return { nodes: 2, aloneUpTo: undefined };
    // The exchange makes the blocks of simulated chains itself.
    const { twoNodesAbove } = this.config;
    return { nodes: 1, aloneUpTo: port?.isSimulated ? undefined : (twoNodesAbove ?? undefined) };
  }

  /** Index of the user's address on the chain, which the credit names. */
  async addressIndexOf(userId: number, chain: string): Promise<number | undefined> {
    return (await this.addressOf(userId, chain))?.addressIndex;
  }

  private async inspectWithTimeout(port: ChainPort, userId: number, transaction: string): Promise<Finding> {
    let isLate = false;
    const throwLate = (): never => {
      throw new ChainUnavailable(`${port.chain}: a look at a transaction took too long`);
    };
    const refuseLate = (): void => void (isLate && throwLate());
    const end = new AbortController();
    const deadline = pass(this.lookMsMax, null, { signal: end.signal }).then(() => {
      isLate = true;
      return throwLate();
    });
    try {
      return await Promise.race([this.inspectTransaction({ port, userId, transaction, refuseLate }), deadline]);
    } finally {
      end.abort();
    }
  }

  private async inspectTransaction(inspection: Inspection): Promise<Finding> {
    const { port, userId, transaction } = inspection;
    const { chain } = port;
    // A test network shows payments to the same addresses.
    await compareNode(this.database, port);
    const settled = await port.settled();
    const found = await port.transaction(transaction);
    if (!found) return UNKNOWN_TRANSACTION;
    const { confirmations } = found;
    // Outside a block, a transaction shows no contract calls.
    if (confirmations < 1) return { state: 'waiting', confirmations: null, payments: [] };
    const address = await this.addressOf(userId, chain);
    const ownPayments = address ? await this.paymentsToUser(inspection, found.payments, address) : [];
    if (ownPayments === null || ownPayments.length > OWN_PAYMENTS_MAX)
      return { state: 'unclear', confirmations, payments: [] };
    if (ownPayments.length === 0) return { state: 'elsewhere', confirmations, payments: [] };
    // Read the cursor before the read models, which contain every payment below it.
    const cursors = this.database.sql.selectFrom('chainCursors').select('height').where('chain', '=', chain);
    const followedHeight = (await cursors.executeTakeFirst())?.height ?? -1;
    const { height: tip } = await port.tip();
    const depth = { confirmations, height: tip - confirmations + 1, settled, followedHeight };
    const payments: FoundPayment[] = [];
    for (const payment of ownPayments) {
      const judged = await this.toFoundPayment(inspection, payment, depth);
      if (judged === null) return { state: 'unclear', confirmations, payments: [] };
      payments.push(judged);
    }
    return { state: stateOf(payments), confirmations, payments };
  }

  private async addressOf(userId: number, chain: string): Promise<DepositAddressRow | undefined> {
    const rows = this.database.sql.selectFrom('depositAddresses').selectAll();
    return rows.where('chain', '=', chain).where('userId', '=', userId).executeTakeFirst();
  }

  /** Null if the transaction shows none and the node cannot report others. */
  private async paymentsToUser(
    { port, transaction }: Inspection,
    payments: readonly Payment[],
    { address, addressIndex }: DepositAddressRow,
  ): Promise<OwnPayment[] | null> {
    const lookups = new Map<string, Promise<Payers>>();
    const payersOf = async ({ output, matures }: Payment): Promise<Payers> => {
      const origin = await port.originOfPayment(transaction, output);
      if (origin === null && !port.isSimulated)
        throw new ChainUnavailable(`${port.chain}: the node does not tell who paid ${transaction}`);
      const payers = origin?.payers ?? [];
      // A simulated chain names no payer, and new coins have none.
      return payers.length > 0 || origin === null || matures !== undefined ? payers : null;
    };
    const payersOnce = (payment: Payment): Promise<Payers> => {
      const key = port.isPaidAsWhole ? '' : payment.output;
      const lookup = lookups.get(key) ?? payersOf(payment);
      lookups.set(key, lookup);
      return lookup;
    };
    const ownPayments = payments
      .filter((payment) => payment.address === address)
      .map((payment): OwnPayment => ({ ...payment, byContract: false, payers: () => payersOnce(payment) }));
    if (!port.sentByContracts || ownPayments.length > OWN_PAYMENTS_MAX) return ownPayments;
    const contractTransfer = await port.sentByContracts(transaction, address);
    if (contractTransfer === null) return ownPayments.length === 0 ? null : ownPayments;
    const { asset, amount, payers } = contractTransfer;
    // By the address's number, independent of how a node counts calls: all such transfers of one transaction are one payment.
    const output = `contracts-${addressIndex}`;
    const byContracts = { output, asset, address, amount, byContract: true, payers: () => Promise.resolve(payers) };
    return amount === 0n ? ownPayments : [...ownPayments, byContracts];
  }

  /** Null if the payer is needed and unknown. */
  private async toFoundPayment(
    inspection: Inspection,
    payment: OwnPayment,
    depth: Depth,
  ): Promise<FoundPayment | null> {
    const { port, userId, transaction, refuseLate } = inspection;
    refuseLate();
    const { output, asset, byContract } = payment;
    const terms = (await this.assets.chains()).find((one) => one.asset === asset && one.chain === port.chain);
    const decimals = port.coins.get(asset) ?? 0;
    if (!terms) {
      const amount = decimalOf(payment.amount, decimals);
      return { output, asset, amount, units: '0', state: 'failed', reason: 'chain.unknown', needed: 0, byContract };
    }
    const { scale } = await this.assets.get(asset);
    const { amount } = depositAmountOf(payment.amount, decimals, scale);
    const fields = { output, asset, amount: decimalOf(amount, scale), units: amount.toString(), byContract };
    const needed = terms.confirmations;
    const judged = (state: FoundPayment['state'], reason: string | null = null) => ({
      ...fields,
      state,
      reason,
      needed,
    });
    const reference = referenceOf(port.chain, transaction, output);
    const recharge = await this.recharges.find(userId, reference);
    if (recharge?.status === 'success') return judged('credited');
    if (recharge?.status === 'failure' && recharge.reason !== 'recharge.retracted')
      return judged('failed', rechargeReasonOf(recharge.reason));
    if (recharge) return judged('waiting');
    if (amount < terms.minimum || amount === 0n) return judged('failed', 'recharge.below.minimum');
    const { confirmations, height, settled, followedHeight } = depth;
    const isDeep = confirmations >= Math.max(needed, payment.matures ?? 0) && settled !== null && height <= settled;
    if (!isDeep || height > followedHeight) return judged('waiting');
    const payers = await payment.payers();
    if (payers === null) return null;
    if (await this.isPaidByHouse(port, payers)) return judged('failed', 'house.payment.own');
    // Seen, but delayed by an alarm to staff; submitted again with each block.
    const rows = this.database.sql.selectFrom('chainPayments').select('state').where('reference', '=', reference);
    return judged((await rows.executeTakeFirst())?.state === 'open' ? 'waiting' : 'missed');
  }

  /** Coins of the exchange itself are not deposits: moves between its own addresses, and payments for their fees. */
  private async isPaidByHouse(port: ChainPort, payers: readonly string[]): Promise<boolean> {
    if (payers.length === 0) return false;
    const wallets = new Set([...port.hotWallets, ...(port.coldWallets ?? [])]);
    if (payers.some((payer) => wallets.has(payer))) return true;
    const depositAddresses = this.database.sql.selectFrom('depositAddresses').select('address');
    const payerAddresses = depositAddresses.where('chain', '=', port.chain).where('address', 'in', [...payers]);
    return (await payerAddresses.limit(1).executeTakeFirst()) !== undefined;
  }
}

/** Open work takes precedence over finished work. */
export function stateOf(payments: readonly Pick<FoundPayment, 'state'>[]): FoundPayment['state'] {
  const order = ['missed', 'waiting', 'credited', 'failed'] as const;
  return order.find((state) => payments.some((payment) => payment.state === state)) ?? 'failed';
}
