/** Codes to addresses of a logged-in user, bound or about to be bound. */
import { Injectable } from '@nestjs/common';
import { maskedEmail, maskedPhone } from '../../../../shared/products/identity/rules/masks';
import type { Channel, CodeSent, SendCodeRequest } from '../../../../shared/products/identity/security';
import { normalAddress } from '../../../platform/auth/addresses';
import { Codes, EXPIRES_SECONDS, RESEND_SECONDS } from '../../../platform/auth/factors/codes';
import { Users } from '../../../platform/auth/users';
import type { UserRow } from '../../../platform/database/exchange-tables';
import { Deliveries } from '../../../platform/delivery/deliveries';
import { Refusal, requestInvalid } from '../../../platform/errors/refusal';
import { Letters } from '../../../platform/mail/letters';

/** Purposes of codes sent to an address that is already bound. */
type BoundPurpose = Exclude<SendCodeRequest['purpose'], 'bind'>;

@Injectable()
export class BoundCodes {
  constructor(
    private readonly codes: Codes,
    private readonly deliveries: Deliveries,
    private readonly letters: Letters,
    private readonly users: Users,
  ) {}

  /**
   * Refuses `address.not.bound`, `address.already.bound` for the user's own, `delivery.unavailable`, and the refusals
   * of `Codes`.
   */
  async send(user: UserRow, request: SendCodeRequest): Promise<CodeSent> {
    const { purpose, channel } = request;
    const address = addressFor(user, request);
    if (!this.deliveries.canReach(channel)) throw new Refusal('delivery.unavailable');
    const code = await this.codes.create({ purpose, address, user: user.id });
    const to = { channel, address };
    const holder = purpose === 'bind' ? await this.users.byAddress(to) : undefined;
    // The answer is the same for every requester; only the letter reaches the holder.
    if (holder) this.letters.sendAccountExists(to, holder);
    else this.letters.sendCode(to, user, purpose, code);
    return { address: masked(channel, address), resendSeconds: RESEND_SECONDS, expiresSeconds: EXPIRES_SECONDS };
  }

  /** Counts a try of the code sent to the bound address; returns its id, for `Codes.markUsed`. */
  check(user: UserRow, purpose: BoundPurpose, channel: Channel, code: string): Promise<number> {
    return this.codes.check({ purpose, address: boundAddress(user, channel), user: user.id }, code);
  }

  /** Counts a try and spends the code, for actions without a transaction of their own. */
  spend(user: UserRow, purpose: BoundPurpose, channel: Channel, code: string): Promise<void> {
    return this.codes.spend({ purpose, address: boundAddress(user, channel), user: user.id }, code);
  }
}

export function masked(channel: Channel, address: string): string {
  return channel === 'email' ? maskedEmail(address) : maskedPhone(address);
}

function addressFor(user: UserRow, { purpose, channel, address }: SendCodeRequest): string {
  if (purpose !== 'bind') {
    if (address !== undefined) throw requestInvalid([{ path: 'address', code: 'unknown' }]);
    return boundAddress(user, channel);
  }
  if (address === undefined) throw requestInvalid([{ path: 'address', code: 'required' }]);
  const { address: newAddress } = normalAddress(channel, address);
  if (newAddress === user[channel]) throw new Refusal('address.already.bound');
  return newAddress;
}

function boundAddress(user: UserRow, channel: Channel): string {
  const address = user[channel];
  if (address === null) throw new Refusal('address.not.bound', { channel });
  return address;
}
