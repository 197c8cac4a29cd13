/** Current holdings from the stream, with actions. */
import { LogOut, RefreshCw, RefreshCwOff, X } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { FinancialHolding, MiningHolding } from '../../../../../shared/products/earn/wire';
import { useRenewFinancialMutation, type EarnKind } from '../api/earn-api';
import { selectEarnLiveness, useHoldings } from '../api/earn-slice';
import { EARN_SCREENS } from '../api/kinds';
import { statusAt } from '../api/standing';
import { useTexts } from '../../../kit/i18n/use-texts';
import { newClientId } from '../../../kit/lib/hooks/use-attempt';
import { useOpenedItem } from '../../../kit/lib/hooks/use-opened-item';
import { useServerTime } from '../../../kit/stream/server-time';
import type { Column } from '../../../kit/ui/data-table/columns';
import { Rows } from '../../../kit/ui/data-table/rows';
import { Note } from '../../../kit/ui/page/note';
import { RowAct } from '../../../kit/ui/lists/row-act';
import { EmptyStateLink } from '../../../kit/ui/page/empty-state-link';
import { useFinancialColumns, useMiningColumns } from './columns';
import { GiveUpDialog } from './give-up-dialog';
import styles from './manage-earn.module.css';

export function FinancialHoldings() {
  const { t } = useTexts();
  const [openedHolding, giveUp, closeDialog] = useOpenedItem<FinancialHolding>();
  // Start and end have columns of their own.
  const columns = useFinancialColumns().filter(({ key }) => key !== 'term');
  const acts: Column<FinancialHolding> = {
    key: 'act',
    title: '',
    isFixed: true,
    isEnd: true,
    render: (row) => <Acts holding={row} onGiveUp={giveUp} />,
  };
  const renewal: Column<FinancialHolding> = {
    key: 'renew',
    title: t('financial.renewal'),
    render: ({ renew }) => t(renew ? 'earn.yes' : 'earn.no'),
  };
  return (
    <>
      <Holdings<FinancialHolding>
        kind="financial"
        rows={useHoldings('financial')}
        columns={[...columns, renewal, acts]}
      />
      {openedHolding && <GiveUpDialog holding={openedHolding} onClose={closeDialog} />}
    </>
  );
}

export function MiningHoldings() {
  return <Holdings<MiningHolding> kind="mining" rows={useHoldings('mining')} columns={useMiningColumns()} />;
}

interface HoldingsProps<Row> {
  kind: EarnKind;
  rows: readonly Row[] | undefined;
  columns: readonly Column<Row>[];
}

function Holdings<Row extends { purchase: string }>({ kind, rows, columns }: HoldingsProps<Row>) {
  const { t } = useTexts();
  const liveness = useSelector(selectEarnLiveness);
  if (!rows && liveness.phase === 'stale')
    return <Note kind="error" text={liveness.fault ?? t('stream.unreachable')} />;
  const { to, text } = EARN_SCREENS[kind].offers;
  return (
    <Rows<Row>
      label={t('earn.tab.holdings')}
      columns={columns}
      rows={rows && [...rows].reverse()}
      keyOf={({ purchase }) => purchase}
      empty={
        <Note kind="empty" text={t('earn.none.holdings')} action={<EmptyStateLink to={to}>{t(text)}</EmptyStateLink>} />
      }
    />
  );
}

/** Before interest starts a purchase can be cancelled, afterwards left early. Renewal can be changed until expiry. */
function Acts({ holding, onGiveUp }: { holding: FinancialHolding; onGiveUp: (holding: FinancialHolding) => void }) {
  const { t } = useTexts();
  const [setRenew, { isLoading }] = useRenewFinancialMutation();
  const { purchase, renew } = holding;
  const status = statusAt(holding, useServerTime());
  return (
    <span className={styles.acts}>
      <RowAct
        icon={renew ? RefreshCwOff : RefreshCw}
        name={t(renew ? 'financial.renew.stop' : 'financial.renew')}
        disabled={isLoading}
        onClick={() => void setRenew({ clientId: newClientId(), purchase, renew: !renew })}
      />
      <RowAct
        icon={status === 'buying' ? X : LogOut}
        name={t(status === 'buying' ? 'financial.cancel' : 'financial.leave')}
        onClick={() => onGiveUp({ ...holding, status })}
      />
    </span>
  );
}
