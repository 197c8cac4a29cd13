import { Module } from '@nestjs/common';
import { feature } from '../../../features/shared/feature';
import { InvitedUsers } from './invited';
import * as Invited from './invited.queries';
import * as Queries from './referral.queries';

@Module(feature([Queries, Invited], { providers: [InvitedUsers] }))
export class ReferralModule {}
