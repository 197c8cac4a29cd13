import { Module } from '@nestjs/common';
import { DEMO_ROUTES as ROUTES } from '../../../shared/wire/demo';
import { answeredBy } from '../../platform/http/answers/answered-by';
import { feature } from '../shared/endpoints/feature';
import { DemoCodes } from './demo-codes';

const ENDPOINTS = [
  answeredBy(ROUTES.users, [DemoCodes], (_, { demoUsers }) => ({ users: [...demoUsers] })),
  answeredBy(ROUTES.codes, [DemoCodes], async (_, codes) => ({ codes: await codes.list() })),
];

@Module(feature([], { endpoints: ENDPOINTS, providers: [DemoCodes] }))
export class DemoModule {}
