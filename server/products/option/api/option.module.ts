import { Module } from '@nestjs/common';
import { feature } from '../../../features/shared/endpoints/feature';
import * as Certificate from './certificate.queries';
import * as Lists from './option-lists.queries';
import * as Handlers from './option.handlers';
import * as Present from './option.queries';
import { OPTION_STAFF_ENDPOINTS } from './staff.endpoints';

@Module(feature([Handlers, Present, Lists, Certificate], { endpoints: OPTION_STAFF_ENDPOINTS }))
export class OptionModule {}
