/** Where money comes in: addresses of users, the bank account, the faucet of the demo. */
import { Inject, Injectable } from '@nestjs/common';
import { bankReferenceOf } from '../../../../shared/products/wallet/rules/bank-reference';
import { chainNameOf } from '../../../../shared/rules/chains';
import { dayOf } from '../../../../shared/rules/days';
import { maskedEnd, maskedWithin } from '../../../../shared/products/identity/rules/masks';
import { decimalOf, unitsOf } from '../../../../shared/rules/units';
import type {
  BankTransfer,
  ChainAlarm,
  ChainStatus,
  FaucetRequest,
  RechargeAddress,
  RechargeAddressRequest,
  RechargeChain,
} from '../../../../shared/products/wallet/chains';
import type { ShowAlarmRequest, ShownAlarm } from '../../../../shared/wire/shown-data';
import { ChainAlarms } from '../../../platform/chains/chain-alarms';
import { payableOf } from '../../../platform/chains/chain-amounts';
import type { Chains } from '../../../platform/chains/chains';
import { DepositAddresses } from '../../../platform/chains/deposit-addresses';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { takeIds } from '../../../platform/database/last-ids';
import { Refusal } from '../../../platform/errors/refusal';
import { CHAIN_WORK, CHAINS, CLOCK, EXCHANGE_DATABASE, LIVE_VIEWS, type Clock } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import type { ChainWork } from '../chain/chain-work';
import { AssetTerms } from '../../../features/shared/asset-terms.queries';
import { amountOf } from '../../../features/shared/orders/convert';
import { ShownData } from '../../../features/shared/shown-data';
import { HouseBank } from './house-bank';

/** What the faucet gives a user a day, in the coin. */
const FAUCET_A_DAY: Readonly<Record<string, string>> = { USDT: '10000', ETH: '5', BTC: '0.5' };

@Injectable()
export class RechargeDesk {
  constructor(
    @Inject(CHAINS) private readonly chains: Chains,
    @Inject(CHAIN_WORK) private readonly work: ChainWork,
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    private readonly addresses: DepositAddresses,
    private readonly alarms: ChainAlarms,
    private readonly assets: AssetTerms,
    private readonly bank: HouseBank,
    private readonly shown: ShownData,
  ) {}

  /** Coins with terms on a chain that is connected, and legal currency with a bank account. */
  async ways(asset: string | undefined): Promise<{ records: RechargeChain[]; bank: string[] }> {
    const isAsked = (one: { asset: string }) => asset === undefined || one.asset === asset;
    const records: RechargeChain[] = [];
    for (const terms of (await this.assets.chains()).filter(isAsked)) {
      const port = this.chains.carrying(terms.chain, terms.asset);
      if (!port) continue;
      const { scale } = await this.assets.get(terms.asset);
      records.push({
        asset: terms.asset,
        chain: terms.chain,
        chainName: chainNameOf(terms.chain),
        minimum: decimalOf(terms.minimum, scale),
        confirmations: terms.confirmations,
        decimals: Math.min(scale, port.coins.get(terms.asset) as number),
        simulated: port.isSimulated,
        faucetMaximum: port.isSimulated ? (FAUCET_A_DAY[terms.asset] ?? null) : null,
      });
    }
    return { records, bank: (await this.bank.assets()).filter((one) => isAsked({ asset: one })) };
  }

  /**
   * Refuses `chain.unknown`, `asset.deposits.suspended`, also where the user has an address, and `chain.unavailable` while nobody
   * would see what is sent there.
   */
  async addressOf(userId: number, { asset, chain }: RechargeAddressRequest): Promise<RechargeAddress> {
    await this.assets.get(asset);
    const { records } = await this.ways(asset);
    const way = records.find((one) => one.chain === chain);
    const port = this.chains.carrying(chain, asset);
    if (!way || !port) throw new Refusal('chain.unknown');
    this.refuseSuspended(asset);
    if (!(await this.work.isFollowed(chain))) throw new Refusal('chain.unavailable');
    const address = await this.addresses.of(port, userId);
    return { ...way, address, uri: port.paymentUri(address, asset) };
  }

  /** Refuses `bank.transfer.unavailable` and `asset.deposits.suspended`. */
  async bankTransfer(userId: number, asset: string): Promise<BankTransfer> {
    const account = await this.bank.of(asset);
    if (!account) throw new Refusal('bank.transfer.unavailable');
    this.refuseSuspended(asset);
    return { ...account, reference: bankReferenceOf(userId) };
  }

  /** Refuses what is no legal currency: `bank.transfer.unavailable`. */
  async refuseNoBank(asset: string): Promise<void> {
    const { fiat } = await this.assets.get(asset);
    if (fiat !== 1) throw new Refusal('bank.transfer.unavailable');
  }

  /** Refuses `faucet.unavailable`, and `faucet.exhausted` with what is left of the day. */
  async give(userId: number, { asset, chain, amount }: FaucetRequest): Promise<{ transaction: string }> {
    const port = this.chains.simulated().find((one) => one.chain === chain && one.coins.has(asset));
    const most = FAUCET_A_DAY[asset];
    if (!port || most === undefined) throw new Refusal('faucet.unavailable');
    const { scale } = await this.assets.get(asset);
    const decimals = port.coins.get(asset) as number;
    const units = amountOf(amount, scale, asset);
    if (units === 0n) throw new Refusal('amount.not.positive');
    const paid = payableOf(units, scale, decimals);
    if (paid === null) throw new Refusal('amount.too.precise', { digits: decimals });
    const address = await this.addresses.of(port, userId);
    await this.take(userId, asset, units, unitsOf(most, scale) as bigint, scale);
    return { transaction: await port.send([{ asset, address, amount: paid }]) };
  }

  async status(): Promise<{ chains: ChainStatus[]; alarms: ChainAlarm[] }> {
    const alarms = await this.alarms.newest();
    return { chains: await this.work.status(), alarms: alarms.map(maskedAlarm) };
  }

  /** Refuses `personal.data.too.many`, and `user.not.found` where it is not about this user, or about nobody. */
  async show(staff: number, { alarm, userId }: ShowAlarmRequest): Promise<ShownAlarm> {
    this.shown.take(staff);
    const found = (await this.alarms.newest()).find((one) => one.alarm === alarm);
    if (!found || found.facts['user'] !== (userId === undefined ? undefined : String(userId)))
      throw new Refusal('user.not.found');
    const { address = null, shown = null } = found.facts;
    return { alarm, address, reference: found.reference, shown };
  }

  private refuseSuspended(asset: string): void {
    if (this.live.markets.asset(asset)?.deposits === 'suspended') throw new Refusal('asset.deposits.suspended');
  }

  /** Counts a gift before it is given. */
  private async take(userId: number, asset: string, units: bigint, most: bigint, scale: number): Promise<void> {
    const day = dayOf(this.clock());
    await this.database.sql.transaction().execute(async (transaction) => {
      // Two gifts at once wait for each other here.
      await takeIds(transaction, 'simulated_payment', 1);
      const gifts = transaction.selectFrom('faucetGifts').select('amount').where('userId', '=', userId);
      const row = await gifts.where('asset', '=', asset).where('day', '=', day).executeTakeFirst();
      const given = BigInt(row?.amount ?? 0);
      if (given + units > most) throw new Refusal('faucet.exhausted', { left: decimalOf(most - given, scale) });
      const amount = (given + units).toString();
      await transaction
        .insertInto('faucetGifts')
        .values({ userId, asset, day, amount })
        .onConflict((conflict) => conflict.columns(['userId', 'asset', 'day']).doUpdateSet({ amount }))
        .execute();
    });
  }
}

/** Whose money it is says a number; where it came from and in which transaction is asked for. */
function maskedAlarm(alarm: ChainAlarm): ChainAlarm {
  const { address, shown, ...facts } = alarm.facts;
  return {
    ...alarm,
    reference: maskedWithin(alarm.reference),
    facts: {
      ...facts,
      ...(address === undefined ? {} : { address: maskedEnd(address) }),
      ...(shown === undefined ? {} : { shown: maskedWithin(shown) }),
    },
  };
}
