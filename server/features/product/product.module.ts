import { Module } from '@nestjs/common';
import { PRODUCT_ROUTES as ROUTES } from '../../../shared/wire/product';
import { serviceEndpoint } from '../../platform/http/answers/service-endpoint';
import { feature } from '../shared/endpoints/feature';
import * as Queries from './product.queries';
import { SystemConfig } from './system-config';

const ENDPOINTS = [
  serviceEndpoint(ROUTES.config, [SystemConfig], async (_, config) => ({ values: await config.allValues() })),
  serviceEndpoint(ROUTES.getByKey, [SystemConfig], async ({ request: { key } }, config) => {
    return { key, value: await config.get(key) };
  }),
];

@Module(feature([Queries], { endpoints: ENDPOINTS, providers: [SystemConfig], exports: [SystemConfig] }))
export class ProductModule {}
