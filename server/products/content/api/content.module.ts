import { Module } from '@nestjs/common';
import { ProductModule } from '../../../features/product/product.module';
import { feature } from '../../../features/shared/endpoints/feature';
import { ArticleChanges } from './article-changes';
import { ArticleAdmin } from './article-admin';
import { Articles } from './articles';
import { BannerDecisions } from './banner-decisions';
import { BannerImages } from './banner-images';
import { Banners } from './banners';
import { CONTENT_STAFF_ENDPOINTS } from './content-staff.endpoints';
import { CONTENT_ENDPOINTS } from './content.endpoints';
import { DefaultArticles } from './default-articles';
import { FeedbackInbox } from './feedback-inbox';
import { FeedbackAdmin } from './feedback-admin';
import { LegalTexts } from './legal-texts';
import { LinkList } from './link-list';
import { NoticeDecisions } from './notice-decisions';

@Module(
  feature([], {
    imports: [ProductModule],
    endpoints: [...CONTENT_ENDPOINTS, ...CONTENT_STAFF_ENDPOINTS],
    providers: [
      ArticleChanges,
      ArticleAdmin,
      Articles,
      BannerDecisions,
      BannerImages,
      Banners,
      DefaultArticles,
      FeedbackInbox,
      FeedbackAdmin,
      LegalTexts,
      LinkList,
      NoticeDecisions,
    ],
    exports: [FeedbackAdmin],
  }),
)
export class ContentModule {}
