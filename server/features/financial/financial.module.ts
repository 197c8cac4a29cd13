import { Module } from '@nestjs/common';
import { FinancialController } from './financial.controller';
import { BuySavingsHandler, EndSavingsHandler, RenewSavingsHandler } from './financial.handlers';
import { FinancialDaysHandler, FinancialFileHandler, FinancialRecordsHandler } from './financial-lists.queries';
import { DeskOfEarnHandler, FinancialOnSaleHandler, PromisedOfEarnHandler } from './financial.queries';

@Module({
  controllers: [FinancialController],
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
  ],
})
export class FinancialModule {}
