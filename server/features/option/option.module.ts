import { Module } from '@nestjs/common';
import { CertificateOfHandler } from './certificate.queries';
import { OptionController } from './option.controller';
import { BuySecondContractHandler, CancelSecondContractHandler, LimitOwnStakesHandler } from './option.handlers';
import {
  OneOptionHandler,
  OptionDaysHandler,
  OptionFileHandler,
  OptionHistoryHandler,
  OptionResultsHandler,
} from './option-lists.queries';
import {
  ExposureOfOptionsHandler,
  OpenOptionsOfHandler,
  OptionsOnSaleHandler,
  OwnOptionLimitsHandler,
  PublicationsOfIndexHandler,
} from './option.queries';

@Module({
  controllers: [OptionController],
  providers: [
    BuySecondContractHandler,
    CancelSecondContractHandler,
    LimitOwnStakesHandler,
    OptionsOnSaleHandler,
    OpenOptionsOfHandler,
    OwnOptionLimitsHandler,
    PublicationsOfIndexHandler,
    ExposureOfOptionsHandler,
    OptionHistoryHandler,
    OneOptionHandler,
    OptionResultsHandler,
    OptionDaysHandler,
    OptionFileHandler,
    CertificateOfHandler,
  ],
})
export class OptionModule {}
