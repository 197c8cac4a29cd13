import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AssetTerms } from './asset-terms.queries';
import { BankCards } from './withdrawals/bank-cards';
import { BoundCodes } from './withdrawals/bound-codes';
import { DestinationNames } from './withdrawals/destination-names';
import { DestinationProofs } from './withdrawals/destination-proofs';
import { DeskSettings } from './desk-settings';
import { Ended } from './orders/ended.queries';
import { Exports } from './endpoints/exports';
import { LiveReader } from './endpoints/live-reader';
import { OwnersPayments } from './withdrawals/owners-payments.queries';
import { PayoutChecks } from './withdrawals/payout-checks.queries';
import { Prices } from './orders/prices.queries';
import { Reader } from './endpoints/reader';
import { ShownData } from './shown-data';
import { Submitter } from './endpoints/submitter';
import { VerificationStates } from './verification-states';
import { OwnWithdrawalLimits } from './withdrawals/own-limits';
import { WithdrawalLimits } from './withdrawals/withdrawal-limits';
import { WithdrawalReview } from './withdrawals/withdrawal-review.queries';

/** What every area of the interface uses. */
@Global()
@Module({
  imports: [CqrsModule.forRoot()],
  providers: [
    Submitter,
    Ended,
    DeskSettings,
    Exports,
    OwnersPayments,
    PayoutChecks,
    Prices,
    AssetTerms,
    Reader,
    LiveReader,
    ShownData,
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
    DeskSettings,
    Exports,
    OwnersPayments,
    PayoutChecks,
    Prices,
    AssetTerms,
    Reader,
    LiveReader,
    ShownData,
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
