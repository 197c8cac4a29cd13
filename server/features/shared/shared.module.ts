import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AssetTerms } from './asset-terms.queries';
import { BankCards } from './bank-cards';
import { Exports } from './exports';
import { LiveReader } from './live-reader';
import { PayoutChecks } from './payout-checks.queries';
import { Prices } from './prices.queries';
import { Reader } from './reader';
import { Submitter } from './submitter';
import { VerificationStates } from './verification-states';
import { WithdrawalLimits } from './withdrawal-limits';
import { WithdrawalReview } from './withdrawal-review.queries';

/** What every area of the interface uses. */
@Global()
@Module({
  imports: [CqrsModule.forRoot()],
  providers: [
    Submitter,
    Exports,
    PayoutChecks,
    Prices,
    AssetTerms,
    Reader,
    LiveReader,
    BankCards,
    WithdrawalLimits,
    WithdrawalReview,
    VerificationStates,
  ],
  exports: [
    CqrsModule,
    Submitter,
    Exports,
    PayoutChecks,
    Prices,
    AssetTerms,
    Reader,
    LiveReader,
    BankCards,
    WithdrawalLimits,
    WithdrawalReview,
    VerificationStates,
  ],
})
export class SharedFeaturesModule {}
