import { Module } from '@nestjs/common';
import { ProductModule } from '../../../features/product/product.module';
import { feature } from '../../../features/shared/endpoints/feature';
import { ArticleChanges } from './article-changes';
import { ArticleDesk } from './article-desk';
import { Articles } from './articles';
import { BannerDecisions } from './banner-decisions';
import { BannerImages } from './banner-images';
import { Banners } from './banners';
import { CONTENT_STAFF_ENDPOINTS } from './content-staff.endpoints';
import { CONTENT_ENDPOINTS } from './content.endpoints';
import { DefaultArticles } from './default-articles';
import { FeedbackBox } from './feedback-box';
import { FeedbackDesk } from './feedback-desk';
import { LegalTexts } from './legal-texts';
import { LinkList } from './link-list';
import { NoticeDecisions } from './notice-decisions';

@Module(
  feature([], {
    imports: [ProductModule],
    endpoints: [...CONTENT_ENDPOINTS, ...CONTENT_STAFF_ENDPOINTS],
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
  }),
)
export class ContentModule {}
