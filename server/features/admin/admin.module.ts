import { Module } from '@nestjs/common';
import { ProductModule } from '../product/product.module';
import { AdminController } from './admin.controller';
import { StaffActHandler } from './admin.handlers';

@Module({ imports: [ProductModule], controllers: [AdminController], providers: [StaffActHandler] })
export class AdminModule {}
