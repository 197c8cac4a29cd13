import { Module } from '@nestjs/common';
import { feature } from '../../../features/shared/endpoints/feature';
import * as Lists from './spot-lists.queries';
import * as Handlers from './spot.handlers';
import * as Queries from './spot.queries';

@Module(feature([Handlers, Queries, Lists]))
export class SpotModule {}
