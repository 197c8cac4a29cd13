import { Body, Controller, Ip, Query } from '@nestjs/common';
import {
  CONTENT_ROUTES as ROUTES,
  type AnswerFeedbackRequest,
  type ArticlesRequest,
  type CloseFeedbackRequest,
  type FeedbackListRequest,
  type FeedbackRequest,
  type OwnFeedbackRequest,
} from '../../../shared/wire/content';
import type { Language } from '../../../shared/wire/languages';
import { SHOWN_DATA_ROUTES as SHOWN, type ShowFeedbackRequest } from '../../../shared/wire/shown-data';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { RequestLanguage } from '../../platform/http/language';
import { WirePipe } from '../../platform/http/wire.pipe';
import { Articles } from './articles';
import { refuseDeep } from '../shared/page';
import { ShownData } from '../shared/shown-data';
import { FeedbackBox } from './feedback-box';
import { FeedbackDesk } from './feedback-desk';

@Controller()
export class ContentController {
  constructor(
    private readonly articles: Articles,
    private readonly feedbackBox: FeedbackBox,
    private readonly feedbackDesk: FeedbackDesk,
    private readonly shown: ShownData,
  ) {}

  @Endpoint(ROUTES.list)
  list(@RequestLanguage() language: Language, @Body(new WirePipe(ROUTES.list.body)) request: ArticlesRequest) {
    return this.articles.list(language, request);
  }

  @Endpoint(ROUTES.detail)
  detail(@RequestLanguage() language: Language, @Query(new WirePipe(ROUTES.detail.query)) { id }: { id: string }) {
    return this.articles.detail(language, Number(id));
  }

  @Endpoint(ROUTES.page)
  page(@RequestLanguage() language: Language, @Query(new WirePipe(ROUTES.page.query)) { slug }: { slug: string }) {
    return this.articles.page(language, slug);
  }

  @Endpoint(ROUTES.feedback)
  async feedback(
    @Caller() caller: TicketHolder | undefined,
    @Ip() address: string,
    @RequestLanguage() language: Language,
    @Body(new WirePipe(ROUTES.feedback.body)) request: FeedbackRequest,
  ) {
    const id = await this.feedbackBox.put({ user: caller?.user ?? null, address, language }, request);
    return { id: String(id) };
  }

  @Endpoint(ROUTES.feedbackList)
  feedbackList(@Body(new WirePipe(ROUTES.feedbackList.body)) request: FeedbackListRequest) {
    return this.feedbackDesk.list(request);
  }

  @Endpoint(ROUTES.ownFeedback)
  ownFeedback(
    @Caller() { user }: TicketHolder,
    @RequestLanguage() language: Language,
    @Body(new WirePipe(ROUTES.ownFeedback.body)) request: OwnFeedbackRequest,
  ) {
    refuseDeep(request);
    return this.feedbackBox.listOwn(user, request, language);
  }

  @Endpoint(SHOWN.showFeedback)
  showFeedback(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(SHOWN.showFeedback.body)) request: ShowFeedbackRequest,
  ) {
    this.shown.take(user);
    return this.feedbackDesk.show(request);
  }

  @Endpoint(ROUTES.answerFeedback)
  async answerFeedback(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.answerFeedback.body)) request: AnswerFeedbackRequest,
  ) {
    return { answer: String(await this.feedbackDesk.answer(user, request)) };
  }

  @Endpoint(ROUTES.closeFeedback)
  async closeFeedback(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.closeFeedback.body)) request: CloseFeedbackRequest,
  ) {
    await this.feedbackDesk.close(user, request);
    return { id: request.feedback };
  }
}
