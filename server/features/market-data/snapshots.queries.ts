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
    return { at, topics: topicsIn(request.topics).map((topicText) => this.answerTo(topicText, user, at)) };
  }

  private answerTo(topicText: string, user: number, at: number): SnapshotsAnswer['topics'][number] {
    const { topic: topicName, since } = askedOf(topicText);
    const [channel = '', market, interval] = topicName.split(':');
    const topic = topicOf({ channel, market, interval }, this.live);
    if (isRefusal(topic)) return { topic: topicName, refused: topic.refused };
    if (isMarketTopic(topic)) {
      if (since !== null) return { topic: topicName, refused: 'request.invalid' };
      return { topic: topicName, channel: topic.channel, snapshot: { ...createFeed(this.live, topic).snapshot(at) } };
    }
    if (user === 0) return { topic: topicName, refused: 'subscription.login.required' };
    const { channel: privateChannel } = topic;
    const answer = this.privateFeeds.read(privateChannel, user, since, at);
    return 'snapshot' in answer
      ? { topic: topicName, channel: privateChannel, snapshot: { ...answer.snapshot } }
      : { topic: topicName, channel: privateChannel, missed: { ...answer } };
  }
}
