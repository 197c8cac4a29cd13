/** The owners' funding in a coin: payments by others to a wallet of the house, as a chain shows them. */
import { Inject, Injectable } from '@nestjs/common';
import { compareNode } from '../../../platform/chains/chain-identities';
import { depositAmountOf } from '../../../platform/chains/chain-amounts';
import { referenceOf, type ChainPort, type ChainTransaction } from '../../../platform/chains/chain-port';
import type { Chains } from '../../../platform/chains/chains';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { Refusal } from '../../../platform/errors/refusal';
import { CHAINS, EXCHANGE_DATABASE } from '../../../platform/tokens';
import { AssetTerms } from '../asset-terms.queries';

interface StatedPayment {
  asset: string;
  /** Units of the asset's scale. */
  amount: bigint;
  /** A transaction as entered by a person; for legal currency the reference of a statement line. */
  reference: string;
}

@Injectable()
export class OwnersPayments {
  constructor(
    private readonly assets: AssetTerms,
    @Inject(CHAINS) private readonly chains: Chains,
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
  ) {}

  /** Wallets of the house that accept the owners' money, with their coins. */
  wallets(): { chain: string; address: string; assets: string[] }[] {
    return this.chains
      .all()
      .flatMap((port) =>
        [...walletsOf(port)].map((address) => ({ chain: port.chain, address, assets: [...port.coins.keys()] })),
      );
  }

  /**
   * References under which the amount was paid to the house: a bank reference unchanged; for a transaction, each output
   * that pays this coin and amount to a wallet of the house. Refuses `chain.unavailable`, `house.wallet.unknown`,
   * `payout.transaction.not.found`, `.unconfirmed`, `house.payment.mismatch`, and `house.payment.own` if the coins were
   * with the exchange before: customers' deposits on their way into a wallet are not the owners' money.
   */
  async referencesOf({ asset, amount, reference }: StatedPayment): Promise<string[]> {
    const { fiat, scale } = await this.assets.get(asset);
    if (fiat === 1) return [reference];
    const ports = this.chains.all().filter((port) => port.coins.has(asset));
    if (ports.length === 0) throw new Refusal('chain.unavailable');
    if (!ports.some((port) => walletsOf(port).size > 0)) throw new Refusal('house.wallet.unknown');
    const { port, transaction, found } = await this.findTransaction(ports, reference);
    const wallets = walletsOf(port);
    const exact = found.payments.filter((payment) => {
      const arrived = depositAmountOf(payment.amount, port.coins.get(payment.asset) ?? scale, scale);
      return payment.asset === asset && wallets.has(payment.address) && arrived.amount === amount;
    });
    if (exact.length === 0) throw new Refusal('house.payment.mismatch');
    const needed = await this.assets.confirmationsOf(asset, port.chain);
    const { confirmations } = found;
    if (confirmations < needed) throw new Refusal('payout.transaction.unconfirmed', { confirmations, needed });
    for (const { output } of exact) await this.refuseOwn(port, transaction, output);
    return exact.map(({ output }) => referenceOf(port.chain, transaction, output));
  }

  private async findTransaction(
    ports: readonly ChainPort[],
    reference: string,
  ): Promise<{ port: ChainPort; transaction: string; found: ChainTransaction }> {
    for (const port of ports) {
      const transaction = port.normalTransaction(reference);
      if (transaction === null) continue;
      // A test network shows payments to the same addresses.
      await compareNode(this.database, port);
      const found = await port.transaction(transaction);
      if (found) return { port, transaction, found };
    }
    throw new Refusal('payout.transaction.not.found');
  }

  private async refuseOwn(port: ChainPort, transaction: string, output: string): Promise<void> {
    const origin = await port.originOfPayment(transaction, output);
    if (origin === null) {
      if (port.isSimulated) return;
      throw new Refusal('payout.transaction.not.found');
    }
    const wallets = walletsOf(port);
    const payers = [...origin.payers];
    // If the payer is unknown, it may have been the exchange.
    if (payers.length === 0 || payers.some((payer) => wallets.has(payer))) throw new Refusal('house.payment.own');
    const depositAddresses = this.database.lists.selectFrom('depositAddresses').select('address');
    const ownAddresses = await depositAddresses
      .where('chain', '=', port.chain)
      .where('address', 'in', payers)
      .limit(1)
      .execute();
    if (ownAddresses.length > 0) throw new Refusal('house.payment.own');
  }
}

function walletsOf({ hotWallets, coldWallets }: ChainPort): ReadonlySet<string> {
  return new Set([...hotWallets, ...(coldWallets ?? [])]);
}
