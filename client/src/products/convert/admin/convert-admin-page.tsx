/** Admin page of dust conversion: terms, today's payouts, and the balance of the account that pays them. */
import { useState } from 'react';
import type { DustDesk } from '../../../../../shared/products/convert/staff';
import { VALUE_ASSET } from '../../../../../shared/rules/valuation';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { ActDialog, type Act } from '../../../admin/act/act-dialog';
import styles from '../../../admin/parts/admin.module.css';
import { CoinName } from '../../../kit/coins/coin-name';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Button } from '../../../kit/ui/controls/button';
import { Rows } from '../../../kit/ui/data-table/rows';
import { Amount } from '../../../kit/ui/figures/amount';
import { Facts } from '../../../kit/ui/figures/facts';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';
import { Waiting } from '../../../kit/ui/page/waiting';
import { useDustDeskQuery } from './convert-admin-api';
import { useDustActs } from './use-dust-acts';

export function ConvertAdminPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t, numbers } = useTexts();
  const [since, setSince] = useState<number>();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useDustDeskQuery(since, { refetchOnMountOrArgChange: true });
  const acts = useDustActs(setSince);
  const may = (right: 'markets' | 'recharges') => ownStaff.role === 'admin' && ownStaff.rights.includes(right);
  const title = t('menu.convert_dust');
  if (!data) {
    return (
      <Panel title={title} level={1}>
        <Waiting error={error} onRetry={refetch} />
      </Panel>
    );
  }
  const { terms, paidToday, usersToday, held: heldRows } = data;
  const usdt = (amount: string): string => `${numbers.exact(amount)} ${VALUE_ASSET}`;
  return (
    <>
      <Panel
        title={title}
        lead={t('staff.convert.lead')}
        level={1}
        actions={
          may('markets') && <Button onClick={() => setAct(acts.terms(terms))}>{t('staff.convert.change')}</Button>
        }
      >
        <Facts
          details={[
            [t('staff.convert.state'), t(`staff.convert.state.${terms?.state ?? 'closed'}`)],
            [t('staff.convert.daily_max'), terms ? usdt(terms.dailyMax) : '–'],
            [t('staff.convert.paid_today'), usdt(paidToday)],
            [t('staff.convert.users_today'), numbers.fixed(String(usersToday), 0)],
          ]}
        />
      </Panel>
      <Panel
        title={t('staff.convert.held')}
        level={2}
        actions={may('recharges') && <Button onClick={() => setAct(acts.fund())}>{t('staff.convert.fund')}</Button>}
      >
        <Held heldRows={heldRows} onRelease={may('recharges') ? (row) => setAct(acts.release(row)) : null} />
      </Panel>
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

type HeldRow = DustDesk['held'][number];

function Held({ heldRows, onRelease }: { heldRows: HeldRow[]; onRelease: ((row: HeldRow) => void) | null }) {
  const { t } = useTexts();
  return (
    <Rows<HeldRow>
      label={t('staff.convert.held')}
      rows={heldRows}
      keyOf={({ asset }) => asset}
      empty={<Note kind="empty" text={t('staff.convert.held.none')} />}
      columns={[
        { key: 'asset', title: t('convert.coin'), render: ({ asset }) => <CoinName symbol={asset} /> },
        {
          ...{ key: 'amount', title: t('convert.amount_of'), isEnd: true },
          render: ({ amount, asset }) => (
            <>
              <Amount amount={amount} asset={asset} /> {asset}
            </>
          ),
        },
        {
          ...{ key: 'act', title: '', isFixed: true, isEnd: true },
          render: (row) =>
            onRelease && (
              <span className={styles.rowActs}>
                <Button onClick={() => onRelease(row)}>{t('staff.convert.release')}</Button>
              </span>
            ),
        },
      ]}
    />
  );
}
