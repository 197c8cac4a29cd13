import { useState } from 'react';
import { bankNumberOf } from '../../../../../shared/products/wallet/rules/bank-reference';
import { SHOWN_SECONDS, type ShownRecharge } from '../../../../../shared/wire/shown-data';
import { RECHARGE_STATUSES, type RechargeStatus } from '../../../../../shared/products/wallet/wire';
import type { AuditedRecharge } from '../../../../../shared/wire/staff';
import { useAuditedRechargesQuery } from '../../../admin/api/money-api';
import { useShowRechargeMutation } from '../../../admin/api/shown-api';
import { ActDialog, type Act } from '../../../admin/act/act-dialog';
import { useServerWords } from '../../../kit/i18n/server-words';
import { storedText } from '../../../kit/i18n/stored-text';
import { useTexts, type Texts } from '../../../kit/i18n/use-texts';
import { Amount } from '../../../kit/ui/figures/amount';
import { column, figure, fixed, timeColumn, type Column } from '../../../kit/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT } from '../../../kit/ui/lists/pages';
import { Tabs } from '../../../kit/ui/controls/tabs';
import { AdminList } from '../../../admin/parts/admin-list';
import styles from '../../../admin/parts/admin.module.css';
import { ShowButton } from '../../../admin/parts/show-button';
import { useTemporarilyShown, type Shown } from '../../../admin/parts/use-temporarily-shown';
import { Mark } from '../../../kit/ui/figures/mark';

const CHOICES = ['all', ...RECHARGE_STATUSES] as const;
const KINDS = { recharging: 'warning', success: 'good', failure: 'bad' } as const;

/**
 * Deposits of all users. `since`: journal position that the list must include. `canShow`: masked values can be
 * revealed.
 */
export function RechargeTabs({ since, canShow = false }: { since?: number; canShow?: boolean }) {
  const { t } = useTexts();
  const [selectedStatus, choose] = useState<(typeof CHOICES)[number]>('all');
  return (
    <Tabs
      label={t('staff.section.recharges')}
      tabs={CHOICES.map((name) => ({
        name,
        title: name === 'all' ? t('staff.all') : t(`staff.recharge_status.${name}`),
      }))}
      selected={selectedStatus}
      onChoose={choose}
    >
      <List
        key={selectedStatus}
        status={selectedStatus === 'all' ? null : selectedStatus}
        since={since}
        canShow={canShow}
      />
    </Tabs>
  );
}

interface ListProps {
  status: RechargeStatus | null;
  since: number | undefined;
  canShow: boolean;
}

function List({ status, since, canShow }: ListProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const query = useAuditedRechargesQuery(
    { ...(status === null ? {} : { status }), ...paging, ...(since === undefined ? {} : { minPosition: since }) },
    { refetchOnMountOrArgChange: true },
  );
  const revealedRecharges = useTemporarilyShown<ShownRecharge>(SHOWN_SECONDS);
  const [act, setAct] = useState<Act | null>(null);
  return (
    <>
      <AdminList<AuditedRecharge>
        name="recharges"
        label={t('staff.section.recharges')}
        columns={[
          ...columnsOf(t, (code) => serverText('code', code), revealedRecharges),
          ...(canShow ? [showColumn(revealedRecharges, setAct)] : []),
        ]}
        query={query}
        keyOf={({ recharge, reference }) => recharge ?? reference}
        empty={t('staff.recharges.none')}
        paging={paging}
        onPage={setPaging}
      />
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

/** Only for deposits from a chain with an id to query by. */
function showColumn(revealedRecharges: Shown<ShownRecharge>, onAct: (act: Act) => void): Column<AuditedRecharge> {
  return fixed(
    'show',
    '',
    ({ recharge, userId, chain }) =>
      recharge !== null &&
      chain !== null && (
        <Show recharge={recharge} userId={userId} revealedRecharges={revealedRecharges} onAct={onAct} />
      ),
  );
}

interface ShowProps {
  recharge: string;
  userId: number;
  revealedRecharges: Shown<ShownRecharge>;
  onAct: (act: Act) => void;
}

function Show({ recharge, userId, revealedRecharges, onAct }: ShowProps) {
  const revealMutation = useShowRechargeMutation();
  return (
    <ShowButton
      record={recharge}
      name={recharge}
      revealed={revealedRecharges}
      seconds={SHOWN_SECONDS}
      revealMutation={revealMutation}
      request={{ recharge, userId }}
      onAct={onAct}
    />
  );
}

function columnsOf(
  t: Texts['t'],
  reasonOf: (code: string) => string,
  revealedRecharges: Shown<ShownRecharge>,
): Column<AuditedRecharge>[] {
  return [
    timeColumn('at', t('staff.time'), ({ at }) => at, { isFixed: true }),
    fixed('recharge', t('staff.number'), ({ recharge }) => recharge ?? '—'),
    column('userId', t('staff.user.id'), ({ userId }) => userId),
    figure(
      'amount',
      t('staff.amount'),
      ({ amount, asset }) => (
        <>
          <Amount amount={amount} asset={asset} /> {asset}
        </>
      ),
      { isFixed: true },
    ),
    column(
      'chain',
      t('staff.chain'),
      ({ chain, reference }) => chain ?? (bankNumberOf(reference) === null ? '—' : t('wallet.bank.transfer')),
    ),
    column('status', t('staff.state'), ({ status }) => (
      <Mark kind={KINDS[status]} text={t(`staff.recharge_status.${status}`)} />
    )),
    figure('confirmations', t('staff.confirmations'), ({ confirmations, needed }) =>
      confirmations === null || needed === null ? '—' : `${Math.min(confirmations, needed)} / ${needed}`,
    ),
    column('reason', t('staff.reason'), ({ reason }) => (
      <span className={styles.long}>{reason === null ? '—' : reasonOf(reason)}</span>
    )),
    column('reference', t('staff.reference'), ({ recharge, address, reference }) => {
      const clear = recharge === null ? null : revealedRecharges.dataOf(recharge);
      const shownAddress = clear?.address ?? address;
      return (
        <span className={`${styles.long} ${styles.stack}`}>
          {clear?.reference ?? reference}
          {shownAddress !== null && <small>{storedText(t, shownAddress)}</small>}
        </span>
      );
    }),
    timeColumn('endedAt', t('staff.ended_at'), ({ endedAt }) => endedAt),
  ];
}
