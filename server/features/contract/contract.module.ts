import { Module } from '@nestjs/common';
import { ContractFileHandler } from './contract-export.queries';
import { ContractListsController } from './contract-lists.controller';
import {
  ContractDaysHandler,
  ContractOrdersHandler,
  OneLiquidationHandler,
  OwnContractsHandler,
  PositionResultsHandler,
  PublicContractsHandler,
} from './contract-lists.queries';
import { ContractController } from './contract.controller';
import {
  AdjustPositionMarginHandler,
  AmendContractOrderHandler,
  AmendPositionStopHandler,
  CancelPositionStopHandler,
  ChooseLeverageHandler,
  ChooseMarginModeHandler,
  ChoosePositionModeHandler,
  CloseEveryPositionHandler,
  PlaceContractOrderHandler,
  PlacePositionStopHandler,
  ReverseOnePositionHandler,
} from './contract.handlers';
import { ContractFactsHandler, OwnPositionsHandler } from './contract.queries';

@Module({
  controllers: [ContractController, ContractListsController],
  providers: [
    PlaceContractOrderHandler,
    AmendContractOrderHandler,
    ChooseLeverageHandler,
    ChooseMarginModeHandler,
    ChoosePositionModeHandler,
    AdjustPositionMarginHandler,
    PlacePositionStopHandler,
    CloseEveryPositionHandler,
    ReverseOnePositionHandler,
    AmendPositionStopHandler,
    CancelPositionStopHandler,
    OwnPositionsHandler,
    ContractFactsHandler,
    ContractOrdersHandler,
    OwnContractsHandler,
    PositionResultsHandler,
    ContractDaysHandler,
    PublicContractsHandler,
    OneLiquidationHandler,
    ContractFileHandler,
  ],
})
export class ContractModule {}
