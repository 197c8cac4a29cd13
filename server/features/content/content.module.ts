import { Module } from '@nestjs/common';
import { ProductModule } from '../product/product.module';
import { Articles } from './articles';
import { ContentController } from './content.controller';
import { DefaultArticles } from './default-articles';
import { FeedbackBox } from './feedback-box';
import { FeedbackDesk } from './feedback-desk';

@Module({
  imports: [ProductModule],
  controllers: [ContentController],
  providers: [Articles, DefaultArticles, FeedbackBox, FeedbackDesk],
  exports: [FeedbackDesk],
})
export class ContentModule {}
