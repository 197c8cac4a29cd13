import { Module } from '@nestjs/common';
import { FinancialController } from './financial.controller';
import { BuySavingsHandler, EndSavingsHandler, RenewSavingsHandler } from './financial.handlers';
import { FinancialDaysHandler, FinancialFileHandler, FinancialRecordsHandler } from './financial-lists.queries';
import { MiningController } from './mining.controller';
import { StartMiningHandler } from './mining.handlers';
import { MiningDaysHandler, MiningFileHandler, MiningOnSaleHandler, MiningRecordsHandler } from './mining.queries';
import { DeskOfEarnHandler, FinancialOnSaleHandler, PromisedOfEarnHandler } from './financial.queries';

@Module({
  controllers: [FinancialController, MiningController],
  providers: [
    BuySavingsHandler,
    EndSavingsHandler,
    RenewSavingsHandler,
    FinancialOnSaleHandler,
    PromisedOfEarnHandler,
    DeskOfEarnHandler,
    FinancialRecordsHandler,
    FinancialDaysHandler,
    FinancialFileHandler,
    StartMiningHandler,
    MiningOnSaleHandler,
    MiningRecordsHandler,
    MiningDaysHandler,
    MiningFileHandler,
  ],
})
export class FinancialModule {}
