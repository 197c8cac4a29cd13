import { Module } from '@nestjs/common';
import { feature } from '../../../features/shared/endpoints/feature';
import * as Lists from './earn-lists.queries';
import * as Handlers from './earn.handlers';
import * as Queries from './earn.queries';
import { EARN_STAFF_ENDPOINTS } from './staff.endpoints';

@Module(feature([Handlers, Lists, Queries], { endpoints: EARN_STAFF_ENDPOINTS }))
export class EarnModule {}
