import { useState } from 'react';
import { Link } from 'react-router';
import type { StaffPosition, StaffPositionsRequest } from '../../../../shared/products/perpetual/staff';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { AdlLight } from '../../kit/positions/adl-light';
import { TwoLines, useContractFormat } from '../../kit/positions/position-format';
import { ActDialog, type Act } from '../act/act-dialog';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { signOf } from '../../kit/lib/numbers/amount';
import { isAbove } from '../../kit/lib/numbers/exact';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Button } from '../../kit/ui/controls/button';
import { column, figure, fixed, type Column } from '../../kit/ui/data-table/columns';
import { Mark } from '../../kit/ui/figures/mark';
import type { AskedList } from '../../kit/ui/lists/query-list';
import { AdminList } from './admin-list';
import styles from './admin.module.css';
import { pathOf, maySee } from './sections';
import { lockWayOf, useLockActs } from './use-lock-acts';

type Paging = Pick<StaffPositionsRequest, 'pageIndex' | 'pageSize'>;

interface PositionsListProps {
  name: string;
  ownStaff: OwnStaff;
  query: AskedList<StaffPosition>;
  empty: string;
  paging: Paging;
  onPage: (paging: Paging) => void;
  onDone: (position: number | undefined) => void;
  /** The list contains positions of several users. */
  isOfAll?: boolean;
}

/** Positions for staff, with the action to lock one. Auditors can only read. */
export function PositionsList({
  name,
  ownStaff,
  query,
  empty,
  paging,
  onPage,
  onDone,
  isOfAll = false,
}: PositionsListProps) {
  const texts = useTexts();
  const { t } = texts;
  const format = useContractFormat();
  const [act, setAct] = useState<Act | null>(null);
  const actOf = useLockActs(format.label, onDone);
  const actionOf = (position: StaffPosition) => {
    const lockAction = ownStaff.role === 'admin' ? lockWayOf(position, ownStaff) : null;
    if (lockAction === null) return null;
    return (
      <Button
        aria-label={`${t(`staff.lock.${lockAction}`)}: #${position.id}`}
        onClick={() => setAct(actOf(position, lockAction))}
      >
        {t(`staff.lock.${lockAction}`)}
      </Button>
    );
  };
  const columns: Column<StaffPosition>[] = [
    ...(isOfAll ? [userColumn(t, ownStaff)] : []),
    ...columnsOf(texts, format),
    fixed('lock', '', (position) => (
      <span className={styles.stack}>
        <Lock position={position} />
        {actionOf(position)}
      </span>
    )),
  ];
  return (
    <>
      <AdminList<StaffPosition>
        name={name}
        label={t('staff.positions')}
        columns={columns}
        query={query}
        keyOf={({ id }) => id}
        empty={empty}
        paging={paging}
        onPage={onPage}
      />
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

function userColumn(t: Texts['t'], ownStaff: OwnStaff): Column<StaffPosition> {
  const users = pathOf(ownStaff, 'users');
  return column('user', t('staff.user.id'), ({ userId }) =>
    maySee(ownStaff, 'users') ? (
      <Link to={ownStaff.role === 'admin' ? `${users}/${userId}` : `${users}?user=${userId}`}>{userId}</Link>
    ) : (
      userId
    ),
  );
}

function columnsOf({ t, numbers }: Texts, format: ReturnType<typeof useContractFormat>): Column<StaffPosition>[] {
  // Neither ratio is a gain, so the plus sign is removed.
  const partOf = (ratio: string) => numbers.percent(ratio).replace('+', '');
  return [
    fixed('contract', t('positions.contract'), ({ id, market, side, mode, leverage }) => (
      <TwoLines
        first={
          <>
            <b>{format.label(market)}</b> <span className={styles.muted}>#{id}</span>
          </>
        }
        second={
          <>
            {format.side(side)} {t(`positions.mode.${mode}`)} {leverage}×
          </>
        }
      />
    )),
    figure('size', t('positions.size'), ({ market, quantity }) => format.quantity(market, quantity), { isFixed: true }),
    figure('prices', `${t('positions.entry')} / ${t('positions.mark')}`, ({ market, entry, mark }) => (
      <TwoLines first={format.price(market, entry)} second={format.price(market, mark)} />
    )),
    figure('liquidation', t('positions.liquidation'), ({ market, liquidationPrice, distance }) => (
      <TwoLines first={format.price(market, liquidationPrice)} second={distance === null ? '' : partOf(distance)} />
    )),
    figure('margin', t('positions.margin'), ({ market, margin, marginRatio }) => (
      <TwoLines first={format.rounded(market, margin)} second={marginRatio === null ? '–' : partOf(marginRatio)} />
    )),
    figure('unrealised', t('positions.unrealised'), ({ market, unrealised }) => (
      <span data-direction={signOf(unrealised ?? '0')}>
        {isAbove(unrealised ?? '0', '0') && '+'}
        {format.rounded(market, unrealised)}
      </span>
    )),
    column('adl', t('positions.adl'), ({ adl }) => <AdlLight light={adl} />),
  ];
}

/** End of the lock. */
function Lock({ position: { lockedUntil } }: { position: StaffPosition }) {
  const { t } = useTexts();
  if (lockedUntil === null) return null;
  return <Mark kind="warning" text={t('staff.lock.locked_until', { time: dateAndTime(lockedUntil) })} />;
}
