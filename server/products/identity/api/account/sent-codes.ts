/** Codes for visitors. The answer is equal for every address; only its holder learns more. */
import { Injectable } from '@nestjs/common';
import type { CodeSent, SendCodeRequest } from '../../../../../shared/products/identity/account';
import { normalAddress } from '../../../../platform/auth/addresses';
import { Codes, EXPIRES_SECONDS, RESEND_SECONDS } from '../../../../platform/auth/factors/codes';
import { KnownBrowsers } from '../../../../platform/auth/log-in/known-browsers';
import { isStaff } from '../../../../platform/auth/factors/user-factors';
import { Users } from '../../../../platform/auth/users';
import type { ClientInfo } from '../../../../platform/auth/log-in/client-info';
import { Deliveries } from '../../../../platform/delivery/deliveries';
import { Refusal } from '../../../../platform/errors/refusal';
import { Letters, readerWithoutAccount } from '../../../../platform/mail/letters';

@Injectable()
export class SentCodes {
  constructor(
    private readonly users: Users,
    private readonly codes: Codes,
    private readonly knownBrowsers: KnownBrowsers,
    private readonly deliveries: Deliveries,
    private readonly letters: Letters,
  ) {}

  /** Refuses an invalid address, `delivery.unavailable`, `code.too.soon` and `codes.too.many`. */
  async send(
    { purpose, channel, address: enteredAddress }: SendCodeRequest,
    clientInfo: ClientInfo,
  ): Promise<CodeSent> {
    const address = normalAddress(channel, enteredAddress);
    if (!this.deliveries.canReach(channel)) throw new Refusal('delivery.unavailable');
    const user = await this.users.byAddress(address);
    // Created for every address, so that the next request is answered equally too.
    const requester = this.knownBrowsers.tryKeyOf(clientInfo, user?.id);
    const code = await this.codes.create({ purpose, address: address.address, requester });
    // Recovery uses a contact address that may have no account.
    if (purpose === 'recover')
      this.letters.sendCode(address, user ?? readerWithoutAccount(clientInfo.language), purpose, code);
    else if (purpose === 'register') {
      if (user) this.letters.sendAccountExists(address, user);
      else this.letters.sendCode(address, readerWithoutAccount(clientInfo.language), purpose, code);
      // Staff, and users who disabled log-in by code, are sent none.
    } else if (user && !isStaff(user) && !(purpose === 'login' && user.codeLogInOff === 1))
      this.letters.sendCode(address, user, purpose, code);
    return { resendSeconds: RESEND_SECONDS, expiresSeconds: EXPIRES_SECONDS };
  }
}
