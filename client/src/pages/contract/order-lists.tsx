/** The user's orders: those that are open, and those that have ended with every field, filters and a file. */
import Select from 'antd/es/select';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type {
  CONTRACT_ORDER_SORTS,
  ContractHistoryRequest,
  ContractOrderRecord,
} from '../../../../shared/wire/contract';
import {
  contractListsApi,
  useContractHistoryQuery,
  useCurrentContractsQuery,
} from '../../entities/contract/contract-lists-api';
import { selectPositionsPosition } from '../../entities/contract/positions';
import { selectUser } from '../../entities/session/session-slice';
import { wordsOf, type Fault } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { allPages } from '../../shared/lib/all-pages';
import { csvOf, downloadCsv } from '../../shared/lib/csv';
import { useFollowed, useList } from '../../shared/lib/use-list';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Button } from '../../shared/ui/button';
import { DayRange } from '../../shared/ui/day-range';
import { QueryList } from '../../shared/ui/query-list';
import { Way } from '../../shared/ui/way';
import { useContractColumns, useContractFields } from './contract-columns';
import { ContractSelect } from './contract-select';
import styles from './contract-pages.module.css';

type Filters = Partial<Pick<ContractHistoryRequest, 'market' | 'position' | 'act' | 'status' | 'from' | 'to'>>;
type Sort = (typeof CONTRACT_ORDER_SORTS)[number];

const STATUSES = ['pending', 'holding', 'closed', 'cancelled'] as const;
const SIDES = ['long', 'short'] as const;
const ACTS = ['open', 'close'] as const;

export function CurrentOrders() {
  const { say } = useTexts();
  const position = useSelector(selectPositionsPosition);
  const isKnown = useSelector(selectUser) !== null;
  const list = useList<Pick<Filters, 'market'>, Sort>(position);
  const asked = useCurrentContractsQuery(list.request, { skip: !isKnown, refetchOnMountOrArgChange: true });
  useFollowed(list, position, asked.isFetching);
  return (
    <>
      <div className={styles.filters}>
        <ContractSelect value={list.filters.market} onChange={(market) => list.filter({ market })} />
      </div>
      <QueryList<ContractOrderRecord>
        {...{ asked, paging: list.paging, onPage: list.turn, sorted: list.sorted }}
        name="contracts.current"
        label={say('contracts.current')}
        columns={useContractColumns()}
        keyOf={({ order }) => order}
        empty={say(list.isFiltered ? 'orderlist.none_found' : 'positions.none.orders')}
        way={!list.isFiltered && <Way to="/contractTransaction">{say('menu.futures')}</Way>}
      />
    </>
  );
}

export function EndedOrders() {
  const { say } = useTexts();
  const position = useSelector(selectPositionsPosition);
  const isKnown = useSelector(selectUser) !== null;
  const list = useList<Filters, Sort>(position);
  const asked = useContractHistoryQuery(list.request, { skip: !isKnown, refetchOnMountOrArgChange: true });
  useFollowed(list, position, asked.isFetching);
  const { filters, filter } = list;
  return (
    <>
      <div className={styles.filters}>
        <ContractSelect value={filters.market} onChange={(market) => filter({ ...filters, market })} />
        <Select
          aria-label={say('place.side')}
          placeholder={say('contracts.any_side')}
          allowClear
          value={filters.position}
          options={SIDES.map((value) => ({ value, label: say(`positions.${value}`) }))}
          onChange={(side?: (typeof SIDES)[number]) => filter({ ...filters, position: side })}
        />
        <Select
          aria-label={say('ticket.act')}
          placeholder={say('contracts.any_act')}
          allowClear
          value={filters.act}
          options={ACTS.map((value) => ({ value, label: say(`ticket.act.${value}`) }))}
          onChange={(act?: (typeof ACTS)[number]) => filter({ ...filters, act })}
        />
        <Select
          aria-label={say('orderlist.status')}
          placeholder={say('contracts.any_status')}
          allowClear
          value={filters.status}
          options={STATUSES.map((value) => ({ value, label: say(`positions.status.${value}`) }))}
          onChange={(status?: (typeof STATUSES)[number]) => filter({ ...filters, status })}
        />
        <DayRange
          label={say('orderlist.time')}
          onChange={(range) => filter({ ...filters, from: undefined, to: undefined, ...range })}
        />
      </div>
      <QueryList<ContractOrderRecord>
        {...{ asked, paging: list.paging, onPage: list.turn, sorted: list.sorted }}
        name="contracts.history"
        label={say('contracts.history')}
        columns={useContractColumns()}
        keyOf={({ order }) => order}
        empty={say(list.isFiltered ? 'orderlist.none_found' : 'positions.none.history')}
        way={!list.isFiltered && <Way to="/contractTransaction">{say('menu.futures')}</Way>}
        selection={{ keys: list.chosen, onChange: list.setChosen }}
        actions={
          <Export
            filters={filters}
            chosen={asked.data?.records.filter(({ order }) => list.chosen.includes(order)) ?? []}
            isEmpty={!asked.data || asked.data.total === 0}
          />
        }
      />
    </>
  );
}

interface ExportProps {
  filters: Filters;
  /** The selected ones; when there are none, everything that the filters let through. */
  chosen: readonly ContractOrderRecord[];
  isEmpty: boolean;
}

/** Every field of them. */
function Export({ filters, chosen, isEmpty }: ExportProps) {
  const { say } = useTexts();
  const dispatch = useDispatch();
  const fields = useContractFields();
  const [ask] = contractListsApi.useLazyContractHistoryQuery();
  const [isBusy, setBusy] = useState(false);
  const everything = (): Promise<readonly ContractOrderRecord[] | null> =>
    allPages(
      async (page) => {
        const { data, error } = await ask({ ...filters, ...page });
        if (error) dispatch(toastShown({ kind: 'error', ...wordsOf(error as Fault) }));
        return data ?? null;
      },
      ({ order }) => order,
    );
  const save = async () => {
    setBusy(true);
    const orders = chosen.length > 0 ? chosen : await everything();
    setBusy(false);
    if (orders === null) return;
    const head = fields.map(({ title }) => say(title));
    const lines = orders.map((order) => fields.map(({ text }) => text(order)));
    downloadCsv('contract-orders.csv', csvOf(head, lines));
  };
  return (
    <Button disabled={isBusy || isEmpty} aria-busy={isBusy} onClick={() => void save()}>
      <Download size={15} aria-hidden="true" />
      <span className={styles.buttonText}>{say(chosen.length > 0 ? 'table.export_selected' : 'table.export')}</span>
    </Button>
  );
}
