import { useState } from 'react';
import { bankNumberOf } from '../../../../../shared/products/wallet/rules/bank-reference';
import { SHOWN_SECONDS, type ShownRecharge } from '../../../../../shared/wire/shown-data';
import { RECHARGE_STATUSES, type RechargeStatus } from '../../../../../shared/products/wallet/wire';
import type { AuditedRecharge } from '../../../../../shared/wire/staff';
import { useAuditedRechargesQuery } from '../../../entities/staff/money-api';
import { useShowRechargeMutation } from '../../../entities/staff/shown-api';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { useServerWords } from '../../../shared/i18n/server-words';
import { keptText } from '../../../shared/i18n/kept-text';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { Amount } from '../../../shared/ui/figures/amount';
import { column, figure, fixed, timeColumn, type Column } from '../../../shared/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT } from '../../../shared/ui/lists/pages';
import { Tabs } from '../../../shared/ui/controls/tabs';
import { DeskList } from '../parts/desk-list';
import styles from '../parts/desk.module.css';
import { ShowButton } from '../parts/show-button';
import { useShown, type Shown } from '../parts/use-shown';
import { Mark } from '../../../shared/ui/figures/mark';

const CHOICES = ['all', ...RECHARGE_STATUSES] as const;
const KINDS = { recharging: 'warning', success: 'good', failure: 'bad' } as const;

/** Recharges of everybody. `since`: the position that the list must know of. `canShow`: what is masked may be asked for. */
export function RechargeTabs({ since, canShow = false }: { since?: number; canShow?: boolean }) {
  const { say } = useTexts();
  const [chosen, choose] = useState<(typeof CHOICES)[number]>('all');
  return (
    <Tabs
      label={say('staff.section.recharges')}
      tabs={CHOICES.map((name) => ({
        name,
        title: name === 'all' ? say('staff.all') : say(`staff.recharge_status.${name}`),
      }))}
      chosen={chosen}
      onChoose={choose}
    >
      <List key={chosen} status={chosen === 'all' ? null : chosen} since={since} canShow={canShow} />
    </Tabs>
  );
}

interface ListProps {
  status: RechargeStatus | null;
  since: number | undefined;
  canShow: boolean;
}

function List({ status, since, canShow }: ListProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const asked = useAuditedRechargesQuery(
    { ...(status === null ? {} : { status }), ...paging, ...(since === undefined ? {} : { minPosition: since }) },
    { refetchOnMountOrArgChange: true },
  );
  const shown = useShown<ShownRecharge>(SHOWN_SECONDS);
  const [act, setAct] = useState<Act | null>(null);
  return (
    <>
      <DeskList<AuditedRecharge>
        name="recharges"
        label={say('staff.section.recharges')}
        columns={[
          ...columnsOf(say, (code) => words('code', code), shown),
          ...(canShow ? [showColumn(shown, setAct)] : []),
        ]}
        asked={asked}
        keyOf={({ recharge, reference }) => recharge ?? reference}
        empty={say('staff.recharges.none')}
        paging={paging}
        onPage={setPaging}
      />
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

/** Of what came on a chain, and has a number to ask by. */
function showColumn(shown: Shown<ShownRecharge>, onAct: (act: Act) => void): Column<AuditedRecharge> {
  return fixed(
    'show',
    '',
    ({ recharge, userId, chain }) =>
      recharge !== null && chain !== null && <Show recharge={recharge} userId={userId} shown={shown} onAct={onAct} />,
  );
}

interface ShowProps {
  recharge: string;
  userId: number;
  shown: Shown<ShownRecharge>;
  onAct: (act: Act) => void;
}

function Show({ recharge, userId, shown, onAct }: ShowProps) {
  const ask = useShowRechargeMutation();
  return (
    <ShowButton
      record={recharge}
      name={recharge}
      shown={shown}
      seconds={SHOWN_SECONDS}
      ask={ask}
      request={{ recharge, userId }}
      onAct={onAct}
    />
  );
}

function columnsOf(
  say: Texts['say'],
  reasonOf: (code: string) => string,
  shown: Shown<ShownRecharge>,
): Column<AuditedRecharge>[] {
  return [
    timeColumn('at', say('staff.time'), ({ at }) => at, { isFixed: true }),
    fixed('recharge', say('staff.number'), ({ recharge }) => recharge ?? '—'),
    column('userId', say('staff.user.id'), ({ userId }) => userId),
    figure(
      'amount',
      say('staff.amount'),
      ({ amount, asset }) => (
        <>
          <Amount of={amount} asset={asset} /> {asset}
        </>
      ),
      { isFixed: true },
    ),
    column(
      'chain',
      say('staff.chain'),
      ({ chain, reference }) => chain ?? (bankNumberOf(reference) === null ? '—' : say('wallet.bank.transfer')),
    ),
    column('status', say('staff.state'), ({ status }) => (
      <Mark kind={KINDS[status]} text={say(`staff.recharge_status.${status}`)} />
    )),
    figure('confirmations', say('staff.confirmations'), ({ confirmations, needed }) =>
      confirmations === null || needed === null ? '—' : `${Math.min(confirmations, needed)} / ${needed}`,
    ),
    column('reason', say('staff.reason'), ({ reason }) => (
      <span className={styles.long}>{reason === null ? '—' : reasonOf(reason)}</span>
    )),
    column('reference', say('staff.reference'), ({ recharge, address, reference }) => {
      const clear = recharge === null ? null : shown.of(recharge);
      const told = clear?.address ?? address;
      return (
        <span className={`${styles.long} ${styles.stack}`}>
          {clear?.reference ?? reference}
          {told !== null && <small>{keptText(say, told)}</small>}
        </span>
      );
    }),
    timeColumn('endedAt', say('staff.ended_at'), ({ endedAt }) => endedAt),
  ];
}
