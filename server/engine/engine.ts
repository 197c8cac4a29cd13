/**
 * The engine: recovery, then a sequencer on the recovered state; a new one whenever it stops. It fails closed: during a
 * rebuild every command gets `system.busy`, or `storage.full` after a full disk.
 */
import type { Core } from '../core/core';
import type { CoreState } from '../core/state';
import { AppendError, type Journal } from '../journal/port';
import { unavailable } from '../platform/errors/refusal';
import type { CommandEnvelope, CommandPort, EngineFigures, Outcome, PresentState, ReferenceData } from './port';
import { createReferenceData } from './reference';
import { recover, type Recovered, type RecoveryFollower } from './recovery';
import { createSequencer, codeOf, type Sequencer, type SequencerObserver } from './sequencer';

export interface EngineOptions {
  /** May still be opening; data that does not need it is read meanwhile. */
  journal: Journal | Promise<Journal>;
  /** Directory of the snapshots; null for none. */
  snapshots: string | null;
  clock?: () => number;
  /** Maximum commands in flight. */
  pendingMax: number;
  observer?: SequencerObserver;
  /** Clock that limits the slices of due items; tests replace it. */
  monotonic?: () => number;
  /** A set of products other than the exchange's own. */
  core?: Core;
  /** Follows the first recovery, so that live views need no read of their own. */
  follower?: RecoveryFollower;
  /** Writes a log line with its facts. */
  onNotice?: (message: string, fields: Record<string, unknown>) => void;
  /**
   * The engine cannot continue in this process: another writer took over the stream, or the journal accepts no more
   * appends.
   */
  onFatal?: (error: Error) => void;
}

export interface Engine extends CommandPort {
  readonly recovered: Recovered;
  readonly reference: ReferenceData;
  /** Refuses new commands, answers those taken, and ends. The journal stays open. */
  close(): Promise<void>;
  /** For the start, tests and audits: the state in memory, ahead of the journal while commands are in flight. */
  state(): CoreState;
}

const REBUILD_DELAY_MS = 100;
const REBUILD_DELAY_MS_MAX = 5_000;
const NO_OBSERVER: SequencerObserver = { appended: () => undefined, answered: () => undefined };

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { pendingMax, core, monotonic } = options;
  const clock = options.clock ?? Date.now;
  const notice = options.onNotice ?? (() => undefined);
  const startedAt = performance.now();
  const recovered = await recover(options.journal, options.snapshots, options.follower, core);
  const journal = await options.journal;
  notice('recovered', { ...factsOf(recovered), seconds: (performance.now() - startedAt) / 1000 });

  const outerObserver = options.observer ?? NO_OBSERVER;
  const observer: SequencerObserver = {
    appended(seconds, batches) {
      stops = 0;
      trouble = null;
      stoppedBy = null;
      outerObserver.appended(seconds, batches);
    },
    answered: (seconds) => outerObserver.answered(seconds),
  };
  let state = recovered.state;
  let closing = false;
  let isEnded = false;
  /** Stops since the last successful append, and the cause of the last one. */
  let stops = 0;
  let trouble: string | null = null;
  let stoppedBy: Error | null = null;
  let endPause: () => void = () => undefined;
  let rebuilding: Promise<void> | null = null;
  let sequencer = begin();

  function begin(): Sequencer {
    return createSequencer({ state, journal, clock, pendingMax, observer, core, monotonic, onStop });
  }

  function onStop(error: Error): void {
    notice('engine stopped', { error: error.message });
    trouble = error.message;
    stoppedBy = error;
    if (error instanceof AppendError && (error.fault === 'conflict' || error.fault === 'broken')) {
      isEnded = true;
      options.onFatal?.(error);
      return;
    }
    rebuilding = rebuild(pauseBefore(stops++)).finally(() => (rebuilding = null));
  }

  /**
   * Discards the state in memory and recovers it from the journal; it is never repaired. The cause of the stop may
   * persist, for example a full disk, so the delay grows with each retry.
   */
  async function rebuild(first: number): Promise<void> {
    for (let delay = first; ; delay = pauseAfter(delay)) {
      await pause(delay);
      if (closing) return;
      try {
        const rebuilt = await recover(journal, options.snapshots, undefined, core);
        state = rebuilt.state;
        sequencer = begin();
        notice('rebuilt', factsOf(rebuilt));
        return;
      } catch (error) {
        notice('rebuild failed', { error: (error as Error).message, retryMs: pauseAfter(delay) });
      }
    }
  }

  /** Ends early when the engine closes. */
  async function pause(ms: number): Promise<void> {
    if (ms === 0 || closing) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    recovered,
    reference: createReferenceData(() => state),
    submit(envelope: CommandEnvelope): Promise<Outcome> {
      if (closing || isEnded || rebuilding) return Promise.reject(unavailable(codeOf(stoppedBy)));
      return sequencer.submit(envelope);
    },
    dryRun(envelope: CommandEnvelope): Promise<Outcome | null> {
      if (closing || isEnded || rebuilding) return Promise.reject(unavailable(codeOf(stoppedBy)));
      return sequencer.dryRun(envelope);
    },
    queryState<T>(question: (present: PresentState) => T): Promise<T> {
      if (closing || isEnded || rebuilding) return Promise.reject(unavailable(codeOf(stoppedBy)));
      return sequencer.queryState(question);
    },
    figures(): EngineFigures {
      return {
        pending: sequencer.pending(),
        undecided: sequencer.undecided(),
        pendingMax,
        durablePosition: sequencer.durable(),
        ready: !closing && !isEnded && !rebuilding,
        trouble,
      };
    },
    async close(): Promise<void> {
      closing = true;
      endPause();
      await rebuilding;
      await sequencer.drain();
    },
    state: () => state,
  };
}

/** Back-off: none before the first retry, then 100 ms, doubling each time up to 5 s. */
function pauseBefore(stops: number): number {
  return stops === 0 ? 0 : Math.min(REBUILD_DELAY_MS * 2 ** (stops - 1), REBUILD_DELAY_MS_MAX);
}

function pauseAfter(pause: number): number {
  return pause === 0 ? REBUILD_DELAY_MS : Math.min(pause * 2, REBUILD_DELAY_MS_MAX);
}

function factsOf({ state, snapshot, tail }: Recovered): Record<string, unknown> {
  return { position: state.position, snapshot, tail };
}
