/** Submits, approves and rejects verifications. The core gets one command without personal data. */
import { Inject } from '@nestjs/common';
import { CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandAnswer } from '../../../../../shared/wire/fields';
import {
  PHOTOS_NEEDED,
  VERIFICATION_ROUTES as ROUTES,
  type PhotoKind,
} from '../../../../../shared/products/identity/verification';
import type { CommandPort } from '../../../../engine/port';
import { Refusal } from '../../../../platform/errors/refusal';
import { CommandOf } from '../../../../platform/http/route-messages';
import { Messages } from '../../../../platform/messages/messages';
import { COMMAND_PORT, LIVE_VIEWS } from '../../../../platform/tokens';
import type { LiveViews } from '../../../../views/live/live-views';
import { idOf } from '../../../../features/shared/orders/convert';
import { normalDocumentNumber } from './document-number';
import { Submissions } from './submissions';
import { markErrorsAsAfterSave } from '../../../../platform/errors/failure';
import { OwnVerificationState } from './verification.queries';

export class SubmitVerification extends CommandOf(ROUTES.submit) {}

@CommandHandler(SubmitVerification)
export class SubmitVerificationHandler implements ICommandHandler<SubmitVerification> {
  constructor(
    private readonly submissions: Submissions,
    private readonly messages: Messages,
    private readonly queries: QueryBus,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: SubmitVerification) {
    const { name, nationality, documentType, front, back, handHeld } = request;
    if (this.live.members.stateOf(user).verified) throw new Refusal('account.already.verified');
    if (documentType === undefined) throw new Refusal('certificate.required');
    const photoIds: Record<PhotoKind, string | undefined> = { front, back, hand_held: handHeld };
    const needed = PHOTOS_NEEDED[documentType];
    const missing = needed.filter((kind) => photoIds[kind] === undefined);
    if (missing.length > 0) throw new Refusal('picture.required', { photos: missing });
    const documentNumber = normalDocumentNumber(request.documentNumber);
    if (documentNumber === null) throw new Refusal('document.number.invalid');
    // Photos that the document does not need stay unsubmitted and are deleted.
    const photos = Object.fromEntries(needed.map((kind) => [kind, photoIds[kind]]));
    const person = { userId: user, name, nationality };
    const id = await this.submissions.add({ ...person, documentType, documentNumber, photos });
    await this.messages.notify(user, 'verification.submitted', {}, `verification/${id}/submitted`);
    return markErrorsAsAfterSave(this.queries.execute(new OwnVerificationState(user, {})));
  }
}

export class ApproveVerification extends CommandOf(ROUTES.approve) {}

@CommandHandler(ApproveVerification)
export class ApproveVerificationHandler implements ICommandHandler<ApproveVerification> {
  constructor(
    private readonly submissions: Submissions,
    private readonly messages: Messages,
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
  ) {}

  async execute({ user: staff, request }: ApproveVerification): Promise<CommandAnswer> {
    const id = idOf(request.verification);
    const { userId } = await this.submissions.find(id);
    if (userId === staff) throw new Refusal('staff.self.forbidden');
    await this.submissions.beginApproval(id, staff);
    const answer = await this.verify(id, userId, staff, request.clientId);
    if (await this.submissions.finishApproval(id)) {
      await this.messages.notify(userId, 'verification.passed', {}, `verification/${id}/passed`);
    }
    return answer;
  }

  /** An interrupted approval leaves a verified member; it is completed from there. */
  private async verify(id: number, user: number, staff: number, clientId: string): Promise<CommandAnswer> {
    const document = await this.submissions.documentOf(id);
    const command = { type: 'VerifyMember', user, document } as const;
    const outcome = await this.port.submit({ actor: `admin/${staff}`, clientId, command });
    if (!('rejected' in outcome)) return { position: outcome.position, repeated: outcome.repeated };
    if (outcome.rejected === 'account.already.verified') {
      return { position: this.port.figures().durablePosition, repeated: true };
    }
    await this.submissions.undoApproval(id);
    throw new Refusal(outcome.rejected, outcome.facts ?? null);
  }
}

export class RejectVerification extends CommandOf(ROUTES.reject) {}

@CommandHandler(RejectVerification)
export class RejectVerificationHandler implements ICommandHandler<RejectVerification> {
  constructor(
    private readonly submissions: Submissions,
    private readonly messages: Messages,
  ) {}

  async execute({ user: staff, request: { verification, reason } }: RejectVerification) {
    const id = idOf(verification);
    const { userId } = await this.submissions.find(id);
    if (userId === staff) throw new Refusal('staff.self.forbidden');
    await this.submissions.reject(id, staff, reason);
    await this.messages.notify(userId, 'verification.failed', { reason }, `verification/${id}/failed`);
    return null;
  }
}
