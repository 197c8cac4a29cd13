import { useState } from 'react';
import { Link } from 'react-router';
import type { StaffPosition, StaffPositionsRequest } from '../../../../../shared/products/perpetual/staff';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { AdlLight } from '../../../features/show-positions/adl-light';
import { Two, useContractWords } from '../../../features/show-positions/position-words';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { signOf } from '../../../shared/lib/numbers/amount';
import { isAbove } from '../../../shared/lib/numbers/exact';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Button } from '../../../shared/ui/controls/button';
import { column, figure, fixed, type Column } from '../../../shared/ui/data-table/columns';
import { Mark } from '../../../shared/ui/figures/mark';
import type { AskedList } from '../../../shared/ui/lists/query-list';
import { DeskList } from './desk-list';
import styles from './desk.module.css';
import { pathOf, sees } from './sections';
import { lockWayOf, useLockActs } from './use-lock-acts';

type Paging = Pick<StaffPositionsRequest, 'pageIndex' | 'pageSize'>;

interface PositionsListProps {
  name: string;
  own: OwnStaff;
  asked: AskedList<StaffPosition>;
  empty: string;
  paging: Paging;
  onPage: (paging: Paging) => void;
  onDone: (position: number | undefined) => void;
  /** They are of several users. */
  isOfAll?: boolean;
}

/** Positions as staff see them, with the way to lock one; auditors only read. */
export function PositionsList({
  name,
  own,
  asked,
  empty,
  paging,
  onPage,
  onDone,
  isOfAll = false,
}: PositionsListProps) {
  const texts = useTexts();
  const { say } = texts;
  const how = useContractWords();
  const [act, setAct] = useState<Act | null>(null);
  const actOf = useLockActs(how.label, onDone);
  const actionOf = (position: StaffPosition) => {
    const way = own.role === 'admin' ? lockWayOf(position, own) : null;
    if (way === null) return null;
    return (
      <Button aria-label={`${say(`staff.lock.${way}`)}: #${position.id}`} onClick={() => setAct(actOf(position, way))}>
        {say(`staff.lock.${way}`)}
      </Button>
    );
  };
  const columns: Column<StaffPosition>[] = [
    ...(isOfAll ? [userColumn(say, own)] : []),
    ...columnsOf(texts, how),
    fixed('lock', '', (position) => (
      <span className={styles.stack}>
        <Lock of={position} />
        {actionOf(position)}
      </span>
    )),
  ];
  return (
    <>
      <DeskList<StaffPosition>
        name={name}
        label={say('staff.positions')}
        columns={columns}
        asked={asked}
        keyOf={({ id }) => id}
        empty={empty}
        paging={paging}
        onPage={onPage}
      />
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

function userColumn(say: Texts['say'], own: OwnStaff): Column<StaffPosition> {
  const users = pathOf(own, 'users');
  return column('user', say('staff.user.id'), ({ userId }) =>
    sees(own, 'users') ? (
      <Link to={own.role === 'admin' ? `${users}/${userId}` : `${users}?user=${userId}`}>{userId}</Link>
    ) : (
      userId
    ),
  );
}

function columnsOf({ say, numbers }: Texts, how: ReturnType<typeof useContractWords>): Column<StaffPosition>[] {
  // Neither of them is a gain.
  const partOf = (ratio: string) => numbers.percent(ratio).replace('+', '');
  return [
    fixed('contract', say('positions.contract'), ({ id, market, side, mode, leverage }) => (
      <Two
        first={
          <>
            <b>{how.label(market)}</b> <span className={styles.muted}>#{id}</span>
          </>
        }
        second={
          <>
            {how.side(side)} {say(`positions.mode.${mode}`)} {leverage}×
          </>
        }
      />
    )),
    figure('size', say('positions.size'), ({ market, quantity }) => how.quantity(market, quantity), { isFixed: true }),
    figure('prices', `${say('positions.entry')} / ${say('positions.mark')}`, ({ market, entry, mark }) => (
      <Two first={how.price(market, entry)} second={how.price(market, mark)} />
    )),
    figure('liquidation', say('positions.liquidation'), ({ market, liquidationPrice, distance }) => (
      <Two first={how.price(market, liquidationPrice)} second={distance === null ? '' : partOf(distance)} />
    )),
    figure('margin', say('positions.margin'), ({ market, margin, marginRatio }) => (
      <Two first={how.rounded(market, margin)} second={marginRatio === null ? '–' : partOf(marginRatio)} />
    )),
    figure('unrealised', say('positions.unrealised'), ({ market, unrealised }) => (
      <span data-direction={signOf(unrealised ?? '0')}>
        {isAbove(unrealised ?? '0', '0') && '+'}
        {how.rounded(market, unrealised)}
      </span>
    )),
    column('adl', say('positions.adl'), ({ adl }) => <AdlLight light={adl} />),
  ];
}

/** Until when it is locked. */
function Lock({ of: { lockedUntil } }: { of: StaffPosition }) {
  const { say } = useTexts();
  if (lockedUntil === null) return null;
  return <Mark kind="warning" text={say('staff.lock.locked_until', { time: dateAndTime(lockedUntil) })} />;
}
