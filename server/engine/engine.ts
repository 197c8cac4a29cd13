/**
 * The engine: recovery, then a sequencer on the recovered state; when that one stops, a new one. It fails closed: while it
 * rebuilds, every command gets `system.busy`, or `storage.full` where there was no space.
 */
import type { Core } from '../core/core';
import type { CoreState } from '../core/state';
import { AppendError, type Journal } from '../journal/port';
import { unavailable } from '../platform/errors/refusal';
import type { CommandEnvelope, CommandPort, EngineFigures, Outcome, Reference } from './port';
import { createReference } from './reference';
import { recover, type Recovered, type RecoveryFollower } from './recovery';
import { createSequencer, codeOf, type Sequencer, type SequencerObserver } from './sequencer';

export interface EngineOptions {
  /** May still be on its way: what can be read without it is read meanwhile. */
  journal: Journal | Promise<Journal>;
  /** Where snapshots are; null: none. */
  snapshots: string | null;
  clock?: () => number;
  /** Commands in flight at most. */
  pendingMax: number;
  observer?: SequencerObserver;
  /** By which slices of what is owed are measured; tests move it. */
  monotonic?: () => number;
  /** Another set of products than the exchange's own. */
  core?: Core;
  /** Sees the first recovery, so that live views need no reading of their own. */
  follower?: RecoveryFollower;
  /** A line for the log, with its facts. */
  onNotice?: (message: string, facts: Record<string, unknown>) => void;
  /** The engine cannot go on in this process: another writer has taken over the stream, or the journal takes no more. */
  onFatal?: (error: Error) => void;
}

export interface Engine extends CommandPort {
  readonly recovered: Recovered;
  readonly reference: Reference;
  /** Refuses new commands, answers what was taken, and ends. The journal stays open. */
  close(): Promise<void>;
  /** For the start, tests and audits: the state in memory, ahead of the journal while commands are in flight. */
  state(): CoreState;
}

const REBUILD_DELAY_MS = 100;
const REBUILD_DELAY_MS_MAX = 5_000;
const SILENT: SequencerObserver = { appended: () => undefined, answered: () => undefined };

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { pendingMax, core, monotonic } = options;
  const clock = options.clock ?? Date.now;
  const notice = options.onNotice ?? (() => undefined);
  const started = performance.now();
  const recovered = await recover(options.journal, options.snapshots, options.follower, core);
  const journal = await options.journal;
  notice('recovered', { ...factsOf(recovered), seconds: (performance.now() - started) / 1000 });

  const told = options.observer ?? SILENT;
  const observer: SequencerObserver = {
    appended(seconds, batches) {
      stops = 0;
      trouble = null;
      stoppedBy = null;
      told.appended(seconds, batches);
    },
    answered: (seconds) => told.answered(seconds),
  };
  let state = recovered.state;
  let closing = false;
  let ended = false;
  /** Stops since the last append that succeeded, and the reason of the last one. */
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
      ended = true;
      options.onFatal?.(error);
      return;
    }
    rebuilding = rebuild(pauseBefore(stops++)).finally(() => (rebuilding = null));
  }

  /**
   * The memory is dropped, never repaired; the journal says what is true. What stopped the engine may well be there still,
   * as a full disk is: each time it takes longer until the next try.
   */
  async function rebuild(first: number): Promise<void> {
    for (let delay = first; ; delay = pauseAfter(delay)) {
      await pause(delay);
      if (closing) return;
      try {
        const again = await recover(journal, options.snapshots, undefined, core);
        state = again.state;
        sequencer = begin();
        notice('rebuilt', factsOf(again));
        return;
      } catch (error) {
        notice('rebuild failed', { error: (error as Error).message, retryMs: pauseAfter(delay) });
      }
    }
  }

  /** Ends early when the engine is closed. */
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
    reference: createReference(() => state),
    submit(envelope: CommandEnvelope): Promise<Outcome> {
      if (closing || ended || rebuilding) return Promise.reject(unavailable(codeOf(stoppedBy)));
      return sequencer.submit(envelope);
    },
    foresee(envelope: CommandEnvelope): Promise<Outcome | null> {
      if (closing || ended || rebuilding) return Promise.reject(unavailable(codeOf(stoppedBy)));
      return sequencer.foresee(envelope);
    },
    figures(): EngineFigures {
      return {
        pending: sequencer.pending(),
        undecided: sequencer.undecided(),
        pendingMax,
        durablePosition: sequencer.durable(),
        ready: !closing && !ended && !rebuilding,
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

/** None before the first try, then from a tenth of a second on twice as long each time, five seconds at most. */
function pauseBefore(stops: number): number {
  return stops === 0 ? 0 : Math.min(REBUILD_DELAY_MS * 2 ** (stops - 1), REBUILD_DELAY_MS_MAX);
}

function pauseAfter(pause: number): number {
  return pause === 0 ? REBUILD_DELAY_MS : Math.min(pause * 2, REBUILD_DELAY_MS_MAX);
}

function factsOf({ state, snapshot, tail }: Recovered): Record<string, unknown> {
  return { position: state.position, snapshot, tail };
}
