/** What is held now, as the stream tells it, with what can be done about it. */
import { LogOut, RefreshCw, RefreshCwOff, X } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { FinancialHolding, MiningHolding } from '../../../../../shared/products/earn/wire';
import { useRenewFinancialMutation, type EarnKind } from '../api/earn-api';
import { selectEarnLiveness, useHoldings } from '../api/earn-slice';
import { EARN_SCREENS } from '../api/kinds';
import { statusAt } from '../api/standing';
import { useTexts } from '../../../shared/i18n/use-texts';
import { newClientId } from '../../../shared/lib/hooks/use-attempt';
import { useOpened } from '../../../shared/lib/hooks/use-opened';
import { useServerTime } from '../../../shared/stream/server-time';
import type { Column } from '../../../shared/ui/data-table/columns';
import { Rows } from '../../../shared/ui/data-table/rows';
import { Note } from '../../../shared/ui/page/note';
import { RowAct } from '../../../shared/ui/lists/row-act';
import { Way } from '../../../shared/ui/page/way';
import { useFinancialColumns, useMiningColumns } from './columns';
import { GiveUpDialog } from './give-up-dialog';
import styles from './manage-earn.module.css';

export function FinancialHoldings() {
  const { say } = useTexts();
  const [given, giveUp, keep] = useOpened<FinancialHolding>();
  // Its beginning and its end are there.
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
    title: say('financial.renewal'),
    render: ({ renew }) => say(renew ? 'earn.yes' : 'earn.no'),
  };
  return (
    <>
      <Holdings<FinancialHolding>
        kind="financial"
        rows={useHoldings('financial')}
        columns={[...columns, renewal, acts]}
      />
      {given && <GiveUpDialog holding={given} onClose={keep} />}
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
  const { say } = useTexts();
  const liveness = useSelector(selectEarnLiveness);
  if (!rows && liveness.phase === 'stale')
    return <Note kind="error" text={liveness.fault ?? say('stream.unreachable')} />;
  const { to, text } = EARN_SCREENS[kind].offers;
  return (
    <Rows<Row>
      label={say('earn.tab.holdings')}
      columns={columns}
      rows={rows && [...rows].reverse()}
      keyOf={({ purchase }) => purchase}
      empty={<Note kind="empty" text={say('earn.none.holdings')} action={<Way to={to}>{say(text)}</Way>} />}
    />
  );
}

/** Before interest starts it is taken back whole, afterwards it is left early; renewal is chosen until expiry. */
function Acts({ holding, onGiveUp }: { holding: FinancialHolding; onGiveUp: (holding: FinancialHolding) => void }) {
  const { say } = useTexts();
  const [setRenew, { isLoading }] = useRenewFinancialMutation();
  const { purchase, renew } = holding;
  const status = statusAt(holding, useServerTime());
  return (
    <span className={styles.acts}>
      <RowAct
        icon={renew ? RefreshCwOff : RefreshCw}
        name={say(renew ? 'financial.renew.stop' : 'financial.renew')}
        disabled={isLoading}
        onClick={() => void setRenew({ clientId: newClientId(), purchase, renew: !renew })}
      />
      <RowAct
        icon={status === 'buying' ? X : LogOut}
        name={say(status === 'buying' ? 'financial.cancel' : 'financial.leave')}
        onClick={() => onGiveUp({ ...holding, status })}
      />
    </span>
  );
}
