import { Module } from '@nestjs/common';
import { DemoCodes } from './demo-codes';
import { DemoController } from './demo.controller';

@Module({ controllers: [DemoController], providers: [DemoCodes] })
export class DemoModule {}
