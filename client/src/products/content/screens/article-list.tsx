import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { ArticleRecord } from '../../../../../shared/products/content/wire';
import { articlePath } from '../../../kit/entities/content/places';
import { useTexts } from '../../../kit/i18n/use-texts';
import styles from './article-list.module.css';
import { Day } from './reading';

interface ArticleListProps {
  articles: readonly ArticleRecord[];
  /** Help articles have no date. */
  isDated?: boolean;
  isUnread?: (id: string) => boolean;
  /** Heading level of titles: 2 below the page's title, 3 below a section's. */
  level?: 2 | 3;
}

export function ArticleList({ articles, isDated = true, isUnread, level = 2 }: ArticleListProps) {
  const { t } = useTexts();
  const Title = `h${level}` as const;
  return (
    <ul className={styles.list}>
      {articles.map((article) => (
        <li key={article.id}>
          <Link className={styles.entry} to={articlePath(article)} data-unread={isUnread?.(article.id) ?? false}>
            <div className={styles.words}>
              <Title>
                {isUnread?.(article.id) && <span className="spoken">{t('notices.new')}: </span>}
                {article.title}
              </Title>
              <p>{article.summary}</p>
              {isDated && (
                <small>
                  <Day at={article.publishedAt} />
                </small>
              )}
            </div>
            <ChevronRight className={styles.arrow} size={18} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
