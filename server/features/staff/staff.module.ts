import { Module } from '@nestjs/common';
import { ContentModule } from '../../products/content/api/content.module';
import { feature } from '../shared/endpoints/feature';
import * as Acts from './acts.queries';
import * as Audit from './audit.queries';
import * as DeskLive from './live-funds.queries';
import * as Desk from './users.queries';
import * as Drift from './drift.queries';
import * as FrozenFunds from './frozen-funds.queries';
import * as IndexTerms from './index-terms.queries';
import * as Own from './own.queries';
import * as Proposals from './proposals.queries';
import * as Risk from './risk.queries';
import { StaffRoles } from './roles';
import * as Shown from './unmasked.queries';
import * as Log from './staff-log.queries';
import { STAFF_ENDPOINTS } from './staff.endpoints';
import { UserSearch } from './user-search';

const QUERIES = [Acts, Audit, DeskLive, Desk, Drift, FrozenFunds, IndexTerms, Own, Proposals, Risk, Shown, Log];

@Module(feature(QUERIES, { imports: [ContentModule], endpoints: STAFF_ENDPOINTS, providers: [StaffRoles, UserSearch] }))
export class StaffModule {}
