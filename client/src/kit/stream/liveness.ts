/** Liveness of a channel, judged by its own messages and their sequence, not by the connection's ping. */

/** Channels send at least once a second; three missed heartbeats mean silence. */
export const SILENCE_MS_MAX = 3_000;
/** Maximum of consecutive unusable messages before a repeatedly resubscribing channel is called stale. */
export const MISFITS_MAX = 3;

/**
 * `loading` before the first snapshot, `resyncing` while a new one is requested, `stale` after too long a silence, a refusal or repeated
 * unusable messages.
 */
export type Phase = 'loading' | 'live' | 'resyncing' | 'stale';

export interface Liveness {
  phase: Phase;
  /** True if the next message continues the known state. Otherwise only a snapshot helps. */
  isInStep: boolean;
  /** Epoch milliseconds of the last usable message. */
  heardAt: number | null;
  /** Why the server refused the subscription, in the user's language. */
  fault: string | null;
  /** Unusable messages since the last one that continued the known state. */
  misfits: number;
}

export const INITIAL_LIVENESS: Liveness = { phase: 'loading', isInStep: false, heardAt: null, fault: null, misfits: 0 };

/**
 * A snapshot arrived. It ends any fault, except after too many misfits: then the next message must fit too, or the channel would flicker with
 * each snapshot.
 */
export function synchronised(at: number, { misfits }: Liveness = INITIAL_LIVENESS): Liveness {
  const phase = misfits > MISFITS_MAX ? 'stale' : 'live';
  return { phase, isInStep: true, heardAt: at, fault: null, misfits };
}

/** A fitting message arrived; it ends a silence. */
export function withMessage(liveness: Liveness, at: number): Liveness {
  return liveness.isInStep ? { ...liveness, phase: 'live', heardAt: at, misfits: 0 } : liveness;
}

/** A snapshot was requested. Stale channels stay stale until a message arrives. */
export function withSubscribe(liveness: Liveness): Liveness {
  return liveness.phase === 'live' ? { ...liveness, phase: 'resyncing', isInStep: false } : liveness;
}

/** A message was missing, inconsistent or malformed. */
export function withMisfit(liveness: Liveness, at: number): Liveness {
  const misfits = liveness.misfits + 1;
  return { ...liveness, phase: misfits > MISFITS_MAX ? 'stale' : 'resyncing', isInStep: false, heardAt: at, misfits };
}

/** The server refused, or did not answer, which gives no fault text. */
export function withRefusal(liveness: Liveness, errorText: string | null): Liveness {
  return { ...liveness, phase: 'stale', fault: errorText };
}

/** Time passed: a channel once heard and now silent for too long is stale. */
export function afterSilence(liveness: Liveness, now: number): Liveness {
  const { phase, heardAt } = liveness;
  if (phase === 'stale' || heardAt === null || now - heardAt <= SILENCE_MS_MAX) return liveness;
  return { ...liveness, phase: 'stale' };
}

/** Phase for the user: without a connection everything is stale. */
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
