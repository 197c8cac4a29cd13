/** Load on an engine: a fixed number of commands under way until so many are answered. */
import type { Command } from '../../server/core/command';
import { isRejection, type Rejection } from '../../server/core/rejection';
import type { Engine } from '../../server/engine/engine';
import type { CommandEnvelope } from '../../server/engine/port';

/** Commands one after the other; `placed` hears of every one that made something. */
export interface OrderStream {
  next(): CommandEnvelope;
  placed(command: Command, made: number): void;
}

export interface Driven {
  seconds: number;
  /** Milliseconds from submitting to the answer, one a command, in order of answers. */
  latencies: Float64Array;
}

/** Keeps `inFlight` commands under way until `orders` are answered; rejects when one is refused. */
export function drive(
  engine: Pick<Engine, 'submit'>,
  mix: OrderStream,
  inFlight: number,
  orders: number,
): Promise<Driven> {
  const latencies = new Float64Array(orders);
  let submitted = 0;
  let answered = 0;
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const one = (): void => {
      if (submitted === orders) return;
      submitted++;
      const { command, ...rest } = mix.next();
      const at = performance.now();
      engine.submit({ command, ...rest }).then((outcome) => {
        latencies[answered++] = performance.now() - at;
        if (isRejection(outcome)) return reject(refusalOf(command, outcome));
        if (outcome.id !== null) mix.placed(command, outcome.id);
        if (answered === orders) resolve({ seconds: (performance.now() - started) / 1000, latencies });
        else one();
      }, reject);
    };
    for (let index = 0; index < inFlight; index++) one();
  });
}

export interface DrivenFor extends Driven {
  /** The longest time between two answers. */
  silenceMs: number;
}

/** For so many seconds keeps as many commands under way as `inFlight` says whenever there is an answer. */
export function driveFor(
  engine: Pick<Engine, 'submit'>,
  mix: OrderStream,
  inFlight: () => number,
  seconds: number,
): Promise<DrivenFor> {
  const latencies: number[] = [];
  const started = performance.now();
  let underWay = 0;
  let answeredAt = started;
  let silenceMs = 0;
  return new Promise((resolve, reject) => {
    const one = (): void => {
      underWay++;
      const { command, ...rest } = mix.next();
      const at = performance.now();
      engine.submit({ command, ...rest }).then((outcome) => {
        underWay--;
        if (isRejection(outcome)) return reject(refusalOf(command, outcome));
        if (outcome.id !== null) mix.placed(command, outcome.id);
        const now = performance.now();
        latencies.push(now - at);
        silenceMs = Math.max(silenceMs, now - answeredAt);
        answeredAt = now;
        if (now - started < seconds * 1000) fill();
        else if (underWay === 0)
          resolve({ seconds: (now - started) / 1000, latencies: Float64Array.from(latencies), silenceMs });
      }, reject);
    };
    const fill = (): void => {
      for (let wanted = inFlight(); underWay < wanted;) one();
    };
    fill();
  });
}

/** So many commands a second whether or not there are answers, evenly apart; from when each was due to its answer. */
export async function drivePaced(
  engine: Pick<Engine, 'submit'>,
  mix: OrderStream,
  perSecond: number,
  seconds: number,
): Promise<Driven> {
  const orders = Math.round(perSecond * seconds);
  const latencies = new Float64Array(orders);
  const started = performance.now();
  const dueAt = (order: number): number => started + (order * 1_000) / perSecond;
  let [submitted, answered] = [0, 0];
  await new Promise<void>((resolve, reject) => {
    const one = (order: number): void => {
      const { command, ...rest } = mix.next();
      engine.submit({ command, ...rest }).then((outcome) => {
        latencies[answered++] = performance.now() - dueAt(order);
        if (isRejection(outcome)) return reject(refusalOf(command, outcome));
        if (outcome.id !== null) mix.placed(command, outcome.id);
        if (answered === orders) resolve();
      }, reject);
    };
    const fill = (): void => {
      for (const now = performance.now(); submitted < orders && dueAt(submitted) <= now;) one(submitted++);
      if (submitted < orders) setTimeout(fill, 1);
    };
    fill();
  });
  return { seconds: (performance.now() - started) / 1_000, latencies };
}

/**
 * For so many seconds sends as many commands a second as `pace` says, looked at anew each millisecond, as senders do who know
 * nothing of each other. With `underWayMax` under way they wait, and what was not sent then is not made up for.
 */
export async function driveAtPace(
  engine: Pick<Engine, 'submit'>,
  mix: OrderStream,
  pace: () => number,
  { underWayMax, seconds }: { underWayMax: number; seconds: number },
): Promise<DrivenFor> {
  const latencies: number[] = [];
  const started = performance.now();
  let [lookedAt, answeredAt, owed, underWay, silenceMs] = [started, started, 0, 0, 0];
  await new Promise<void>((resolve, reject) => {
    const one = (): void => {
      underWay++;
      const { command, ...rest } = mix.next();
      const at = performance.now();
      engine.submit({ command, ...rest }).then((outcome) => {
        underWay--;
        if (isRejection(outcome)) return reject(refusalOf(command, outcome));
        if (outcome.id !== null) mix.placed(command, outcome.id);
        const now = performance.now();
        latencies.push(now - at);
        silenceMs = Math.max(silenceMs, now - answeredAt);
        answeredAt = now;
      }, reject);
    };
    const look = (): void => {
      const now = performance.now();
      const isOver = now - started >= seconds * 1000;
      if (isOver && underWay === 0) return resolve();
      if (!isOver) owed += (pace() * (now - lookedAt)) / 1000;
      lookedAt = now;
      for (; owed >= 1 && underWay < underWayMax && !isOver; owed--) one();
      owed = Math.min(owed, 1);
      setTimeout(look, 1);
    };
    look();
  });
  return { seconds: (performance.now() - started) / 1000, latencies: Float64Array.from(latencies), silenceMs };
}

/** The latency that so many of them do not exceed. */
export function percentile(latencies: Float64Array, share: number): number {
  const sorted = latencies.toSorted();
  return sorted[Math.floor(sorted.length * share)];
}

/** Submits everything, `inFlight` at a time; rejects when one is refused. */
export async function submitAll(
  engine: Pick<Engine, 'submit'>,
  envelopes: Iterable<CommandEnvelope>,
  inFlight: number,
): Promise<void> {
  let waiting: Promise<void>[] = [];
  const accept = async (envelope: CommandEnvelope): Promise<void> => {
    const outcome = await engine.submit(envelope);
    if (isRejection(outcome)) throw refusalOf(envelope.command, outcome);
  };
  for (const envelope of envelopes) {
    waiting.push(accept(envelope));
    if (waiting.length < inFlight) continue;
    await Promise.all(waiting);
    waiting = [];
  }
  await Promise.all(waiting);
}

function refusalOf({ type }: Command, { rejected }: Rejection): Error {
  return new Error(`${type}: ${rejected}`);
}
