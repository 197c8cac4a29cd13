/** Desk page of perpetual contracts: positions nearest to liquidation first, and the insurance fund. */
import { useId, useState } from 'react';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useInstruments } from '../../../kit/entities/instrument/instrument';
import { useAllPositionsQuery } from '../../../admin/api/contracts-api';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Choice } from '../../../kit/ui/controls/choice';
import { PAGE_SIZE_DEFAULT } from '../../../kit/ui/lists/pages';
import { Panel } from '../../../kit/ui/page/panel';
import styles from '../../../admin/parts/admin.module.css';
import { InsuranceFundsPanel } from './insurance-funds';
import { PositionsList } from '../../../admin/parts/positions-list';

const SIDES = ['all', 'long', 'short'] as const;
type Side = (typeof SIDES)[number];
const ALL = '';

export function ContractsPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const may = (right: 'users' | 'recharges') => ownStaff.role === 'auditor' || ownStaff.rights.includes(right);
  return (
    <>
      {may('users') && <EveryPosition ownStaff={ownStaff} />}
      {may('recharges') && <InsuranceFundsPanel ownStaff={ownStaff} />}
    </>
  );
}

function EveryPosition({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const id = useId();
  const perpetuals = useInstruments().filter(({ product }) => product === 'perpetual');
  const [since, setSince] = useState<number>();
  const [market, setMarket] = useState(ALL);
  const [side, setSide] = useState<Side>('all');
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const query = useAllPositionsQuery(
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
    <Panel title={t('staff.positions')} lead={t('staff.positions.lead')} level={1}>
      <div className={styles.filters}>
        <div className={styles.filter}>
          <label htmlFor={`${id}-market`}>{t('positions.contract')}</label>
          <Choice
            id={`${id}-market`}
            value={market}
            options={[
              { value: ALL, text: t('staff.all') },
              ...perpetuals.map(({ id: name, label }) => ({ value: name, text: label })),
            ]}
            onChange={(selectedMarket) => narrowed(() => setMarket(selectedMarket))}
          />
        </div>
        <div className={styles.filter}>
          <label htmlFor={`${id}-side`}>{t('staff.positions.side')}</label>
          <Choice
            id={`${id}-side`}
            value={side}
            options={SIDES.map((value) => ({
              value,
              text: value === 'all' ? t('staff.all') : t(`positions.${value}`),
            }))}
            onChange={(selectedSide) => narrowed(() => setSide(selectedSide))}
          />
        </div>
      </div>
      <PositionsList
        {...{ ownStaff, query, paging }}
        name="positions"
        empty={t('staff.positions.none')}
        onPage={setPaging}
        onDone={setSince}
        isOfAll
      />
    </Panel>
  );
}
