/** What users hear of their robots: the start and the end, by whom or by what. What each cycle brought is shown by the list. */
import type { MessageFacts, MessageKey } from '../../shared/wire/messages-center';
import { positionOf, type Batch, type CoreEvent, type EventOf } from '../core/event';
import type { RobotStop } from '../core/robot/events';
import type { CoreState } from '../core/state';
import { MarketsView } from '../views/live/markets';

type RobotMessage = Extract<MessageKey, `robot.${string}`>;
export type ToldOfRobot = {
  [K in RobotMessage]: { user: number; key: K; facts: MessageFacts<K>; robot: number };
}[RobotMessage];

type Ended = Exclude<RobotMessage, 'robot.started'>;

/** What staff wrote of it is for staff and auditors. */
const ENDS: Readonly<Record<RobotStop, Ended>> = {
  requested: 'robot.stopped',
  staff: 'robot.ended_staff',
  loss: 'robot.loss',
  market_closed: 'robot.closed',
  maintenance: 'robot.maintenance',
  account_frozen: 'robot.frozen',
};

type ToldEvent = EventOf<'RobotStarted'> | EventOf<'RobotEnded'>;

export function isToldOfRobot(event: CoreEvent): event is ToldEvent {
  return event.type === 'RobotStarted' || event.type === 'RobotEnded';
}

export class ToldRobots {
  private readonly markets = new MarketsView();
  /** In which market each one trades that is not over. */
  private readonly running = new Map<number, string>();

  /** `older`: the market of one that was over when this began. */
  constructor(
    state: CoreState,
    private readonly older: (robot: number) => Promise<string | undefined>,
  ) {
    this.markets.seed(state);
    for (const { id, market } of state.robots.running.values()) this.running.set(id, market);
  }

  /** Before anything is told of the batch. */
  learn(batch: Batch): void {
    if (positionOf(batch) > this.markets.position) this.markets.fold(batch);
    for (const event of batch.events) {
      if (event.type === 'RobotStarted') this.running.set(event.robot, event.market);
    }
  }

  /** When all is told of the batch. */
  forget({ events }: Batch): void {
    for (const event of events) if (event.type === 'RobotEnded') this.running.delete(event.robot);
  }

  async told(event: ToldEvent): Promise<ToldOfRobot> {
    return event.type === 'RobotStarted' ? this.toldOfStart(event) : this.toldOfEnd(event);
  }

  private toldOfStart({ robot, user, market: name, amount }: EventOf<'RobotStarted'>): ToldOfRobot {
    const market = this.markets.get(name);
    const facts = { robot: String(robot), market: name, asset: market.terms.quote, amount: market.quoteAmount(amount) };
    return { user, key: 'robot.started', facts, robot };
  }

  private async toldOfEnd({ robot, user, reason, quote, base }: EventOf<'RobotEnded'>): Promise<ToldOfRobot> {
    const name = this.running.get(robot) ?? (await this.older(robot));
    if (name === undefined) throw new Error(`robot ${robot} was never started`);
    const market = this.markets.get(name);
    const back = { asset: market.terms.quote, total: market.quoteAmount(quote) };
    const coins = { base: market.terms.base, coins: market.baseAmount(base) };
    return { user, key: ENDS[reason], facts: { robot: String(robot), market: name, ...back, ...coins }, robot };
  }
}
