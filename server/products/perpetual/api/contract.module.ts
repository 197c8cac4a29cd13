import { Module } from '@nestjs/common';
import { feature } from '../../../features/shared/endpoints/feature';
import * as Lists from './contract-lists.queries';
import * as Handlers from './contract.handlers';
import * as Present from './contract.queries';
import { CONTRACT_STAFF_ENDPOINTS } from './staff.endpoints';
import * as Staff from './staff.queries';

@Module(feature([Handlers, Present, Lists, Staff], { endpoints: CONTRACT_STAFF_ENDPOINTS }))
export class ContractModule {}
