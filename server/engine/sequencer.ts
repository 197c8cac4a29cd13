/**
 * The only writer. Commands are decided and folded one after the other in memory; their batches gather while an append is
 * under way and become the next group; an answer leaves when everything it rests on is durable.
 *
 * What the core owes urgently comes before the next command, in slices: between two of them what was decided is written, the
 * rest of the process has its turn, and price feeds are heard, so that a long cascade neither stands still nor trades on old
 * prices. Everybody else's commands wait in the order in which they came. What is owed at a time runs between commands.
 *
 * It never repairs: a failed append or a broken assertion ends it (`onStop`), and the engine builds a new one from the
 * journal. Nothing that was not stored has been acknowledged by then.
 */
import { capabilityOf } from '../core/actor';
import type { Core } from '../core/core';
import type { Rejection } from '../core/rejection';
import type { CoreState } from '../core/state';
import { AppendError, type DraftBatch, type Journal } from '../journal/port';
import { unavailable } from '../platform/errors/refusal';
import type { CommandEnvelope, Outcome } from './port';
import { createStepper } from './step';

export interface SequencerObserver {
  /** A group became durable: seconds it took, how many batches it had. */
  appended(seconds: number, batches: number): void;
  /** A command was answered: seconds since it was submitted. */
  answered(seconds: number): void;
}

export interface SequencerOptions {
  state: CoreState;
  journal: Journal;
  /** Milliseconds since the epoch; may stand still or jump, the journal's time does not run backwards. */
  clock: () => number;
  /** Commands taken and not yet answered, at most; `system.busy` above. */
  pendingMax: number;
  observer: SequencerObserver;
  /** Milliseconds that only go forward, by which slices are measured. */
  monotonic?: (() => number) | undefined;
  core?: Core | undefined;
  /** Called once, when this sequencer will take no more commands because of `error`. */
  onStop: (error: Error) => void;
}

interface Waiting {
  outcome: Outcome;
  submitted: number;
  resolve: (outcome: Outcome) => void;
  reject: (error: Error) => void;
}

interface Taken {
  envelope: CommandEnvelope;
  waiting: Waiting;
}

interface Group {
  drafts: DraftBatch[];
  waiting: Waiting[];
}

export interface Sequencer {
  submit(envelope: CommandEnvelope): Promise<Outcome>;
  foresee(envelope: CommandEnvelope): Promise<Outcome | null>;
  /** Refuses new commands and resolves when every taken one is answered. */
  drain(): Promise<void>;
  pending(): number;
  /** Taken, and waiting for what was due before them. */
  undecided(): number;
  /** Position of the last durable event. */
  durable(): number;
}

export function createSequencer(options: SequencerOptions): Sequencer {
  const { state, journal, clock, pendingMax, observer, core, monotonic = () => performance.now() } = options;
  let gathering: Group = { drafts: [], waiting: [] };
  let appending: Group | null = null;
  let flushScheduled = false;
  let pending = 0;
  // What was read back, not what the journal's head says: after an append of unknown outcome that may be older.
  let durable = state.position;
  let mode: 'running' | 'draining' | 'ended' | 'stopped' = 'running';
  let drained: (() => void) | null = null;
  const stepper = createStepper({ state, clock, onDraft: gather, core });
  // Taken while something urgent was owed: they wait their turn behind it.
  let intake: Taken[] = [];
  let intakeFirst = 0;
  let owing = stepper.owes('urgent');
  let turnScheduled = false;
  let timer: NodeJS.Timeout | null = null;
  /** The group that gathers has a slice of what was due; more of it waits for the next group. */
  let dueGathered = false;
  let dueWaits = false;
  if (owing) scheduleTurn();
  awaitDue();

  function gather(draft: DraftBatch): void {
    gathering.drafts.push(draft);
    scheduleFlush();
  }

  function submit(envelope: CommandEnvelope): Promise<Outcome> {
    if (mode !== 'running' || pending >= pendingMax) return Promise.reject(unavailable('system.busy'));
    pending++;
    return new Promise((resolve, rejectPromise) => {
      const waiting: Waiting = { outcome: UNDECIDED, submitted: performance.now(), resolve, reject: rejectPromise };
      const mustWait = (owing || intakeFirst < intake.length) && capabilityOf(envelope.actor) !== 'feed';
      const taken = { envelope, waiting };
      if (mustWait || !take(taken)) intake.push(taken);
    });
  }

  /** False where more has to go ahead of it than may at once: it is taken again in a turn, before any that came behind it. */
  function take({ envelope, waiting }: Taken): boolean {
    let outcome: Outcome | null;
    try {
      outcome = stepper.take(envelope);
      if (outcome !== null) {
        waiting.outcome = outcome;
        answerWhenDurable(waiting);
      }
      if (!owing) owing = stepper.settle('urgent', DEBTS_AT_ONCE);
    } catch (error) {
      // The state may be half-changed: nothing more may be decided on it.
      if (!isIn(waiting)) gathering.waiting.push(waiting);
      stop(error as Error);
      return true;
    }
    if (owing || outcome === null) scheduleTurn();
    if (!appending && gathering.drafts.length >= DRAFTS_WORTH_A_SYNC) flush();
    return outcome !== null;
  }

  function scheduleTurn(): void {
    if (turnScheduled) return;
    turnScheduled = true;
    setImmediate(() => {
      turnScheduled = false;
      if (mode === 'running' || mode === 'draining') turn();
    });
  }

  /** A slice of what is owed urgently, then of what waited for it, then of what is due by the time alone. */
  function turn(): void {
    const until = monotonic() + SLICE_MS;
    const isTime = (): boolean => monotonic() < until;
    // What could not be written yet is not added to without bound.
    if (appending && gathering.drafts.length >= DRAFTS_GATHERED_MAX) return scheduleTurn();
    try {
      owing ||= stepper.owes('urgent');
      while (owing && isTime()) owing = stepper.settle('urgent', DEBTS_AT_ONCE);
    } catch (error) {
      stop(error as Error);
      return;
    }
    while (!owing && intakeFirst < intake.length && isTime()) {
      if (!take(intake[intakeFirst++])) intakeFirst--;
      if (mode === 'stopped') return;
    }
    if (intakeFirst === intake.length) {
      intake = [];
      intakeFirst = 0;
    }
    try {
      // One can take milliseconds, and its batch be large, as an urgent one's cannot: a group has those of one slice at most,
      // since whoever follows the journal takes in a group in one go.
      let isDue = !owing && intake.length === 0;
      if (isDue && dueGathered) dueWaits = true;
      else {
        const before = state.position;
        while (isDue && isTime()) isDue = stepper.settle('scheduled', 1);
        dueGathered ||= state.position > before;
        if (isDue) scheduleTurn();
      }
      if (!owing) owing = stepper.settle('urgent', DEBTS_AT_ONCE);
    } catch (error) {
      stop(error as Error);
      return;
    }
    if (!appending && gathering.drafts.length >= DRAFTS_WORTH_A_SYNC) flush();
    if (owing || intake.length > 0) scheduleTurn();
    else awaitDue();
  }

  /** One timer for the next that is due. The clock may be set, so it is looked at now and then all the same. */
  function awaitDue(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const due = stepper.nextDue();
    if (due === null || mode === 'stopped' || mode === 'ended') return;
    const wait = Math.min(Math.max(due - clock(), 0), DUE_WAIT_MS_MAX);
    timer = setTimeout(() => {
      if (stepper.owes()) scheduleTurn();
      else awaitDue();
    }, wait);
    timer.unref();
  }

  function foreseeNow(envelope: CommandEnvelope): Promise<Outcome | null> {
    if (mode !== 'running' || pending >= pendingMax) return Promise.reject(unavailable('system.busy'));
    const outcome = stepper.foresee(envelope);
    if (outcome === null) return Promise.resolve(null);
    pending++;
    return new Promise((resolve, reject) => {
      answerWhenDurable({ outcome, submitted: performance.now(), resolve, reject });
    });
  }

  /** It may rest on whatever is not durable yet. */
  function answerWhenDurable(waiting: Waiting): void {
    if (gathering.drafts.length > 0) gathering.waiting.push(waiting);
    else if (appending) appending.waiting.push(waiting);
    else answer(waiting);
  }

  function scheduleFlush(): void {
    if (flushScheduled || appending) return;
    flushScheduled = true;
    // After the input of this turn of the event loop, so that what arrived together is appended together.
    setImmediate(() => {
      flushScheduled = false;
      if (mode !== 'stopped' && !appending && gathering.drafts.length > 0) flush();
    });
  }

  function flush(): void {
    const group = gathering;
    appending = group;
    gathering = { drafts: [], waiting: [] };
    dueGathered = false;
    if (dueWaits) scheduleTurn();
    dueWaits = false;
    awaitDue();
    const started = performance.now();
    journal.append(durable, group.drafts).then(
      (head) => {
        durable = head.position;
        appending = null;
        observer.appended((performance.now() - started) / 1000, group.drafts.length);
        if (mode !== 'stopped' && gathering.drafts.length > 0) flush();
        for (const waiting of group.waiting) answer(waiting);
      },
      (error: Error) => {
        appending = null;
        const unknown = !(error instanceof AppendError) || error.fault === 'unknown' || error.fault === 'broken';
        for (const waiting of group.waiting) fail(waiting, unknown ? 'outcome.unknown' : codeOf(error));
        stop(error);
      },
    );
  }

  function answer(waiting: Waiting): void {
    pending--;
    observer.answered((performance.now() - waiting.submitted) / 1000);
    waiting.resolve(waiting.outcome);
    if (pending === 0) drained?.();
  }

  function fail(waiting: Waiting, code: Parameters<typeof unavailable>[0]): void {
    pending--;
    waiting.reject(unavailable(code));
    if (pending === 0) drained?.();
  }

  function stop(error: Error): void {
    if (mode === 'stopped') return;
    mode = 'stopped';
    // Never handed to the journal, so known not to be stored.
    const lost = [...gathering.waiting, ...intake.slice(intakeFirst).map(({ waiting }) => waiting)];
    gathering = { drafts: [], waiting: [] };
    intake = [];
    intakeFirst = 0;
    if (timer) clearTimeout(timer);
    for (const waiting of lost) fail(waiting, codeOf(error));
    if (!appending) options.onStop(error);
    else void settled().then(() => options.onStop(error));
  }

  /** Resolves when the append under way has ended, either way. */
  async function settled(): Promise<void> {
    while (appending) await new Promise((resolve) => setImmediate(resolve));
  }

  async function drain(): Promise<void> {
    if (mode === 'running') mode = 'draining';
    if (pending > 0) await new Promise<void>((resolve) => (drained = resolve));
    // What is still owed is owed to the next start as well.
    if (mode === 'draining') mode = 'ended';
    if (timer) clearTimeout(timer);
    while (appending || (mode === 'ended' && gathering.drafts.length > 0)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  function isIn(waiting: Waiting): boolean {
    return gathering.waiting.includes(waiting) || appending?.waiting.includes(waiting) === true;
  }

  const undecided = (): number => intake.length - intakeFirst;
  return { submit, foresee: foreseeNow, drain, pending: () => pending, undecided, durable: () => durable };
}

/** The code of a command that is not stored. */
export function codeOf(error: Error | null): 'system.busy' | 'storage.full' {
  return error instanceof AppendError && error.fault === 'full' ? 'storage.full' : 'system.busy';
}

/** With so many there is no waiting for the rest of the turn: the journal writes them while the next are decided. */
const DRAFTS_WORTH_A_SYNC = 256;

/** Not so many that they need more room than a group or two. */
const DRAFTS_GATHERED_MAX = 4_096;
/** Longest time, milliseconds, for which one slice keeps the process from everything else. */
const SLICE_MS = 8;
/** Debts between two looks at the time, what goes ahead of them included. */
const DEBTS_AT_ONCE = 32;
const DUE_WAIT_MS_MAX = 60_000;

/** Replaced before anyone can see it. */
const UNDECIDED: Rejection = { rejected: 'command.not.permitted' };
