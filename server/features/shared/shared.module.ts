import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AssetTerms } from './asset-terms.queries';
import { BankCards } from './bank-cards';
import { BoundCodes } from './bound-codes';
import { DestinationNames } from './destination-names';
import { DestinationProofs } from './destination-proofs';
import { DeskSettings } from './desk-settings';
import { Ended } from './ended.queries';
import { Exports } from './exports';
import { LiveReader } from './live-reader';
import { OwnersPayments } from './owners-payments.queries';
import { PayoutChecks } from './payout-checks.queries';
import { Prices } from './prices.queries';
import { Reader } from './reader';
import { ShownData } from './shown-data';
import { Submitter } from './submitter';
import { VerificationStates } from './verification-states';
import { OwnWithdrawalLimits } from './own-limits';
import { WithdrawalLimits } from './withdrawal-limits';
import { WithdrawalReview } from './withdrawal-review.queries';

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
