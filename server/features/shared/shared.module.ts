import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AssetTerms } from './asset-terms.queries';
import { BankCards } from './withdrawals/bank-cards';
import { BoundCodes } from './withdrawals/bound-codes';
import { DestinationNames } from './withdrawals/destination-names';
import { DestinationProofs } from './withdrawals/destination-proofs';
import { AdminSettings } from './admin-settings';
import { EndedOrders } from './orders/ended-orders.queries';
import { Exports } from './endpoints/exports';
import { LiveReader } from './endpoints/live-reader';
import { OwnersPayments } from './withdrawals/owners-payments.queries';
import { PayoutChecks } from './withdrawals/payout-checks.queries';
import { Prices } from './orders/prices.queries';
import { Reader } from './endpoints/reader';
import { UnmaskingLimits } from './unmasking-limits';
import { Submitter } from './endpoints/submitter';
import { VerificationStates } from './verification-states';
import { OwnWithdrawalLimits } from './withdrawals/own-limits';
import { WithdrawalLimits } from './withdrawals/withdrawal-limits';
import { WithdrawalReview } from './withdrawals/withdrawal-review.queries';

/** Providers that every area of the API uses. */
@Global()
@Module({
  imports: [CqrsModule.forRoot()],
  providers: [
    Submitter,
    EndedOrders,
    AdminSettings,
    Exports,
    OwnersPayments,
    PayoutChecks,
    Prices,
    AssetTerms,
    Reader,
    LiveReader,
    UnmaskingLimits,
    BankCards,
    BoundCodes,
    DestinationNames,
    DestinationProofs,
    WithdrawalLimits,
    OwnWithdrawalLimits,
    WithdrawalReview,
    VerificationStates,
  ],
  exports: [
    CqrsModule,
    Submitter,
    AdminSettings,
    Exports,
    OwnersPayments,
    PayoutChecks,
    Prices,
    AssetTerms,
    Reader,
    LiveReader,
    UnmaskingLimits,
    BankCards,
    BoundCodes,
    DestinationNames,
    DestinationProofs,
    WithdrawalLimits,
    OwnWithdrawalLimits,
    WithdrawalReview,
    VerificationStates,
  ],
})
export class SharedFeaturesModule {}
