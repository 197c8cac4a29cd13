import { Module } from '@nestjs/common';
import { feature } from '../../../features/shared/feature';
import * as Certificate from './certificate.queries';
import * as Lists from './option-lists.queries';
import * as Handlers from './option.handlers';
import * as Present from './option.queries';

@Module(feature([Handlers, Present, Lists, Certificate]))
export class OptionModule {}
