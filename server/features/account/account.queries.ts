/** What a user is told about themselves: the person from the database, their standing from the exchange. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { UserInfo } from '../../../shared/wire/account';
import { ownNameOf } from '../../platform/auth/nick-names';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { USER_TYPES, userNameOf } from '../../platform/auth/users';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { VerificationStates } from '../shared/verification-states';
import { Accounts } from './accounts';

export class OwnAccount extends Query<UserInfo> {
  constructor(readonly caller: Pick<TicketHolder, 'user' | 'isUnbound'>) {
    super();
  }
}

@QueryHandler(OwnAccount)
export class OwnAccountHandler implements IQueryHandler<OwnAccount> {
  constructor(
    private readonly accounts: Accounts,
    private readonly states: VerificationStates,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ caller: { user, isUnbound } }: OwnAccount): Promise<UserInfo> {
    const row = await this.accounts.userOf(user);
    const { id, email, phone, role, registeredAt, nationality, language, invitationCode } = row;
    const { frozen } = this.live.members.standingOf(id);
    return {
      userId: id,
      userName: userNameOf(row),
      email,
      phone,
      nickName: ownNameOf(row),
      userType: USER_TYPES[role],
      nationality,
      language,
      invitationCode,
      registeredAt,
      verification: await this.states.of(id),
      frozen,
      mustBindFactor: isUnbound,
    };
  }
}
