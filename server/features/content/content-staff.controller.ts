import { Body, Controller, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { BANNER_ROUTES, type RemoveBannerRequest, type SaveBannerRequest } from '../../../shared/wire/banners';
import {
  CONTENT_STAFF_ROUTES as ROUTES,
  type DeskArticlesRequest,
  type PublishArticleRequest,
  type SaveArticleRequest,
  type WithdrawArticleRequest,
} from '../../../shared/wire/content-staff';
import type { Language } from '../../../shared/wire/languages';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { RequestLanguage } from '../../platform/http/language';
import { photoBytes } from '../../platform/http/photo-uploads';
import { WirePipe } from '../../platform/http/wire.pipe';
import { ArticleChanges } from './article-changes';
import { ArticleDesk } from './article-desk';
import { BannerImages } from './banner-images';
import { Banners } from './banners';

/** Under its name it is always the same picture. */
const FOR_EVER = 'public, max-age=31536000, immutable';

@Controller()
export class ContentStaffController {
  constructor(
    private readonly desk: ArticleDesk,
    private readonly changes: ArticleChanges,
    private readonly banners: Banners,
    private readonly images: BannerImages,
  ) {}

  @Endpoint(ROUTES.articles)
  articles(
    @RequestLanguage() language: Language,
    @Body(new WirePipe(ROUTES.articles.body)) request: DeskArticlesRequest,
  ) {
    return this.desk.list(language, request);
  }

  @Endpoint(ROUTES.article)
  article(
    @RequestLanguage() language: Language,
    @Query(new WirePipe(ROUTES.article.query)) { article }: { article: string },
  ) {
    return this.desk.article(language, Number(article));
  }

  @Endpoint(ROUTES.version)
  version(@Query(new WirePipe(ROUTES.version.query)) { article, version }: { article: string; version: number }) {
    return this.desk.version(Number(article), version);
  }

  @Endpoint(ROUTES.save)
  save(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.save.body)) request: SaveArticleRequest) {
    return this.changes.save(user, request);
  }

  @Endpoint(ROUTES.publish)
  publish(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.publish.body)) request: PublishArticleRequest) {
    return this.changes.publish(user, request);
  }

  @Endpoint(ROUTES.withdraw)
  withdraw(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.withdraw.body)) request: WithdrawArticleRequest,
  ) {
    return this.changes.withdraw(user, request);
  }

  @Endpoint(BANNER_ROUTES.shown)
  shownBanners(@RequestLanguage() language: Language) {
    return this.banners.shown(language);
  }

  @Endpoint(BANNER_ROUTES.image)
  async bannerImage(
    @Query(new WirePipe(BANNER_ROUTES.image.query)) { image }: { image: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const jpeg = await this.images.open(image);
    void reply.headers({ 'content-type': BANNER_ROUTES.image.answers, 'cache-control': FOR_EVER });
    return jpeg;
  }

  @Endpoint(BANNER_ROUTES.list)
  listBanners() {
    return this.banners.list();
  }

  @Endpoint(BANNER_ROUTES.save)
  saveBanner(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(BANNER_ROUTES.save.body)) request: SaveBannerRequest,
  ) {
    return this.banners.save(user, request);
  }

  @Endpoint(BANNER_ROUTES.remove)
  async removeBanner(@Body(new WirePipe(BANNER_ROUTES.remove.body)) request: RemoveBannerRequest) {
    await this.banners.remove(request);
    return { id: request.banner };
  }

  @Endpoint(BANNER_ROUTES.upload)
  uploadBannerImage(@Caller() { user }: TicketHolder, @Body() body: unknown) {
    return this.images.keep(user, photoBytes(body));
  }
}
