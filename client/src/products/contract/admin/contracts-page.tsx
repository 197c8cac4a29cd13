/** Perpetual contracts at the desk: whose positions are nearest to their liquidation, and the fund that pays where they have nothing left. */
import { useId, useState } from 'react';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useInstruments } from '../../../entities/instrument/instrument';
import { useAllPositionsQuery } from '../../../entities/staff/contracts-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Choice } from '../../../shared/ui/controls/choice';
import { PAGE_SIZE_DEFAULT } from '../../../shared/ui/lists/pages';
import { Panel } from '../../../shared/ui/page/panel';
import styles from '../../../pages/admin/parts/desk.module.css';
import { InsuranceFundsPanel } from './insurance-funds';
import { PositionsList } from '../../../pages/admin/parts/positions-list';

const SIDES = ['all', 'long', 'short'] as const;
type Side = (typeof SIDES)[number];
const ALL = '';

export function ContractsPage({ own }: { own: OwnStaff }) {
  const may = (right: 'users' | 'recharges') => own.role === 'auditor' || own.rights.includes(right);
  return (
    <>
      {may('users') && <EveryPosition own={own} />}
      {may('recharges') && <InsuranceFundsPanel own={own} />}
    </>
  );
}

function EveryPosition({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const id = useId();
  const perpetuals = useInstruments().filter(({ product }) => product === 'perpetual');
  const [since, setSince] = useState<number>();
  const [market, setMarket] = useState(ALL);
  const [side, setSide] = useState<Side>('all');
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const asked = useAllPositionsQuery(
    {
      ...(market === ALL ? {} : { market }),
      ...(side === 'all' ? {} : { side }),
      ...paging,
      ...(since === undefined ? {} : { minPosition: since }),
    },
    { refetchOnMountOrArgChange: true },
  );
  const narrowed = (narrow: () => void) => {
    narrow();
    setPaging({ ...paging, pageIndex: 1 });
  };
  return (
    <Panel title={say('staff.positions')} lead={say('staff.positions.lead')} level={1}>
      <div className={styles.filters}>
        <div className={styles.filter}>
          <label htmlFor={`${id}-market`}>{say('positions.contract')}</label>
          <Choice
            id={`${id}-market`}
            value={market}
            options={[
              { value: ALL, text: say('staff.all') },
              ...perpetuals.map(({ id: name, label }) => ({ value: name, text: label })),
            ]}
            onChange={(chosen) => narrowed(() => setMarket(chosen))}
          />
        </div>
        <div className={styles.filter}>
          <label htmlFor={`${id}-side`}>{say('staff.positions.side')}</label>
          <Choice
            id={`${id}-side`}
            value={side}
            options={SIDES.map((value) => ({
              value,
              text: value === 'all' ? say('staff.all') : say(`positions.${value}`),
            }))}
            onChange={(chosen) => narrowed(() => setSide(chosen))}
          />
        </div>
      </div>
      <PositionsList
        {...{ own, asked, paging }}
        name="positions"
        empty={say('staff.positions.none')}
        onPage={setPaging}
        onDone={setSince}
        isOfAll
      />
    </Panel>
  );
}
