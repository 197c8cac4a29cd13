/** What a subscription would answer, without one. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { SnapshotsAnswer } from '../../../shared/wire/stream-snapshots';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { createFeed } from './feed';
import { PrivateFeeds } from './private-feeds';
import { isMarketTopic, isRefusal, topicOf } from './requests';

export class Snapshots extends Query<SnapshotsAnswer> {
  constructor(
    readonly user: number | null,
    /** `channel`, `channel:market` or `channel:market:interval`. */
    readonly topics: readonly string[],
  ) {
    super();
  }
}

@QueryHandler(Snapshots)
export class SnapshotsHandler implements IQueryHandler<Snapshots> {
  private readonly privateFeeds: PrivateFeeds;

  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.privateFeeds = new PrivateFeeds(live);
  }

  async execute({ user, topics }: Snapshots): Promise<SnapshotsAnswer> {
    const at = this.clock();
    return { at, topics: topics.map((topic) => this.snapshotOf(topic, user, at)) };
  }

  private snapshotOf(named: string, user: number | null, at: number): SnapshotsAnswer['topics'][number] {
    const [channel = '', market, interval] = named.split(':');
    const topic = topicOf({ channel, market, interval }, this.live);
    if (isRefusal(topic)) return { topic: named, refused: topic.refused };
    if (isMarketTopic(topic))
      return { topic: named, channel: topic.channel, snapshot: { ...createFeed(this.live, topic).snapshot(at) } };
    if (user === null) return { topic: named, refused: 'subscription.login.required' };
    return {
      topic: named,
      channel: topic.channel,
      snapshot: { ...this.privateFeeds.snapshot(topic.channel, user, at) },
    };
  }
}
