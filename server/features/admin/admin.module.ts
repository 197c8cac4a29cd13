import { Module } from '@nestjs/common';
import { ProductModule } from '../product/product.module';
import { feature } from '../shared/endpoints/feature';
import { ADMIN_ENDPOINTS } from './admin.endpoints';
import * as Handlers from './admin.handlers';
import { Batch, BATCH_ENDPOINT } from './batch';
import * as OverdueHours from './overdue-hours.queries';
import { PayeeNames } from './payees.queries';
import * as Terms from './terms.queries';

@Module(
  feature([Handlers, Terms, OverdueHours], {
    imports: [ProductModule],
    endpoints: [...ADMIN_ENDPOINTS, BATCH_ENDPOINT],
    providers: [PayeeNames, Batch],
  }),
)
export class AdminModule {}
