/** Who may get a part of what somebody paid because they invited them. */
import type { Member } from './member';

type Receiver = Readonly<Pick<Member, 'document' | 'erased'>>;
type Payer = Readonly<Pick<Member, 'document'>>;

/**
 * Somebody who is still there, and somebody else, as a document shows. A document verifies one account alone, so a second account of the payer's has none: without asking
 * for one everybody would get a part of their own fees by inviting themselves.
 */
export function canBeRebated(receiver: Receiver, payer: Payer): boolean {
  return !receiver.erased && receiver.document !== null && receiver.document !== payer.document;
}
