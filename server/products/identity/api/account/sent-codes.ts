/** Codes for visitors. Whoever asks is answered the same of every address; only its holder learns which it is. */
import { Injectable } from '@nestjs/common';
import type { CodeSent, SendCodeRequest } from '../../../../../shared/products/identity/account';
import { normalAddress } from '../../../../platform/auth/addresses';
import { Codes, EXPIRES_SECONDS, RESEND_SECONDS } from '../../../../platform/auth/factors/codes';
import { KnownBrowsers } from '../../../../platform/auth/log-in/known-browsers';
import { isStaff } from '../../../../platform/auth/factors/staff-factors';
import { Users } from '../../../../platform/auth/users';
import type { Whence } from '../../../../platform/auth/log-in/whence';
import { Deliveries } from '../../../../platform/delivery/deliveries';
import { Refusal } from '../../../../platform/errors/refusal';
import { Letters, stranger } from '../../../../platform/mail/letters';

@Injectable()
export class SentCodes {
  constructor(
    private readonly users: Users,
    private readonly codes: Codes,
    private readonly knownBrowsers: KnownBrowsers,
    private readonly deliveries: Deliveries,
    private readonly letters: Letters,
  ) {}

  /** Refuses what is wrong with the address, `delivery.unavailable`, `code.too.soon` and `codes.too.many`. */
  async send({ purpose, channel, address: given }: SendCodeRequest, whence: Whence): Promise<CodeSent> {
    const address = normalAddress(channel, given);
    if (!this.deliveries.canReach(channel)) throw new Refusal('delivery.unavailable');
    const user = await this.users.byAddress(address);
    // Made for every address, so that the next question about it is answered the same too.
    const asker = this.knownBrowsers.askerOf(whence, user?.id);
    const code = await this.codes.create({ purpose, address: address.address, asker });
    // Whoever lost an account is reached somewhere else, at an address that need be nobody's.
    if (purpose === 'recover') this.letters.sendCode(address, user ?? stranger(whence.language), purpose, code);
    else if (purpose === 'register') {
      if (user) this.letters.sayAccountExists(address, user);
      else this.letters.sendCode(address, stranger(whence.language), purpose, code);
      // Staff come in by no code, nor does who has switched that off: they are sent none.
    } else if (user && !isStaff(user) && !(purpose === 'login' && user.codeLogInOff === 1))
      this.letters.sendCode(address, user, purpose, code);
    return { resendSeconds: RESEND_SECONDS, expiresSeconds: EXPIRES_SECONDS };
  }
}
