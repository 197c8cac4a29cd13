/** Lists of what is sold, for both kinds alike. */
import { Link } from 'react-router';
import { QuotaBar, obstacleOf, useEarnWords } from '../api/earn-words';
import type { EarnOffer } from '../api/kinds';
import type { Fault } from '../../../shared/api/envelope';
import type { TextKey } from '../../../shared/i18n/i18n';
import { useTexts } from '../../../shared/i18n/use-texts';
import type { Column } from '../../../shared/ui/data-table/columns';
import { Rows } from '../../../shared/ui/data-table/rows';
import { Faulty } from '../../../shared/ui/page/faulty';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';
import styles from './earn-pages.module.css';

/** Others buy as well: what is left is asked for again. */
export const OFFERS_MS = 15_000;

interface OffersPageProps<Product> extends OffersProps<Product> {
  lead: string;
  /** Beside the title. */
  links: readonly { to: string; text: TextKey }[];
}

/** Products of one kind, with links to related screens. */
export function OffersPage<Product extends EarnOffer>({ lead, links, ...offers }: OffersPageProps<Product>) {
  const { say } = useTexts();
  const { label } = offers;
  return (
    <div className={styles.page}>
      <Panel
        {...{ title: label, lead, level: 1 }}
        actions={
          <nav className={styles.links} aria-label={label}>
            {links.map(({ to, text }) => (
              <Link key={to} to={to}>
                {say(text)}
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
  /** Between the name and the quota: rates and the like. */
  columns: readonly Column<Product>[];
  asked: { data?: readonly Product[]; error?: Fault; refetch: () => unknown };
  /** Of a product's own screen. */
  path: string;
}

function Offers<Product extends EarnOffer>({ label, columns, asked, path }: OffersProps<Product>) {
  const { say } = useTexts();
  const how = useEarnWords();
  const { data, error, refetch } = asked;
  if (error && !data) return <Faulty fault={error} onRetry={() => void refetch()} />;
  const address = ({ product }: Product) => `${path}?product=${encodeURIComponent(product)}`;
  return (
    <Rows<Product>
      label={label}
      columns={[
        { key: 'coin', title: say('earn.coin'), isFixed: true, render: ({ asset }) => asset },
        {
          key: 'product',
          title: say('earn.product'),
          isFixed: true,
          render: (row) => (
            <Link className={styles.name} to={address(row)}>
              {row.name}
            </Link>
          ),
        },
        ...columns,
        { key: 'term', title: say('earn.term'), isEnd: true, render: ({ termDays }) => how.days(termDays) },
        { key: 'quota', title: say('earn.quota'), render: (row) => <QuotaBar {...row} /> },
        {
          key: 'act',
          title: '',
          isFixed: true,
          isEnd: true,
          render: (row) => {
            const obstacle = obstacleOf(row);
            return obstacle === null ? (
              <Link className={styles.buy} to={address(row)} aria-label={`${say('earn.buy')} ${row.name}`}>
                {say('earn.buy')}
              </Link>
            ) : (
              <span className={styles.obstacle}>{say(`earn.state.${obstacle}`)}</span>
            );
          },
        },
      ]}
      rows={data}
      keyOf={({ product }) => product}
      empty={<Note kind="empty" text={say('earn.none.products')} />}
    />
  );
}
