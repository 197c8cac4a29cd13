import { Module } from '@nestjs/common';
import { AddressBook } from './address-book';
import { AddressBookController } from './address-book.controller';
import { Beneficiaries } from './beneficiaries';
import { HouseBank } from './house-bank';
import { NotFinal } from './not-final.queries';
import { RechargeController } from './recharge.controller';
import { RechargeDesk } from './recharge-desk';
import { StatementHandler } from './statement.queries';
import { TaxFileHandler } from './taxes.queries';
import { ValuationController } from './valuation.controller';
import { BalanceHistoryHandler, ValuationHandler } from './valuation.queries';
import { WalletController } from './wallet.controller';
import { ApplyTransferHandler, ApplyWithdrawalHandler, CancelWithdrawalHandler } from './wallet.handlers';
import {
  AssetRecordsHandler,
  BalancesHandler,
  HasRechargeHandler,
  RechargesHandler,
  TransfersHandler,
} from './wallet.queries';
import { WithdrawalGuards } from './withdrawal-guards';
import { WithdrawalHolds } from './withdrawal-holds';
import { WithdrawalProofs } from './withdrawal-proofs';
import { WithdrawalQuoteHandler } from './withdrawal-quote.queries';
import {
  ShownWithdrawalOfHandler,
  WithdrawalRecords,
  WithdrawalsByStatusHandler,
  WithdrawalsHandler,
} from './withdrawal.queries';
import { WithdrawnTo } from './withdrawn-to.queries';

@Module({
  controllers: [WalletController, RechargeController, AddressBookController, ValuationController],
  providers: [
    HouseBank,
    ApplyTransferHandler,
    ApplyWithdrawalHandler,
    CancelWithdrawalHandler,
    BalancesHandler,
    AssetRecordsHandler,
    WithdrawalRecords,
    WithdrawalsHandler,
    HasRechargeHandler,
    RechargesHandler,
    TransfersHandler,
    WithdrawalsByStatusHandler,
    ShownWithdrawalOfHandler,
    WithdrawalQuoteHandler,
    ValuationHandler,
    BalanceHistoryHandler,
    StatementHandler,
    TaxFileHandler,
    WithdrawalGuards,
    WithdrawalHolds,
    NotFinal,
    WithdrawalProofs,
    AddressBook,
    Beneficiaries,
    WithdrawnTo,
    RechargeDesk,
  ],
})
export class WalletModule {}
