import { Module } from '@nestjs/common';
import { WalletController } from './wallet.controller';
import { ApplyWithdrawalHandler, CancelWithdrawalHandler } from './wallet.handlers';
import {
  AssetRecordsHandler,
  BalancesHandler,
  HasRechargeHandler,
  RechargesHandler,
  WithdrawalsByStatusHandler,
  WithdrawalsHandler,
} from './wallet.queries';

@Module({
  controllers: [WalletController],
  providers: [
    ApplyWithdrawalHandler,
    CancelWithdrawalHandler,
    BalancesHandler,
    AssetRecordsHandler,
    WithdrawalsHandler,
    HasRechargeHandler,
    RechargesHandler,
    WithdrawalsByStatusHandler,
  ],
})
export class WalletModule {}
