/** A user's view of the own account: personal data from the database, standing from the exchange. */
import { Query } from '@nestjs/cqrs';
import type { UserInfo } from '../../../../../shared/products/identity/account';
import { ownNameOf } from '../../../../platform/auth/nick-names';
import type { TicketHolder } from '../../../../platform/auth/ticket-port';
import { USER_TYPES, userNameOf } from '../../../../platform/auth/users';
import { LIVE_VIEWS } from '../../../../platform/tokens';
import { messageHandler } from '../../../../features/shared/endpoints/handlers';
import { VerificationStates } from '../../../../features/shared/verification-states';
import { Accounts } from './accounts';

export class OwnAccount extends Query<UserInfo> {
  constructor(readonly caller: Pick<TicketHolder, 'user' | 'isUnbound'>) {
    super();
  }
}

export const OwnAccountHandler = messageHandler(
  OwnAccount,
  [Accounts, VerificationStates, LIVE_VIEWS],
  async ({ caller: { user, isUnbound } }, accounts, states, live): Promise<UserInfo> => {
    const row = await accounts.userOf(user);
    const { id, email, phone, role, registeredAt, nationality, language, invitationCode } = row;
    const { frozen } = live.members.stateOf(id);
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
      verification: await states.stateOf(id),
      frozen,
      mustBindFactor: isUnbound,
    };
  },
);
