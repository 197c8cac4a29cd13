/** Terms of a withdrawal for a user now. */
import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { depositAccountOf } from '../../../../shared/rules/account-kinds';
import { dayOf, dayStart } from '../../../../shared/rules/days';
import { decimalOf } from '../../../../shared/rules/units';
import { VALUE_SCALE } from '../../../../shared/rules/valuation';
import { WALLET_ROUTES } from '../../../../shared/products/wallet/wire';
import { FundPasswords } from '../../../platform/auth/factors/fund-passwords';
import { PasskeyProofs } from '../../../platform/auth/factors/passkey-proofs';
import { SecondFactors } from '../../../platform/auth/factors/second-factors';
import { Users } from '../../../platform/auth/users';
import type { Chains } from '../../../platform/chains/chains';
import { Refusal } from '../../../platform/errors/refusal';
import { QueryOf } from '../../../platform/http/route-messages';
import { CHAINS, CLOCK, LIVE_VIEWS, type Clock } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import { balances } from '../../../views/stored/queries';
import { withdrawnSince } from '../stored/queries';
import { AssetTerms } from '../../../features/shared/asset-terms.queries';
import { OwnWithdrawalLimits } from '../../../features/shared/withdrawals/own-limits';
import { Prices, usdtValue, type Price } from '../../../features/shared/orders/prices.queries';
import { Reader } from '../../../features/shared/endpoints/reader';
import { WithdrawalLimits } from '../../../features/shared/withdrawals/withdrawal-limits';
import { Beneficiaries } from './beneficiaries';
import { NotFinalBalance } from './not-final.queries';
import { WithdrawalHolds } from './withdrawal-holds';

export class WithdrawalQuote extends QueryOf(WALLET_ROUTES.withdrawalQuote) {}

@QueryHandler(WithdrawalQuote)
export class WithdrawalQuoteHandler implements IQueryHandler<WithdrawalQuote> {
  constructor(
    private readonly reader: Reader,
    private readonly assets: AssetTerms,
    private readonly prices: Prices,
    private readonly users: Users,
    private readonly limits: WithdrawalLimits,
    private readonly ownLimits: OwnWithdrawalLimits,
    private readonly holds: WithdrawalHolds,
    private readonly notFinal: NotFinalBalance,
    private readonly beneficiaries: Beneficiaries,
    private readonly fundPasswords: FundPasswords,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: PasskeyProofs,
    @Inject(CHAINS) private readonly chains: Chains,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user: userId, request: { asset, chain, minPosition } }: WithdrawalQuote) {
    const stored = await this.reader.at(minPosition);
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('account.unknown');
    const { scale, fiat } = await this.assets.get(asset);
    const listedAsset = this.live.markets.asset(asset);
    if (!listedAsset) throw new Refusal('asset.unknown');
    const { withdrawalFee, withdrawalMin } = listedAsset.termsAt(this.clock());
    const account = depositAccountOf({ isFiat: fiat === 1 });
    const port = chain === undefined ? undefined : this.chains.withCoin(chain, asset);
    if (chain !== undefined && !port) throw new Refusal('chain.unknown');
    const rows = await balances(stored, userId, account);
    const available = rows.find((row) => row.asset === asset)?.available ?? 0n;
    const notFinal = this.notFinal.reservedOf(userId, asset, available);
    const limit = await this.limits.dailyLimitUnits(user);
    const used = await withdrawnSince(stored, userId, dayStart(dayOf(this.clock())));
    const remaining = limit > used ? limit - used : 0n;
    const price = this.prices.highestPrice(asset);
    const decimals = Math.min(scale, port?.coins.get(asset) ?? scale);
    const max = price ? minOf(available - notFinal - withdrawalFee, unitsWorth(remaining, scale, price)) : 0n;
    return {
      asset,
      chain: chain ?? null,
      account,
      available: decimalOf(available, scale),
      fee: decimalOf(withdrawalFee, scale),
      minimum: decimalOf(withdrawalMin, scale),
      decimals,
      notFinal: decimalOf(notFinal, scale),
      maximum: decimalOf(floorToDigits(max, scale - decimals), scale),
      limit: decimalOf(limit, VALUE_SCALE),
      limitLeft: decimalOf(remaining, VALUE_SCALE),
      price: price && decimalOf(usdtValue(10n ** BigInt(scale), scale, price, 'up'), VALUE_SCALE),
      beneficiaryAbove: this.beneficiaries.above,
      delayHours: (await this.ownLimits.currentLimitsOf(userId)).current.delayHours,
      stopped: this.live.drift.isStopped,
      heldUntil: this.holds.heldUntil(user),
      needsSecondFactor: await this.secondFactors.isBound(userId),
      hasPasskey: (await this.passkeys.passkeysOf(userId)).length > 0,
      hasFundPassword: await this.fundPasswords.isSet(userId),
    };
  }
}

/** Returns the largest amount, in units of the asset, whose value rounded up is within the limit. */
function unitsWorth(limit: bigint, scale: number, { numerator, denominator }: Price): bigint {
  return (limit * denominator * 10n ** BigInt(scale)) / (numerator * 10n ** BigInt(VALUE_SCALE));
}

function minOf(one: bigint, other: bigint): bigint {
  const smaller = one < other ? one : other;
  return smaller > 0n ? smaller : 0n;
}

/** Sets the last digits to zero. */
function floorToDigits(units: bigint, digits: number): bigint {
  const step = 10n ** BigInt(digits);
  return units - (units % step);
}
