/** Which acts about members loosen something, as things stand. */
import type { NeedsTwo } from '../product';
import type { CoreView } from '../state';
import type { AssignFeeTier, RecoverAccount, UnfreezeAccount, VerifyMember } from './commands';

/** By a document its genuineness is what staff judge; without one it is their word alone. */
export function loosensVerification(_view: CoreView, { user, document }: VerifyMember): NeedsTwo | null {
  return document === undefined ? { user, waits: true, before: { verified: 0 }, after: { verified: 1 } } : null;
}

export function loosensAccount(_view: CoreView, { user }: UnfreezeAccount): NeedsTwo {
  return { user, waits: true, before: { frozen: 1 }, after: { frozen: 0 } };
}

/** Always: who has neither password nor factor is whoever staff take them for. */
export function loosensRecovery(_view: CoreView, { user, request }: RecoverAccount): NeedsTwo {
  return { user, waits: true, before: { request }, after: { request } };
}

/** A higher level or a later end is given; a lower one or an earlier end is taken. */
export function loosensFeeTier(view: CoreView, { user, tier, until }: AssignFeeTier): NeedsTwo | null {
  const floor = view.members.get(user)?.floor ?? null;
  const before = floor?.level ?? 0;
  const ends = floor?.until ?? (floor ? Infinity : 0);
  if (tier <= before && (tier === 0 || (until ?? Infinity) <= ends)) return null;
  return { user, waits: true, before: tierFacts(before, floor?.until ?? undefined), after: tierFacts(tier, until) };
}

function tierFacts(tier: number, until: number | undefined): NeedsTwo['before'] {
  return until === undefined ? { tier } : { tier, until };
}
