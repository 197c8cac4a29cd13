import { Module } from '@nestjs/common';
import { WalletController } from './wallet.controller';
import { ApplyTransferHandler, ApplyWithdrawalHandler, CancelWithdrawalHandler } from './wallet.handlers';
import {
  AssetRecordsHandler,
  BalancesHandler,
  HasRechargeHandler,
  RechargesHandler,
  TransfersHandler,
  WithdrawalsByStatusHandler,
  WithdrawalsHandler,
} from './wallet.queries';

@Module({
  controllers: [WalletController],
  providers: [
    ApplyTransferHandler,
    ApplyWithdrawalHandler,
    CancelWithdrawalHandler,
    BalancesHandler,
    AssetRecordsHandler,
    WithdrawalsHandler,
    HasRechargeHandler,
    RechargesHandler,
    TransfersHandler,
    WithdrawalsByStatusHandler,
  ],
})
export class WalletModule {}
