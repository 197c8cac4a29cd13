/** Sources of deposits: users' addresses, the bank account, the demo's faucet. */
import { Inject, Injectable } from '@nestjs/common';
import { bankReferenceOf } from '../../../../shared/products/wallet/rules/bank-reference';
import { chainNameOf } from '../../../../shared/rules/chains';
import { dayOf } from '../../../../shared/rules/days';
import { maskedEnd, maskContactsIn } from '../../../../shared/products/identity/rules/masks';
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
import { networkUnitsOf } from '../../../platform/chains/chain-amounts';
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
import { UnmaskingLimits } from '../../../features/shared/unmasking-limits';
import { HouseBank } from './house-bank';

/** Faucet amount per user and day, in the coin. */
const FAUCET_A_DAY: Readonly<Record<string, string>> = { USDT: '10000', ETH: '5', BTC: '0.5' };

@Injectable()
export class RechargeService {
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
    private readonly unmaskingLimits: UnmaskingLimits,
  ) {}

  /** Coins with terms on a chain that is connected, and legal currency with a bank account. */
  async rechargeWays(asset: string | undefined): Promise<{ records: RechargeChain[]; bank: string[] }> {
    const isAsked = (one: { asset: string }) => asset === undefined || one.asset === asset;
    const records: RechargeChain[] = [];
    for (const terms of (await this.assets.chains()).filter(isAsked)) {
      const port = this.chains.withCoin(terms.chain, terms.asset);
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
   * Throws `chain.unknown`, `asset.deposits.suspended`, also if the user has an address, and `chain.unavailable` while nothing follows the
   * chain.
   */
  async addressOf(userId: number, { asset, chain }: RechargeAddressRequest): Promise<RechargeAddress> {
    await this.assets.get(asset);
    const { records } = await this.rechargeWays(asset);
    const rechargeChain = records.find((one) => one.chain === chain);
    const port = this.chains.withCoin(chain, asset);
    if (!rechargeChain || !port) throw new Refusal('chain.unknown');
    this.refuseSuspended(asset);
    if (!(await this.work.isFollowed(chain))) throw new Refusal('chain.unavailable');
    const address = await this.addresses.addressOf(port, userId);
    return { ...rechargeChain, address, uri: port.paymentUri(address, asset) };
  }

  /** Refuses `bank.transfer.unavailable` and `asset.deposits.suspended`. */
  async bankTransfer(userId: number, asset: string): Promise<BankTransfer> {
    const account = await this.bank.accountOf(asset);
    if (!account) throw new Refusal('bank.transfer.unavailable');
    this.refuseSuspended(asset);
    return { ...account, reference: bankReferenceOf(userId) };
  }

  /** Throws `bank.transfer.unavailable` if the asset is not legal currency. */
  async refuseNoBank(asset: string): Promise<void> {
    const { fiat } = await this.assets.get(asset);
    if (fiat !== 1) throw new Refusal('bank.transfer.unavailable');
  }

  /** Throws `faucet.unavailable`, and `faucet.exhausted` with the rest of the day's amount. */
  async payFromFaucet(userId: number, { asset, chain, amount }: FaucetRequest): Promise<{ transaction: string }> {
    const port = this.chains.simulated().find((one) => one.chain === chain && one.coins.has(asset));
    const max = FAUCET_A_DAY[asset];
    if (!port || max === undefined) throw new Refusal('faucet.unavailable');
    const { scale } = await this.assets.get(asset);
    const decimals = port.coins.get(asset) as number;
    const units = amountOf(amount, scale, asset);
    if (units === 0n) throw new Refusal('amount.not.positive');
    const networkUnits = networkUnitsOf(units, scale, decimals);
    if (networkUnits === null) throw new Refusal('amount.too.precise', { digits: decimals });
    const address = await this.addresses.addressOf(port, userId);
    await this.chargeFaucetLimit(userId, asset, units, unitsOf(max, scale) as bigint, scale);
    return { transaction: await port.send([{ asset, address, amount: networkUnits }]) };
  }

  async status(): Promise<{ chains: ChainStatus[]; alarms: ChainAlarm[] }> {
    const alarms = await this.alarms.newestAlarms();
    return { chains: await this.work.status(), alarms: alarms.map(maskedAlarm) };
  }

  /** Throws `personal.data.too.many`, and `user.not.found` if the alarm is about another user or none. */
  async show(staff: number, { alarm, userId }: ShowAlarmRequest): Promise<ShownAlarm> {
    this.unmaskingLimits.countAccess(staff);
    const found = (await this.alarms.newestAlarms()).find((one) => one.alarm === alarm);
    if (!found || found.facts['user'] !== (userId === undefined ? undefined : String(userId)))
      throw new Refusal('user.not.found');
    const { address = null, shown = null } = found.facts;
    return { alarm, address, reference: found.reference, shown };
  }

  private refuseSuspended(asset: string): void {
    if (this.live.markets.asset(asset)?.deposits === 'suspended') throw new Refusal('asset.deposits.suspended');
  }

  /** Counts a gift before it is given. */
  private async chargeFaucetLimit(
    userId: number,
    asset: string,
    units: bigint,
    max: bigint,
    scale: number,
  ): Promise<void> {
    const day = dayOf(this.clock());
    await this.database.sql.transaction().execute(async (transaction) => {
      // Row lock: serialises concurrent gifts.
      await takeIds(transaction, 'simulated_payment', 1);
      const gifts = transaction.selectFrom('faucetGifts').select('amount').where('userId', '=', userId);
      const row = await gifts.where('asset', '=', asset).where('day', '=', day).executeTakeFirst();
      const givenToday = BigInt(row?.amount ?? 0);
      if (givenToday + units > max) throw new Refusal('faucet.exhausted', { left: decimalOf(max - givenToday, scale) });
      const amount = (givenToday + units).toString();
      await transaction
        .insertInto('faucetGifts')
        .values({ userId, asset, day, amount })
        .onConflict((conflict) => conflict.columns(['userId', 'asset', 'day']).doUpdateSet({ amount }))
        .execute();
    });
  }
}

/** Masks the source address and the transaction, which staff request separately; the user is identified by number. */
function maskedAlarm(alarm: ChainAlarm): ChainAlarm {
  const { address, shown, ...otherDetails } = alarm.facts;
  return {
    ...alarm,
    reference: maskContactsIn(alarm.reference),
    facts: {
      ...otherDetails,
      ...(address === undefined ? {} : { address: maskedEnd(address) }),
      ...(shown === undefined ? {} : { shown: maskContactsIn(shown) }),
    },
  };
}
