/** The snapshot of a subscription, without subscribing. */
import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { askedOf, STREAM_ROUTES, topicsIn, type SnapshotsAnswer } from '../../../shared/wire/stream-snapshots';
import { QueryOf } from '../../platform/http/route-messages';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { createFeed } from './feed';
import { PrivateFeeds } from './private-feeds';
import { isMarketTopic, isRefusal, topicOf } from './requests';

export class Snapshots extends QueryOf(STREAM_ROUTES.snapshots) {}

@QueryHandler(Snapshots)
export class SnapshotsHandler implements IQueryHandler<Snapshots> {
  private readonly privateFeeds: PrivateFeeds;

  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.privateFeeds = new PrivateFeeds(live);
  }

  async execute({ user, request }: Snapshots): Promise<SnapshotsAnswer> {
    const at = this.clock();
    return { at, topics: topicsIn(request.topics).map((named) => this.answerTo(named, user, at)) };
  }

  private answerTo(asked: string, user: number, at: number): SnapshotsAnswer['topics'][number] {
    const { topic: named, since } = askedOf(asked);
    const [channel = '', market, interval] = named.split(':');
    const topic = topicOf({ channel, market, interval }, this.live);
    if (isRefusal(topic)) return { topic: named, refused: topic.refused };
    if (isMarketTopic(topic)) {
      if (since !== null) return { topic: named, refused: 'request.invalid' };
      return { topic: named, channel: topic.channel, snapshot: { ...createFeed(this.live, topic).snapshot(at) } };
    }
    if (user === 0) return { topic: named, refused: 'subscription.login.required' };
    const { channel: own } = topic;
    const answer = this.privateFeeds.read(own, user, since, at);
    return 'snapshot' in answer
      ? { topic: named, channel: own, snapshot: { ...answer.snapshot } }
      : { topic: named, channel: own, missed: { ...answer } };
  }
}
