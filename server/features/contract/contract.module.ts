import { Module } from '@nestjs/common';
import { ContractController } from './contract.controller';
import {
  AdjustPositionMarginHandler,
  AmendPositionStopHandler,
  CancelPositionStopHandler,
  ChooseLeverageHandler,
  PlaceContractOrderHandler,
  PlacePositionStopHandler,
} from './contract.handlers';
import { ContractFactsHandler, OwnPositionsHandler } from './contract.queries';

@Module({
  controllers: [ContractController],
  providers: [
    PlaceContractOrderHandler,
    ChooseLeverageHandler,
    AdjustPositionMarginHandler,
    PlacePositionStopHandler,
    AmendPositionStopHandler,
    CancelPositionStopHandler,
    OwnPositionsHandler,
    ContractFactsHandler,
  ],
})
export class ContractModule {}
