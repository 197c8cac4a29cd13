import { Module } from '@nestjs/common';
import { ContractController } from './contract.controller';
import {
  AdjustPositionMarginHandler,
  AmendContractOrderHandler,
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
    AmendContractOrderHandler,
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
