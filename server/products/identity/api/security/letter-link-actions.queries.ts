/**
 * Actions of a letter's link: it cancels the letter's withdrawal or freezes the account. Its holder has only proved
 * receipt of the letter and can do nothing else.
 */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { maskedEmail, maskedPhone } from '../../../../../shared/products/identity/rules/masks';
import { decimalOf } from '../../../../../shared/rules/units';
import type {
  LetterActed,
  LetterActRequest,
  LetterLinkRecord,
} from '../../../../../shared/products/identity/letter-links';
import { LetterLinks } from '../../../../platform/auth/log-in/letter-links';
import { Tickets } from '../../../../platform/auth/tickets';
import { Users } from '../../../../platform/auth/users';
import type { UserRow } from '../../../../platform/database/exchange-tables';
import type { LetterLinkRow } from '../../../../platform/database/security-tables';
import { isFinalRefusal, Refusal, requestInvalid } from '../../../../platform/errors/refusal';
import { Letters, type ChangedFrom } from '../../../../platform/mail/letters';
import { LIVE_VIEWS } from '../../../../platform/tokens';
import { SerialByKey } from '../../../../platform/semaphore';
import type { LiveViews } from '../../../../views/live/live-views';
import type { ViewsDatabase } from '../../../../views/stored/views-database';
import { withdrawalById } from '../../../wallet/stored/queries';
import { AssetTerms } from '../../../../features/shared/asset-terms.queries';
import { DestinationNames } from '../../../../features/shared/withdrawals/destination-names';
import { PayoutChecks } from '../../../../features/shared/withdrawals/payout-checks.queries';
import { Reader } from '../../../../features/shared/endpoints/reader';
import { Submitter } from '../../../../features/shared/endpoints/submitter';
import { FREEZE_REASON } from './own-account';

const CLIENT_ID_LENGTH = 28;

@Injectable()
export class LetterLinkActions {
  /** Serialises calls per link: the second finds it used. */
  private readonly serialByLink = new SerialByKey<string>();

  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    private readonly links: LetterLinks,
    private readonly users: Users,
    private readonly reader: Reader,
    private readonly assets: AssetTerms,
    private readonly destinations: DestinationNames,
    private readonly submitter: Submitter,
    private readonly payouts: PayoutChecks,
    private readonly tickets: Tickets,
    private readonly letters: Letters,
  ) {}

  /** Read-only and repeatable. Passes the refusals of `LetterLinks`. */
  async describe(token: string): Promise<LetterLinkRecord> {
    const link = await this.links.find(token);
    const { email, phone } = await this.ownerOf(link);
    return {
      account: email === null ? maskedPhone(phone ?? '') : maskedEmail(email),
      expiresAt: link.expiresAt,
      frozen: this.live.members.stateOf(link.userId).frozen,
      withdrawal: link.withdrawal === null ? null : await this.withdrawalOf(link.userId, link.withdrawal),
    };
  }

  /**
   * Spends the link on success only: if the withdrawal can no longer be cancelled, the account can still be frozen. A
   * repetition after a crash is the same command.
   */
  act({ token, act }: LetterActRequest, from: ChangedFrom): Promise<LetterActed> {
    return this.serialByLink.run(token, async () => {
      const link = await this.links.find(token);
      const cancelled = act === 'cancel' ? await this.cancel(link, token) : await this.cancelIfPossible(link, token);
      if (act === 'freeze') await this.freeze(await this.ownerOf(link), token, from);
      await this.links.use(link);
      return { frozen: this.live.members.stateOf(link.userId).frozen || act === 'freeze', cancelled };
    });
  }

  /** Passes the core's rejections, and refuses `payout.already.sent`. */
  private async cancel({ userId: user, withdrawal }: LetterLinkRow, token: string): Promise<true> {
    if (withdrawal === null) throw requestInvalid([{ path: 'act', code: 'unknown' }]);
    await this.payouts.beforeCancellation(user, withdrawal);
    const command = { type: 'CancelWithdrawal', user, withdrawal } as const;
    await this.submitter.submit({ actor: `user/${user}`, clientId: clientIdOf('cancel', token), command });
    return true;
  }

  /** If it is too late to cancel, the account is frozen anyway. */
  private async cancelIfPossible(link: LetterLinkRow, token: string): Promise<boolean> {
    if (link.withdrawal === null) return false;
    try {
      return await this.cancel(link, token);
    } catch (error) {
      if (isFinalRefusal(error)) return false;
      throw error;
    }
  }

  private async freeze(user: UserRow, token: string, from: ChangedFrom): Promise<void> {
    const command = { type: 'FreezeAccount', user: user.id, reason: FREEZE_REASON } as const;
    const envelope = { actor: `user/${user.id}`, clientId: clientIdOf('freeze', token), command } as const;
    try {
      const { repeated } = await this.submitter.submit(envelope);
      if (!repeated) this.letters.sendSecurityChanged(user, 'account.frozen', from);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'account.already.frozen') throw error;
    }
    await this.tickets.endAll(user.id, 'user');
  }

  private async withdrawalOf(user: number, id: number): Promise<LetterLinkRecord['withdrawal']> {
    const row = await withdrawalById(await this.readModels(), id);
    if (!row || row.userId !== user) return null;
    const { asset, amount, status } = row;
    const { scale } = await this.assets.get(asset);
    const destination = await this.destinations.nameOf(row);
    return { asset, amount: decimalOf(amount, scale), destination, status, cancellable: status === 'applied' };
  }

  /**
   * Includes the latest events; if the read models are behind, uses them as they are, because freezing must not be
   * delayed.
   */
  private async readModels(): Promise<ViewsDatabase> {
    try {
      return await this.reader.at(this.live.position);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'projection.behind') return this.reader.at(undefined);
      throw error;
    }
  }

  private async ownerOf({ userId }: LetterLinkRow): Promise<UserRow> {
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('letter.link.unknown');
    return user;
  }
}

/** Constant per link and action, so nothing is done twice; it does not reveal the link. */
function clientIdOf(act: string, token: string): string {
  const digest = createHash('sha256').update(`letter/${act}/${token}`).digest('base64url');
  return `letter-${digest.slice(0, CLIENT_ID_LENGTH)}`;
}
