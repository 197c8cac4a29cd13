import { Module } from '@nestjs/common';
import { DEMO_ROUTES as ROUTES } from '../../../shared/wire/demo';
import { serviceEndpoint } from '../../platform/http/answers/service-endpoint';
import { feature } from '../shared/endpoints/feature';
import { DemoCodes } from './demo-codes';

const ENDPOINTS = [
  serviceEndpoint(ROUTES.users, [DemoCodes], (_, { demoUsers }) => ({ users: [...demoUsers] })),
  serviceEndpoint(ROUTES.codes, [DemoCodes], async (_, codes) => ({ codes: await codes.list() })),
];

@Module(feature([], { endpoints: ENDPOINTS, providers: [DemoCodes] }))
export class DemoModule {}
