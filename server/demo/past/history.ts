/**
 * The past of a first start: the same traders, by the same plans and the same commands, on a clock that begins some time
 * ago and runs to now. Orders are fewer and larger than later on, so that a day takes seconds.
 */
import { setImmediate } from 'node:timers/promises';
import { keyOf, chanceFrom } from '../../platform/prices/noise';
import type { IndexFeed } from '../../workers/index/index-feed';
import { aliceActs, type AliceAct } from './alice';
import { aliceContractActs, type ContractAct } from './alice-contracts';
import { Wager, WAGER_MARKET } from './alice-liquidations';
import { newestMining, newestSavings } from './alice-savings';
import { aliceRobot, ROBOT_MS } from '../at-work/robots';
import { aliceOptionActs, waitingOption, type OptionAct } from './alice-options';
import type { DemoClock } from '../demo-clock';
import { Desk, type Stage } from './desk';
import type { LadderShape } from '../at-work/ladder';
import { DEMO_PERPETUALS } from './listings';
import { ALL_LIVELINESS, CONTRACT_LIVELINESS, type Liveliness } from '../at-work/liveliness';
import { Sender, type Tally } from '../sender';
import { bustleAt } from '../at-work/takes';
import { LONG_HISTORY_MS, type StaffHistory } from './staff-history';
import { fillBooks } from '../at-work/trading';

export interface PastWish {
  stage: Stage;
  clock: DemoClock;
  /** Publishes the index once a minute: so much is told of the past. */
  feed: Pick<IndexFeed, 'publication'>;
  /** Whose orders are to be found in lists. */
  alice: number;
  staff: StaffHistory;
  /** Of the key with which she starts a robot; null: she has none. */
  robotKeyHash: string | null;
  /** Where to begin: not before what the journal already holds. */
  from: number;
  /** Hears how much is done, 0 to 1. */
  progress: (done: number) => void;
  /** True when the exchange is to stop: the rest is made at the next start. */
  isStopped: () => boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Contracts trade only so long after a publication: an older mark says nothing of positions. */
const FRESH_MS = 14_000;
/** The index is told once more so long before an hour at which funding is fixed. */
const BEFORE_FUNDING_MS = 5_000;
/** Commands between two looks at the answers; two such portions are under way at once. */
const PORTION_MAX = 1_000;
/** Whoever asks how far a start is waits about so long at most. */
const BREATH_MS = 50;

interface Moment {
  at: number;
  lively: Liveliness;
}

/** Resolves with what became of the commands, or null when it was stopped on the way. */
export async function makeHistory(wish: PastWish): Promise<Tally | null> {
  const { stage, clock, feed, from, progress, isStopped } = wish;
  const sender = new Sender(stage.engine);
  const desk = new Desk(stage, sender);
  const acts = aliceActs(from, clock.real());
  const contractActs = aliceContractActs(from, clock.real());
  const optionActs = aliceOptionActs(from, clock.real());
  const wager = clock.real() - from >= LONG_HISTORY_MS ? new Wager(wish.alice, from, clock.real()) : null;
  const robotMinute = Math.ceil(Math.max(from, clock.real() - ROBOT_MS) / MINUTE_MS) * MINUTE_MS;
  const portion = Math.min(PORTION_MAX, Math.ceil(stage.engine.figures().pendingMax / 4));
  let underWay = Promise.resolve();
  let breathedAt = performance.now();
  /** What waits for something due would be decided at a later moment's time. */
  const decided = async (): Promise<void> => {
    if (stage.engine.figures().undecided > 0) await sender.settled();
  };
  for (let minute = Math.floor(from / MINUTE_MS) * MINUTE_MS; minute <= clock.real(); minute += MINUTE_MS) {
    if (isStopped()) break;
    await decided();
    clock.pretend(Math.max(minute, from));
    await publish(feed, sender);
    if (wish.staff.isDue(minute)) {
      await sender.settled();
      await wish.staff.take(minute);
    }
    if (minute === robotMinute) startRobot(wish, sender);
    if (minute % HOUR_MS === 0) desk.topUp(minute);
    for (const { at, lively } of momentsOf(stage.seed, minute)) {
      if (at < from || at > clock.real()) continue;
      await decided();
      await actInOptions(wish, sender, optionActs, at);
      clock.pretend(at);
      while (acts.length > 0 && acts[0].at <= at) act(wish, sender, acts.shift() as AliceAct);
      if (isContract(lively)) {
        while (contractActs.length > 0 && contractActs[0].at <= at) {
          actInContract(wish, desk, contractActs.shift() as ContractAct, at);
        }
      }
      desk.trade(lively.market, pastShapeOf(lively), meanOf(lively, stage.seed, at), at);
      if (wager && lively.market === WAGER_MARKET) {
        for (const command of wager.next(stage.engine.state(), at))
          sender.send({ actor: `user/${wish.alice}`, command });
      }
    }
    if (wager?.isAlone(stage.engine.state())) desk.clear(WAGER_MARKET);
    const beforeFunding = minute + MINUTE_MS - BEFORE_FUNDING_MS;
    if (isFundingHour(minute + MINUTE_MS) && beforeFunding >= from && beforeFunding <= clock.real()) {
      clock.pretend(beforeFunding);
      await publish(feed, sender);
    }
    progress(Math.max(minute - from, 0) / (clock.real() - from));
    if (performance.now() - breathedAt > BREATH_MS) {
      await setImmediate();
      breathedAt = performance.now();
    }
    if (sender.waiting < portion) continue;
    // While one portion is stored the next is decided.
    await underWay;
    refuseBusy(sender.tally);
    underWay = sender.settled();
  }
  await underWay;
  if (!isStopped()) {
    clock.pretend(clock.real());
    await publish(feed, sender);
    sender.send(waitingOption(wish.alice, clock.now()));
    sender.send(newestSavings(wish.alice));
    sender.send(newestMining(wish.alice));
    desk.clear();
    fillBooks(desk, clock.now());
  }
  await sender.settled();
  refuseBusy(sender.tally);
  return isStopped() ? null : sender.tally;
}

/** Everything that trades in a minute, in order of time; every market at least once, so that no candle is missing. */
function momentsOf(seed: number, minute: number): Moment[] {
  const moments: Moment[] = [];
  for (const lively of ALL_LIVELINESS) {
    const count = lively.takesPerPastMinute;
    const spanMs = isContract(lively) ? FRESH_MS : MINUTE_MS;
    const chance = chanceFrom(keyOf(seed, `moments of ${lively.market}`), minute);
    for (let part = 0; part < count; part++) {
      moments.push({ at: minute + Math.floor(((part + chance()) / count) * spanMs), lively });
    }
  }
  return moments.sort((one, other) => one.at - other.at);
}

/** One deep quote a side: nobody sees the ladder of the past. */
function pastShapeOf({ halfSpreadPpm, stepPpm, widening, turnoverPerMinute }: Liveliness): LadderShape {
  return { levels: 1, halfSpreadPpm, stepPpm, widening, levelNotional: 20 * turnoverPerMinute };
}

function meanOf({ market, turnoverPerMinute, takesPerPastMinute }: Liveliness, seed: number, at: number): number {
  return (turnoverPerMinute / takesPerPastMinute) * bustleAt(keyOf(seed, `bustle of ${market}`), at);
}

function act({ stage, alice }: PastWish, sender: Sender, { make }: AliceAct): void {
  const envelope = make(stage.engine.state(), stage.prices, alice);
  if (envelope) sender.send(envelope);
}

/** Its loss is reckoned by the index, which was told just now. */
function startRobot({ stage, alice, robotKeyHash }: PastWish, sender: Sender): void {
  const envelope = robotKeyHash === null ? null : aliceRobot(stage.engine.state(), stage.prices, alice, robotKeyHash);
  if (envelope) sender.send(envelope);
}

/** What she takes is there: the quotes are brought to the index just before. */
function actInContract({ stage, alice }: PastWish, desk: Desk, { market, make }: ContractAct, at: number): void {
  const lively = CONTRACT_LIVELINESS.find((one) => one.market === market);
  if (lively) desk.quote(market, pastShapeOf(lively), Infinity, at);
  const envelope = make(stage.engine.state(), stage.prices, alice);
  if (envelope) desk.sender.send(envelope);
}

/** What she does before the next moment of trade. */
async function actInOptions(
  { clock, alice, feed }: PastWish,
  sender: Sender,
  acts: OptionAct[],
  until: number,
): Promise<void> {
  while (acts.length > 0 && acts[0].at <= until) {
    const { at, make } = acts.shift() as OptionAct;
    clock.pretend(at);
    if (make) sender.send(make(alice));
    else await publish(feed, sender);
  }
}

async function publish(feed: PastWish['feed'], sender: Sender): Promise<void> {
  const publication = await feed.publication();
  if (publication) sender.send(publication);
}

function isContract(lively: Liveliness): boolean {
  return CONTRACT_LIVELINESS.includes(lively);
}

function isFundingHour(at: number): boolean {
  return DEMO_PERPETUALS.some(({ fundingIntervalMs }) => at % fundingIntervalMs === 0);
}

/** A gap in the past cannot be filled later: rather begin again from what is stored. */
function refuseBusy({ unanswered }: Tally): void {
  if (unanswered > 0) throw new Error('demo: the engine went away while history was made; the next start goes on');
}
