/**
 * The past of a first start: the same traders, plans and commands, on a clock that begins some time ago and runs to
 * now. Orders are fewer and larger than later, so that a day takes seconds.
 */
import { setImmediate } from 'node:timers/promises';
import { keyOf, randomFrom } from '../../platform/prices/noise';
import type { IndexFeed } from '../../workers/index/index-feed';
import { LiquidationScript, LIQUIDATION_MARKET } from './alice-liquidations';
import { AlicePast } from './alice-past';
import { PRODUCT_DEMOS } from '../../products/api';
import type { DemoClock } from '../demo-clock';
import { TradingDesk, type TradingContext } from './trading-desk';
import { DEMO_PERPETUALS } from './listings';
import {
  ALL_TRADING_PROFILES,
  CONTRACT_TRADING_PROFILES,
  pastProfileOf,
  type TradingProfile,
} from '../at-work/trading-profiles';
import { Sender, type SendCounts } from '../sender';
import { activityAt } from '../at-work/takes';
import { LONG_HISTORY_MS, type StaffHistory } from './staff-history';
import { fillBooks } from '../at-work/trading';

export interface HistoryOptions {
  stage: TradingContext;
  clock: DemoClock;
  /** Publishes the index once a minute in the past. */
  feed: Pick<IndexFeed, 'publication'>;
  /** User whose orders fill the lists. */
  alice: number;
  staff: StaffHistory;
  /** Beginning of the history: not before the journal's end. */
  from: number;
  /** Called with the progress, 0 to 1. */
  progress: (fraction: number) => void;
  /** True if the exchange is stopping: the rest is made at the next start. */
  isStopped: () => boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Maximum age of a publication for trading contracts; an older mark does not value positions. */
const FRESH_MS = 14_000;
/** The index is published again at this time before each funding hour. */
const BEFORE_FUNDING_MS = 5_000;
/** Commands between two checks of the answers; two such portions are in flight at once. */
const PORTION_MAX = 1_000;
/** Maximum wait in ms of a progress request. */
const BREATH_MS = 50;

interface TradingMoment {
  at: number;
  lively: TradingProfile;
}

/** Resolves with the results of the commands, or null if it was stopped. */
export async function makeHistory(options: HistoryOptions): Promise<SendCounts | null> {
  const { stage: context, clock, feed, from, progress, isStopped } = options;
  const sender = new Sender(context.engine);
  const desk = new TradingDesk(context, sender);
  const wager =
    clock.real() - from >= LONG_HISTORY_MS ? new LiquidationScript(options.alice, from, clock.real()) : null;
  const portion = Math.min(PORTION_MAX, Math.ceil(context.engine.figures().pendingMax / 4));
  let pendingPortion = Promise.resolve();
  let breathedAt = performance.now();
  /** Otherwise due work would be decided at a later moment's time. */
  const decided = async (): Promise<void> => {
    if (context.engine.figures().undecided > 0) await sender.settled();
  };
  const actOfStaff = async (until: number): Promise<void> => {
    if (!options.staff.isDue(until)) return;
    await sender.settled();
    await options.staff.performDue(until);
  };
  const publishIndex = (): Promise<void> => publish(feed, sender);
  const past = new AlicePast({ ...options, desk, publishIndex, decided });
  for (let minute = Math.floor(from / MINUTE_MS) * MINUTE_MS; minute <= clock.real(); minute += MINUTE_MS) {
    if (isStopped()) break;
    await decided();
    clock.setTime(Math.max(minute, from));
    await publishIndex();
    await actOfStaff(minute);
    past.actLate(minute);
    if (minute % HOUR_MS === 0) desk.topUp(minute);
    for (const { at, lively } of momentsOf(context.seed, minute)) {
      if (at < from || at > clock.real()) continue;
      await past.actInMoments(at);
      await decided();
      clock.setTime(at);
      past.act(at);
      if (isContract(lively)) past.actInContracts(at);
      desk.trade(lively.market, pastProfileOf(lively), meanOf(lively, context.seed, at), at);
      if (wager && lively.market === LIQUIDATION_MARKET) {
        for (const command of wager.next(context.engine.state(), at))
          sender.send({ actor: `user/${options.alice}`, command });
      }
    }
    if (wager?.isAlone(context.engine.state())) desk.clear(LIQUIDATION_MARKET);
    const beforeFunding = minute + MINUTE_MS - BEFORE_FUNDING_MS;
    if (isFundingHour(minute + MINUTE_MS) && beforeFunding >= from && beforeFunding <= clock.real()) {
      clock.setTime(beforeFunding);
      await publishIndex();
    }
    progress(Math.max(minute - from, 0) / (clock.real() - from));
    if (performance.now() - breathedAt > BREATH_MS) {
      await setImmediate();
      breathedAt = performance.now();
    }
    if (sender.pendingCount < portion) continue;
    // The next portion is decided while one is being stored.
    await pendingPortion;
    refuseBusy(sender.tally);
    pendingPortion = sender.settled();
  }
  await pendingPortion;
  if (!isStopped()) {
    await decided();
    clock.setTime(clock.real());
    await publishIndex();
    await actOfStaff(clock.now());
    await past.actInTheEnd();
    for (const { last } of PRODUCT_DEMOS)
      for (const envelope of last?.(options.alice, clock.now()) ?? []) sender.send(envelope);
    desk.clear();
    fillBooks(desk, clock.now());
  }
  await sender.settled();
  refuseBusy(sender.tally);
  return isStopped() ? null : sender.tally;
}

/** All takes of a minute in order of time; every market at least once, so that no candle is missing. */
function momentsOf(seed: number, minute: number): TradingMoment[] {
  const moments: TradingMoment[] = [];
  for (const lively of ALL_TRADING_PROFILES) {
    const count = lively.takesPerPastMinute;
    const spanMs = isContract(lively) ? FRESH_MS : MINUTE_MS;
    const random = randomFrom(keyOf(seed, `moments of ${lively.market}`), minute);
    for (let index = 0; index < count; index++) {
      moments.push({ at: minute + Math.floor(((index + random()) / count) * spanMs), lively });
    }
  }
  return moments.sort((one, other) => one.at - other.at);
}

function meanOf({ market, turnoverPerMinute, takesPerPastMinute }: TradingProfile, seed: number, at: number): number {
  return (turnoverPerMinute / takesPerPastMinute) * activityAt(keyOf(seed, `bustle of ${market}`), at);
}

async function publish(feed: HistoryOptions['feed'], sender: Sender): Promise<void> {
  const publication = await feed.publication();
  if (publication) sender.send(publication);
}

function isContract(profile: TradingProfile): boolean {
  return CONTRACT_TRADING_PROFILES.includes(profile);
}

function isFundingHour(at: number): boolean {
  return DEMO_PERPETUALS.some(({ fundingIntervalMs }) => at % fundingIntervalMs === 0);
}

/** A gap in the past cannot be filled later, so it fails and restarts from the stored part. */
function refuseBusy({ unanswered }: SendCounts): void {
  if (unanswered > 0) throw new Error('demo: the engine went away while history was made; the next start goes on');
}
