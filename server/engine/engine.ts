/**
 * The engine: recovery, then a sequencer on the recovered state; when that one stops, a new one. It fails closed: while it
 * rebuilds, every command gets `system.busy`.
 */
import type { Core } from '../core/core';
import type { CoreState } from '../core/state';
import { AppendError, type Journal } from '../journal/port';
import { EngineUnavailable, type CommandEnvelope, type CommandPort, type EngineFigures, type Outcome } from './port';
import { recover, type Recovered, type RecoveryFollower } from './recovery';
import { createSequencer, type Sequencer, type SequencerObserver } from './sequencer';

export interface EngineOptions {
  /** May still be on its way: what can be read without it is read meanwhile. */
  journal: Journal | Promise<Journal>;
  /** Where snapshots are; null: none. */
  snapshots: string | null;
  clock?: () => number;
  /** Commands in flight at most. */
  pendingMax: number;
  observer?: SequencerObserver;
  /** Another set of products than the exchange's own. */
  core?: Core;
  /** Sees the first recovery, so that live views need no reading of their own. */
  follower?: RecoveryFollower;
  /** A line for the log, with its facts. */
  onNotice?: (message: string, facts: Record<string, unknown>) => void;
  /** The engine cannot go on in this process: another writer has taken over the stream. */
  onFatal?: (error: Error) => void;
}

export interface Engine extends CommandPort {
  readonly recovered: Recovered;
  /** Refuses new commands, answers what was taken, and ends. The journal stays open. */
  close(): Promise<void>;
  /** For the start, tests and audits: the state in memory, ahead of the journal while commands are in flight. */
  state(): CoreState;
}

const REBUILD_DELAY_MS = 100;
const REBUILD_DELAY_MS_MAX = 5_000;
const SILENT: SequencerObserver = { appended: () => undefined, answered: () => undefined };

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { pendingMax, core } = options;
  const clock = options.clock ?? Date.now;
  const notice = options.onNotice ?? (() => undefined);
  const started = performance.now();
  const recovered = await recover(options.journal, options.snapshots, options.follower, core);
  const journal = await options.journal;
  notice('recovered', { ...factsOf(recovered), seconds: (performance.now() - started) / 1000 });

  let state = recovered.state;
  let closing = false;
  let overtaken = false;
  let rebuilding: Promise<void> | null = null;
  let sequencer = begin();

  function begin(): Sequencer {
    return createSequencer({ state, journal, clock, pendingMax, observer: options.observer ?? SILENT, core, onStop });
  }

  function onStop(error: Error): void {
    notice('engine stopped', { error: error.message });
    if (error instanceof AppendError && error.fault === 'conflict') {
      overtaken = true;
      options.onFatal?.(error);
      return;
    }
    rebuilding = rebuild().finally(() => (rebuilding = null));
  }

  /** The memory is dropped, never repaired; the journal says what is true. */
  async function rebuild(): Promise<void> {
    for (let delay = REBUILD_DELAY_MS; !closing; delay = Math.min(delay * 2, REBUILD_DELAY_MS_MAX)) {
      try {
        const again = await recover(journal, options.snapshots, undefined, core);
        state = again.state;
        sequencer = begin();
        notice('rebuilt', factsOf(again));
        return;
      } catch (error) {
        notice('rebuild failed', { error: (error as Error).message, retryMs: delay });
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
  }

  return {
    recovered,
    submit(envelope: CommandEnvelope): Promise<Outcome> {
      if (closing || rebuilding) return Promise.reject(new EngineUnavailable('system.busy'));
      return sequencer.submit(envelope);
    },
    foresee(envelope: CommandEnvelope): Promise<Outcome | null> {
      if (closing || rebuilding) return Promise.reject(new EngineUnavailable('system.busy'));
      return sequencer.foresee(envelope);
    },
    figures(): EngineFigures {
      return {
        pending: sequencer.pending(),
        pendingMax,
        durablePosition: sequencer.durable(),
        ready: !closing && !overtaken && !rebuilding,
      };
    },
    async close(): Promise<void> {
      closing = true;
      await rebuilding;
      await sequencer.drain();
    },
    state: () => state,
  };
}

function factsOf({ state, snapshot, tail }: Recovered): Record<string, unknown> {
  return { position: state.position, snapshot, tail };
}
