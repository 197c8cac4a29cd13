import { Module } from '@nestjs/common';
import { feature } from '../../../features/shared/endpoints/feature';
import * as Handlers from './convert.handlers';
import * as Queries from './convert.queries';
import { CONVERT_STAFF_ENDPOINTS } from './staff.endpoints';

@Module(feature([Handlers, Queries], { endpoints: CONVERT_STAFF_ENDPOINTS }))
export class ConvertModule {}
