import { Module } from '@nestjs/common';
import { InvitedUsers } from './invited';
import { InvitedMembersHandler } from './invited.queries';
import { ReferralController } from './referral.controller';
import {
  RebateDaysHandler,
  RebatesHandler,
  ReferralOverviewOfHandler,
  RulesOfReferralHandler,
  TermsOfReferralHandler,
} from './referral.queries';

@Module({
  controllers: [ReferralController],
  providers: [
    InvitedUsers,
    InvitedMembersHandler,
    RebateDaysHandler,
    RebatesHandler,
    ReferralOverviewOfHandler,
    RulesOfReferralHandler,
    TermsOfReferralHandler,
  ],
})
export class ReferralModule {}
