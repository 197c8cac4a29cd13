/** What a user is told about themselves: the person from the database, their standing from the exchange. */
import { Query } from '@nestjs/cqrs';
import type { UserInfo } from '../../../../../shared/products/identity/account';
import { ownNameOf } from '../../../../platform/auth/nick-names';
import type { TicketHolder } from '../../../../platform/auth/ticket-port';
import { USER_TYPES, userNameOf } from '../../../../platform/auth/users';
import { LIVE_VIEWS } from '../../../../platform/tokens';
import { handles } from '../../../../features/shared/endpoints/handles';
import { VerificationStates } from '../../../../features/shared/verification-states';
import { Accounts } from './accounts';

export class OwnAccount extends Query<UserInfo> {
  constructor(readonly caller: Pick<TicketHolder, 'user' | 'isUnbound'>) {
    super();
  }
}

export const OwnAccountHandler = handles(
  OwnAccount,
  [Accounts, VerificationStates, LIVE_VIEWS],
  async ({ caller: { user, isUnbound } }, accounts, states, live): Promise<UserInfo> => {
    const row = await accounts.userOf(user);
    const { id, email, phone, role, registeredAt, nationality, language, invitationCode } = row;
    const { frozen } = live.members.standingOf(id);
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
      verification: await states.of(id),
      frozen,
      mustBindFactor: isUnbound,
    };
  },
);
