import { Module } from '@nestjs/common';
import { TIMER_ROUTES } from '../../../../shared/products/sample/wire';
import { act } from '../../../features/admin/staff-acts';
import { feature } from '../../../features/shared/endpoints/feature';
import * as Timers from './timers';

@Module(feature([Timers], { endpoints: [act(TIMER_ROUTES.setTerms, 'SetTimerTerms')] }))
export class SampleModule {}
