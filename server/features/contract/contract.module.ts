import { Module } from '@nestjs/common';
import { ContractController } from './contract.controller';
import { AdjustPositionMarginHandler, ChooseLeverageHandler, PlaceContractOrderHandler } from './contract.handlers';

@Module({
  controllers: [ContractController],
  providers: [PlaceContractOrderHandler, ChooseLeverageHandler, AdjustPositionMarginHandler],
})
export class ContractModule {}
