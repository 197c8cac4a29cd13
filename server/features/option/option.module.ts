import { Module } from '@nestjs/common';
import { CertificateOfHandler } from './certificate.queries';
import { OptionController } from './option.controller';
import { BuySecondContractHandler, CancelSecondContractHandler, LimitOwnStakesHandler } from './option.handlers';
import {
  OneSettledOptionHandler,
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
    OneSettledOptionHandler,
    OptionResultsHandler,
    OptionDaysHandler,
    OptionFileHandler,
    CertificateOfHandler,
  ],
})
export class OptionModule {}
