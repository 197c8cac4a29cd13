import { Module } from '@nestjs/common';
import { ProductModule } from '../product/product.module';
import { ArticleChanges } from './article-changes';
import { ArticleDesk } from './article-desk';
import { Articles } from './articles';
import { BannerDecisions } from './banner-decisions';
import { BannerImages } from './banner-images';
import { Banners } from './banners';
import { ContentStaffController } from './content-staff.controller';
import { ContentController } from './content.controller';
import { DefaultArticles } from './default-articles';
import { FeedbackBox } from './feedback-box';
import { FeedbackDesk } from './feedback-desk';
import { LegalTexts } from './legal-texts';
import { LinkList } from './link-list';
import { NoticeDecisions } from './notice-decisions';

@Module({
  imports: [ProductModule],
  controllers: [ContentController, ContentStaffController],
  providers: [
    ArticleChanges,
    ArticleDesk,
    Articles,
    BannerDecisions,
    BannerImages,
    Banners,
    DefaultArticles,
    FeedbackBox,
    FeedbackDesk,
    LegalTexts,
    LinkList,
    NoticeDecisions,
  ],
  exports: [FeedbackDesk],
})
export class ContentModule {}
