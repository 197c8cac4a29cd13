import { Module } from '@nestjs/common';
import { feature } from '../../../features/shared/endpoints/feature';
import { AddressBook } from './address-book';
import { Beneficiaries } from './beneficiaries';
import { HouseBank } from './house-bank';
import { NotFinalBalance } from './not-final.queries';
import { RechargeService } from './recharge-service';
import * as Statements from './statement.queries';
import * as Taxes from './taxes.queries';
import * as Valuations from './valuation.queries';
import { WALLET_ENDPOINTS } from './wallet.endpoints';
import * as Handlers from './wallet.handlers';
import * as Queries from './wallet.queries';
import { WithdrawalGuards } from './withdrawal-guards';
import { WithdrawalHolds } from './withdrawal-holds';
import { WithdrawalProofs } from './withdrawal-proofs';
import * as Quotes from './withdrawal-quote.queries';
import * as Withdrawals from './withdrawal.queries';
import { WithdrawnToAddress } from './withdrawn-to.queries';

@Module(
  feature([Handlers, Queries, Withdrawals, Quotes, Valuations, Statements, Taxes], {
    endpoints: WALLET_ENDPOINTS,
    providers: [
      HouseBank,
      Withdrawals.WithdrawalRecords,
      WithdrawalGuards,
      WithdrawalHolds,
      NotFinalBalance,
      WithdrawalProofs,
      AddressBook,
      Beneficiaries,
      WithdrawnToAddress,
      RechargeService,
    ],
  }),
)
export class WalletModule {}
