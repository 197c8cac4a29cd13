import { Module } from '@nestjs/common';
import { feature } from '../../../features/shared/feature';
import * as Lists from './contract-lists.queries';
import * as Handlers from './contract.handlers';
import * as Present from './contract.queries';

@Module(feature([Handlers, Present, Lists]))
export class ContractModule {}
