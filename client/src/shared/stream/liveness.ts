/** Whether a channel can be trusted: judged by its own messages and their sequence, never by the connection's ping. */

/** Every channel speaks at least once a second; one that misses three beats is silent. */
export const SILENCE_MS_MAX = 3_000;
/** So many messages in a row may be of no use before a channel that asks again and again is called stale. */
export const MISFITS_MAX = 3;

/**
 * `loading` before the first snapshot, `resyncing` while one is asked for again, `stale` when nothing has been heard for
 * too long, the server refuses, or what it says is of no use time and again.
 */
export type Phase = 'loading' | 'live' | 'resyncing' | 'stale';

export interface Liveness {
  phase: Phase;
  /** Whether the next message goes on from what is known. If not, only a snapshot helps. */
  isInStep: boolean;
  /** Epoch milliseconds of the last message that could be used. */
  heardAt: number | null;
  /** Why the server refused the subscription, in the user's language. */
  fault: string | null;
  /** Messages of no use since the last one that went on from what was known. */
  misfits: number;
}

export const UNHEARD: Liveness = { phase: 'loading', isInStep: false, heardAt: null, fault: null, misfits: 0 };

/**
 * A snapshot arrived: whatever was wrong is over. Only after too many misfits it has to prove itself by what follows, or
 * the channel would flicker with every snapshot between them.
 */
export function synchronised(at: number, { misfits }: Liveness = UNHEARD): Liveness {
  const phase = misfits > MISFITS_MAX ? 'stale' : 'live';
  return { phase, isInStep: true, heardAt: at, fault: null, misfits };
}

/** A message arrived that fits: silence ends with it. */
export function heard(liveness: Liveness, at: number): Liveness {
  return liveness.isInStep ? { ...liveness, phase: 'live', heardAt: at, misfits: 0 } : liveness;
}

/** A snapshot has been asked for. Asking makes nothing better than it was: what is stale stays so until there is word. */
export function asked(liveness: Liveness): Liveness {
  return liveness.phase === 'live' ? { ...liveness, phase: 'resyncing', isInStep: false } : liveness;
}

/** Something between is missing, does not add up or is not written as agreed. */
export function outOfStep(liveness: Liveness, at: number): Liveness {
  const misfits = liveness.misfits + 1;
  return { ...liveness, phase: misfits > MISFITS_MAX ? 'stale' : 'resyncing', isInStep: false, heardAt: at, misfits };
}

/** The server says no, or says nothing: then there is no fault to show. */
export function refused(liveness: Liveness, fault: string | null): Liveness {
  return { ...liveness, phase: 'stale', fault };
}

/** Time has passed: a channel that was heard once and has been silent too long is stale. */
export function afterSilence(liveness: Liveness, now: number): Liveness {
  const { phase, heardAt } = liveness;
  if (phase === 'stale' || heardAt === null || now - heardAt <= SILENCE_MS_MAX) return liveness;
  return { ...liveness, phase: 'stale' };
}

/** What to tell the user: without a connection nothing is live, whatever was last heard. */
export function phaseShown(phase: Phase, isConnectionLost: boolean): Phase {
  return isConnectionLost ? 'stale' : phase;
}

const BEST_FIRST: readonly Phase[] = ['live', 'loading', 'resyncing', 'stale'];

/** Several channels are as good as the worst of them. */
export function worstOf(phases: readonly Phase[]): Phase {
  return phases.reduce<Phase>(
    (worst, phase) => (BEST_FIRST.indexOf(phase) > BEST_FIRST.indexOf(worst) ? phase : worst),
    'live',
  );
}
