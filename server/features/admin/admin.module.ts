import { Module } from '@nestjs/common';
import { ProductModule } from '../product/product.module';
import { AdminController } from './admin.controller';
import { StaffActHandler } from './admin.handlers';
import { TermsOfMarketHandler } from './terms.queries';

@Module({
  imports: [ProductModule],
  controllers: [AdminController],
  providers: [StaffActHandler, TermsOfMarketHandler],
})
export class AdminModule {}
