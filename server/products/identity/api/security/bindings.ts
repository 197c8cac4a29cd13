/**
 * Binds or changes a phone or e-mail. A code proves the new address. Binding a further address needs the password and a
 * code from an address bound before: otherwise the thief of a password could bind more with codes to the new one. A
 * change needs a code from the old address. Password and factor (authenticator or passkey) replace either code; users
 * with a factor need it anyway.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import { SECURITY_ROUTES, type BindRequest } from '../../../../../shared/products/identity/security';
import { normalAddress, type Address } from '../../../../platform/auth/addresses';
import { Codes } from '../../../../platform/auth/factors/codes';
import { PasskeyProofs } from '../../../../platform/auth/factors/passkey-proofs';
import { SecondFactors } from '../../../../platform/auth/factors/second-factors';
import type { GivenFactor } from '../../../../platform/auth/factors/step-up';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../../../platform/database/exchange-tables';
import { takeIds } from '../../../../platform/database/last-ids';
import { Refusal } from '../../../../platform/errors/refusal';
import { Letters, type ChangedFrom } from '../../../../platform/mail/letters';
import { Messages } from '../../../../platform/messages/messages';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../../platform/tokens';
import { BoundCodes, masked } from '../../../../features/shared/withdrawals/bound-codes';
import { Proofs } from './proofs';
import { noteSecurityChange } from './security-change';

@Injectable()
export class Bindings {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly codes: Codes,
    private readonly boundCodes: BoundCodes,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: PasskeyProofs,
    private readonly proofs: Proofs,
    private readonly messages: Messages,
    private readonly letters: Letters,
  ) {}

  /**
   * Refuses `proof.required`, `verification.code.required`, `address.already.bound` (also by another user),
   * `verification.code.error`, `password.wrong`.
   */
  async bind(userId: number, request: BindRequest, factorProof: GivenFactor, from: ChangedFrom): Promise<void> {
    const newAddress = normalAddress(request.channel, request.address);
    const user = await this.proofs.userOf(userId);
    if (user[newAddress.channel] === newAddress.address) throw new Refusal('address.already.bound');
    const codeIds = [await this.codes.check(scopeOf(user, newAddress), request.code)];
    const oldCode = await this.checkProof(user, request);
    if (oldCode !== null) codeIds.push(oldCode);
    const act = { userId, path: SECURITY_ROUTES.bind.path, body: newAddress };
    await this.proofs.byFactor(act, { secondFactor: request.secondFactor, factorProof });
    await this.database.sql.transaction().execute((transaction) => this.write(transaction, user, newAddress, codeIds));
    const address = masked(newAddress.channel, newAddress.address);
    const change = `${newAddress.channel}.${user[newAddress.channel] === null ? 'bound' : 'changed'}` as const;
    this.letters.sendSecurityChanged(user, change, from, { ...newAddress, masked: address });
    await this.messages.notify(userId, newAddress.channel === 'email' ? 'email.bound' : 'phone.bound', { address });
  }

  /** Id of the code from a bound address; null if password and factor are the proof. */
  private async checkProof(user: UserRow, { channel, oldCode, password }: BindRequest): Promise<number | null> {
    const isChange = user[channel] !== null;
    if (isChange && oldCode !== undefined) return this.boundCodes.check(user, 'change', channel, oldCode);
    const hasFactor =
      (await this.secondFactors.isBound(user.id)) || (await this.passkeys.passkeysOf(user.id)).length > 0;
    if (password === undefined || (isChange && !hasFactor)) throw new Refusal('proof.required');
    await this.proofs.byPassword(user.id, password);
    if (hasFactor) return null;
    if (oldCode === undefined) throw new Refusal('verification.code.required');
    return this.boundCodes.check(user, 'change', channel === 'email' ? 'phone' : 'email', oldCode);
  }

  private async write(
    transaction: Transaction<ExchangeTables>,
    user: UserRow,
    { channel, address }: Address,
    codeIds: readonly number[],
  ): Promise<void> {
    // Takes no id but locks the counter's row, so that no concurrent registration or binding gets the address.
    await takeIds(transaction, 'user', 0);
    const holder = await transaction.selectFrom('users').select('id').where(channel, '=', address).executeTakeFirst();
    if (holder) throw new Refusal('address.already.bound');
    for (const code of codeIds) {
      if (!(await this.codes.markUsed(transaction, code))) throw new Refusal('verification.code.error');
    }
    const old = user[channel];
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ [channel]: address })
      .where('id', '=', user.id)
      .where(channel, old === null ? 'is' : '=', old)
      .executeTakeFirstOrThrow();
    // Another request of the same user has changed the binding meanwhile.
    if (numUpdatedRows !== 1n) throw new Refusal('modification.failed');
    await noteSecurityChange(transaction, user.id, this.clock());
  }
}

function scopeOf({ id }: UserRow, { address }: Address) {
  return { purpose: 'bind', address, user: id } as const;
}
