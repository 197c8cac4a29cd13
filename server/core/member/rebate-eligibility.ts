/** Which members may receive a rebate on the fees of members they invited. */
import type { Member } from './member';

type Receiver = Readonly<Pick<Member, 'document' | 'erased'>>;
type Payer = Readonly<Pick<Member, 'document'>>;

/**
 * The receiver must not be erased, and must be a different person by document. A document verifies one account only, so
 * the payer's second account has none. Otherwise users could invite themselves and receive part of their own fees.
 */
export function canBeRebated(receiver: Receiver, payer: Payer): boolean {
  return !receiver.erased && receiver.document !== null && receiver.document !== payer.document;
}
