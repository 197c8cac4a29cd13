import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { startLanguage } from '../../i18n/i18n';
import { showMedia } from '../../../testing/media';
import type { Column, Sort } from './columns';
import { DataTable } from './data-table';
import { Rows } from './rows';

interface Coin {
  name: string;
  price: string;
}

const COINS: Coin[] = [
  { name: 'BTC', price: '65000' },
  { name: 'ETH', price: '3000' },
];
const COLUMNS: Column<Coin>[] = [
  { key: 'name', title: 'Coin', isFixed: true, sortBy: 'name', render: ({ name }) => name },
  { key: 'price', title: 'Price', isEnd: true, render: ({ price }) => price },
];

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

interface Shown {
  isNarrow?: boolean;
  rows?: [Coin[]?];
  barred?: string[];
  ticked?: string[];
}

function show({ isNarrow = false, rows = [COINS], barred = [], ticked = [] }: Shown = {}) {
  showMedia(isNarrow);
  const sorts: (Sort | null)[] = [];
  function Shown() {
    const [sort, setSort] = useState<Sort | null>(null);
    const [keys, setKeys] = useState<string[]>(ticked);
    const onSort = (next: Sort | null) => {
      sorts.push(next);
      setSort(next);
    };
    return (
      <DataTable<Coin>
        name="coins"
        label="Coins"
        columns={COLUMNS}
        rows={rows[0]}
        keyOf={({ name }) => name}
        empty={<p>None</p>}
        selection={{ keys, onChange: setKeys, isBarred: (key) => barred.includes(key) }}
        sorted={{ sort, onSort }}
        paging={{ pageIndex: 1, pageSize: 20 }}
        total={rows[0]?.length ?? 0}
        onPage={() => undefined}
      />
    );
  }
  render(<Shown />);
  return sorts;
}

const heading = () => screen.getByRole('columnheader', { name: 'Coin' });

describe('data table', () => {
  it('requests sorting, in turn descending, ascending and none', () => {
    const sorts = show();
    for (const expected of ['descending', 'ascending', 'none']) {
      fireEvent.click(within(heading()).getByRole('button'));
      expect(heading().getAttribute('aria-sort')).toBe(expected);
    }
    expect(sorts).toEqual([{ by: 'name', order: 'desc' }, { by: 'name', order: 'asc' }, null]);
    expect(within(screen.getByRole('columnheader', { name: 'Price' })).queryByRole('button')).toBeNull();
  });

  it('selects one row, all rows of the page, and none', () => {
    show();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select ETH' }));
    expect(screen.getByRole('status').textContent).toBe('1 selected');
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: /all rows/ });
    expect(all.indeterminate).toBe(true);
    fireEvent.click(all);
    expect(screen.getByRole('status').textContent).toBe('2 selected');
    fireEvent.click(all);
    expect(screen.getByRole('status').textContent).toBe('2 entries');
  });

  it.each([false, true])('does not select disabled rows, on a phone: %s', (isNarrow) => {
    show({ barred: ['ETH'], isNarrow });
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select ETH' }).disabled).toBe(true);
    if (isNarrow) return;
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: /all rows/ });
    fireEvent.click(all);
    expect([all.checked, screen.getByRole('status').textContent]).toEqual([true, '1 selected']);
    fireEvent.click(all);
    expect(screen.getByRole('status').textContent).toBe('2 entries');
  });

  it('does not show "all selected" if no row can be selected', () => {
    show({ barred: ['BTC', 'ETH'] });
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: /all rows/ });
    expect([all.checked, all.disabled]).toEqual([false, true]);
  });

  it('counts only selected rows that are listed', () => {
    show({ ticked: ['XRP', 'BTC'] });
    expect(screen.getByRole('status').textContent).toBe('1 selected');
  });

  it('hides unwanted columns, but never identifying ones', () => {
    show();
    fireEvent.click(screen.getByText('Columns'));
    expect(screen.queryByRole('checkbox', { name: 'Coin' })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Price' }));
    expect(screen.queryByRole('columnheader', { name: 'Price' })).toBeNull();
    expect(screen.queryByText('65000')).toBeNull();
  });

  it('distinguishes an empty list from one still loading', () => {
    show({ rows: [[]] });
    expect(screen.getByText('None')).toBeTruthy();
    show({ rows: [] });
    expect(screen.getByText(/^Loading/)).toBeTruthy();
  });

  it('shows cards and a sort menu on a phone', () => {
    const sorts = show({ isNarrow: true });
    expect(screen.queryByRole('table')).toBeNull();
    expect(within(screen.getByRole('list', { name: 'Coins' })).getAllByRole('listitem')).toHaveLength(2);
    fireEvent.click(screen.getByRole('combobox', { name: 'Sort by' }));
    fireEvent.click(screen.getByRole('option', { name: 'Coin ↑' }));
    expect(sorts).toEqual([{ by: 'name', order: 'asc' }]);
  });
});

describe('panel with many rows', () => {
  const told = new Map<Element, (isIntersecting: boolean) => void>();

  beforeEach(() => {
    showMedia(false);
    Object.assign(globalThis, {
      IntersectionObserver: class {
        constructor(private readonly tell: (entries: { target: Element; isIntersecting: boolean }[]) => void) {}
        observe(target: Element) {
          told.set(target, (isIntersecting) => this.tell([{ target, isIntersecting }]));
        }
        unobserve(target: Element) {
          told.delete(target);
        }
      },
    });
  });
  afterEach(() => Reflect.deleteProperty(globalThis, 'IntersectionObserver'));

  it('renders rows below the fold when visible or focused', () => {
    const rows = Array.from({ length: 40 }, (_, at): Coin => ({ name: `C${at}`, price: String(at) }));
    const columns = [...COLUMNS, { key: 'act', title: '', render: () => <button type="button">Sell</button> }];
    render(<Rows<Coin> {...{ label: 'Coins', columns, rows, density: 'panel' }} keyOf={({ name }) => name} empty="" />);
    const row = () => screen.getAllByRole('row')[36];
    const cells = () =>
      within(row())
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(screen.getAllByRole('row')).toHaveLength(41);
    expect(screen.getAllByRole('button')).toHaveLength(30);
    expect(cells()).toEqual(['']);
    act(() => told.get(row())?.(true));
    expect(cells()).toEqual(['C35', '35', 'Sell']);
    act(() => within(row()).getByRole('button').focus());
    act(() => told.get(row())?.(false));
    expect(cells()).toEqual(['C35', '35', 'Sell']);
    act(() => within(row()).getByRole('button').blur());
    expect(cells()).toEqual(['']);
  });

  it('keeps a focused row mounted, even if new rows push it down', () => {
    const columns = [...COLUMNS, { key: 'act', title: '', render: () => <button type="button">Sell</button> }];
    const table = (rows: Coin[]) => (
      <Rows<Coin> {...{ label: 'Coins', columns, rows, density: 'panel' }} keyOf={({ name }) => name} empty="" />
    );
    const rows = Array.from({ length: 40 }, (_, at): Coin => ({ name: `C${at}`, price: String(at) }));
    const { rerender } = render(table(rows));
    const button = within(screen.getAllByRole('row')[30]).getByRole('button');
    act(() => button.focus());
    rerender(table([{ name: 'NEW', price: '1' }, ...rows]));
    expect(within(screen.getAllByRole('row')[31]).getByRole('button')).toBe(button);
    expect(document.activeElement).toBe(button);
  });
});
