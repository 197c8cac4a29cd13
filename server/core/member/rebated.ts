/** Who may get a part of what somebody paid because they invited them. */
import type { Member } from './member';

type Known = Readonly<Pick<Member, 'document'>>;

/**
 * Somebody else, as a document shows. A document verifies one account alone, so a second account of the payer's has none: without asking
 * for one everybody would get a part of their own fees by inviting themselves.
 */
export function canBeRebated(receiver: Known, payer: Known): boolean {
  return receiver.document !== null && receiver.document !== payer.document;
}
