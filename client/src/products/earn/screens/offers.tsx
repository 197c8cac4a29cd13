/** Lists of products on sale, for both kinds. */
import { Link } from 'react-router';
import { QuotaBar, saleObstacleOf, useEarnFormat } from '../api/earn-format';
import type { EarnOffer } from '../api/kinds';
import type { Fault } from '../../../kit/api/envelope';
import type { TextKey } from '../../../kit/i18n/i18n';
import { useTexts } from '../../../kit/i18n/use-texts';
import type { Column } from '../../../kit/ui/data-table/columns';
import { Rows } from '../../../kit/ui/data-table/rows';
import { Faulty } from '../../../kit/ui/page/faulty';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';
import styles from './earn-pages.module.css';

/** Poll interval, because purchases of others reduce the quota. */
export const OFFERS_MS = 15_000;

interface OffersPageProps<Product> extends OffersProps<Product> {
  lead: string;
  /** Shown beside the title. */
  links: readonly { to: string; text: TextKey }[];
}

/** Products of one kind, with links to related screens. */
export function OffersPage<Product extends EarnOffer>({ lead, links, ...offers }: OffersPageProps<Product>) {
  const { t } = useTexts();
  const { label } = offers;
  return (
    <div className={styles.page}>
      <Panel
        {...{ title: label, lead, level: 1 }}
        actions={
          <nav className={styles.links} aria-label={label}>
            {links.map(({ to, text }) => (
              <Link key={to} to={to}>
                {t(text)}
              </Link>
            ))}
          </nav>
        }
      >
        <Offers {...offers} />
      </Panel>
    </div>
  );
}

interface OffersProps<Product> {
  label: string;
  /** Shown between name and quota, such as rates. */
  columns: readonly Column<Product>[];
  query: { data?: readonly Product[]; error?: Fault; refetch: () => unknown };
  /** Path of a product's detail screen. */
  path: string;
}

function Offers<Product extends EarnOffer>({ label, columns, query, path }: OffersProps<Product>) {
  const { t } = useTexts();
  const format = useEarnFormat();
  const { data, error, refetch } = query;
  if (error && !data) return <Faulty error={error} onRetry={() => void refetch()} />;
  const address = ({ product }: Product) => `${path}?product=${encodeURIComponent(product)}`;
  return (
    <Rows<Product>
      label={label}
      columns={[
        { key: 'coin', title: t('earn.coin'), isFixed: true, render: ({ asset }) => asset },
        {
          key: 'product',
          title: t('earn.product'),
          isFixed: true,
          render: (row) => (
            <Link className={styles.name} to={address(row)}>
              {row.name}
            </Link>
          ),
        },
        ...columns,
        { key: 'term', title: t('earn.term'), isEnd: true, render: ({ termDays }) => format.days(termDays) },
        { key: 'quota', title: t('earn.quota'), render: (row) => <QuotaBar {...row} /> },
        {
          key: 'act',
          title: '',
          isFixed: true,
          isEnd: true,
          render: (row) => {
            const obstacle = saleObstacleOf(row);
            return obstacle === null ? (
              <Link className={styles.buy} to={address(row)} aria-label={`${t('earn.buy')} ${row.name}`}>
                {t('earn.buy')}
              </Link>
            ) : (
              <span className={styles.obstacle}>{t(`earn.state.${obstacle}`)}</span>
            );
          },
        },
      ]}
      rows={data}
      keyOf={({ product }) => product}
      empty={<Note kind="empty" text={t('earn.none.products')} />}
    />
  );
}
