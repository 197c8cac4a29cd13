import { Module } from '@nestjs/common';
import { feature } from '../../../features/shared/endpoints/feature';
import { InvitedUsers } from './invited';
import * as Invited from './invited.queries';
import * as Queries from './referral.queries';
import { REFERRAL_STAFF_ENDPOINTS } from './staff.endpoints';

@Module(feature([Queries, Invited], { endpoints: REFERRAL_STAFF_ENDPOINTS, providers: [InvitedUsers] }))
export class ReferralModule {}
