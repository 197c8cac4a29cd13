import { Module } from '@nestjs/common';
import { feature } from '../../../features/shared/feature';
import * as Lists from './earn-lists.queries';
import * as Handlers from './earn.handlers';
import * as Queries from './earn.queries';

@Module(feature([Handlers, Lists, Queries]))
export class EarnModule {}
